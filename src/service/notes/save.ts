import { badRequest, notFound } from '../../contract/error.ts';
import type { Operations } from '../../contract/operations.ts';
import { chunked } from '../../shared/lists.ts';
import { requireOwned } from '../common/owned.ts';
import { nextReminder } from '../keep-in-touch/interval.ts';
import type { Context } from '../runtime/context.ts';
import type { RequestOf } from '../runtime/handler.ts';
import { newId } from '../store/ids.ts';
import type { NoteRow } from '../store/tables.ts';
import { removeWords } from '../store/word-index.ts';
import { moveToTrash } from '../trash/records.ts';
import { readMeetingType } from './meeting-types.ts';
import { indexNote } from './search-index.ts';

export type NoteInput = RequestOf<Operations['create_note']>['body'];

export async function requireNote({ db, user }: Context, id: string): Promise<NoteRow> {
  const row = await db
    .selectFrom('timeline_items')
    .selectAll()
    .where('user_id', '=', user.user_id)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound('note', id);
  return row;
}

/**
 * Writes a note and links its contacts. A note that is not in the future moves the contacts' last seen time forward,
 * never back (docs/api/notes.md).
 */
export async function createNote(context: Context, input: NoteInput): Promise<string> {
  const { db, user, now } = context;
  const links = input.timeline_items_contacts ?? [];
  if (links.filter((link) => link.is_origin).length > 1) {
    throw badRequest({ timeline_items_contacts: 'only one link may be the origin' });
  }
  const id = newId();
  const event_time = input.event_time ?? now;
  await db
    .insertInto('timeline_items')
    .values({
      ...EMPTY,
      ...(await noteColumns(context, input)),
      user_id: user.user_id,
      id,
      event_time,
      created_at: now,
    })
    .execute();
  await linkContacts(context, id, event_time, links);
  if (event_time <= now)
    await seenAt(
      context,
      links.map(({ contact_id }) => contact_id),
      event_time,
    );
  await indexNote(db, user.user_id, id);
  return id;
}

/** Changes the fields that are given; a list of contacts replaces the links, which keep their origin. */
export async function updateNote(context: Context, id: string, input: NoteInput): Promise<void> {
  const { db, user } = context;
  const current = await requireNote(context, id);
  const columns = await noteColumns(context, input);
  if (Object.keys(columns).length > 0) {
    await db
      .updateTable('timeline_items')
      .set(columns)
      .where('user_id', '=', user.user_id)
      .where('id', '=', id)
      .execute();
  }
  const event_time = columns.event_time ?? current.event_time;
  const links = () =>
    db.updateTable('timeline_items_contacts').where('user_id', '=', user.user_id).where('timeline_item_id', '=', id);
  if (columns.event_time) await links().set({ event_time }).execute();
  if (input.timeline_items_contacts) {
    const kept = input.timeline_items_contacts.map(({ contact_id }) => contact_id);
    await db
      .deleteFrom('timeline_items_contacts')
      .where('user_id', '=', user.user_id)
      .where('timeline_item_id', '=', id)
      .where('contact_id', 'not in', kept)
      .execute();
    await linkContacts(
      context,
      id,
      event_time,
      kept.map((contact_id) => ({ contact_id })),
    );
  }
  await indexNote(db, user.user_id, id);
}

const EMPTY = {
  workspace_id: null,
  audience: 'private',
  note: null,
  custom_emoji: null,
  meeting_type: null,
  google_calendar_event_id_v3: null,
  oauth_credential_id: null,
  calendar_account_email: null,
  calendar_account_provider: null,
  reminder_id: null,
  channels: '[]',
  attachments: '[]',
} as const;

async function noteColumns(context: Context, input: NoteInput): Promise<Partial<NoteRow>> {
  const columns: Partial<NoteRow> = {};
  for (const field of ['note', 'custom_emoji', 'event_time', 'oauth_credential_id', 'reminder_id'] as const) {
    if (input[field] !== undefined) columns[field] = input[field] as string;
  }
  if (input.reminder_id) await requireOwned(context, 'reminders', [input.reminder_id], () => 'reminder_id');
  const type = readMeetingType(input);
  if (type !== undefined) columns.meeting_type = type;
  if (input.attachments) {
    const rows = input.attachments.map(({ id = newId(), url, file_name = null, file_size = null }) => ({
      id,
      url,
      file_name,
      file_size,
    }));
    columns.attachments = JSON.stringify(rows);
  }
  return columns;
}

const LINK_KEY = ['user_id', 'timeline_item_id', 'contact_id'] as const;

interface LinkInput {
  contact_id: string;
  is_origin?: boolean | undefined;
}

async function linkContacts(context: Context, noteId: string, event_time: string, links: LinkInput[]): Promise<void> {
  const { db, user } = context;
  const ids = links.map(({ contact_id }) => contact_id);
  await requireOwned(context, 'contacts', ids, (index) => `timeline_items_contacts[${index}].contact_id`);
  for (const { contact_id, is_origin } of links) {
    await db
      .insertInto('timeline_items_contacts')
      .values({ user_id: user.user_id, timeline_item_id: noteId, contact_id, is_origin: is_origin ? 1 : 0, event_time })
      // A contact that is named twice is linked once, as the origin if either entry says so.
      .onConflict((conflict) =>
        is_origin ? conflict.columns(LINK_KEY).doUpdateSet({ is_origin: 1 }) : conflict.doNothing(),
      )
      .execute();
  }
}

async function seenAt({ db, user, now }: Context, contactIds: string[], time: string): Promise<void> {
  const contacts = await db
    .selectFrom('contacts')
    .select(['id', 'last_seen_at', 'frequency'])
    .where('user_id', '=', user.user_id)
    .where('id', 'in', contactIds)
    .execute();
  for (const { id, last_seen_at, frequency } of contacts) {
    if (last_seen_at !== null && last_seen_at >= time) continue;
    const next = frequency ? { next_reminder_at: nextReminder(frequency, time, now) } : {};
    await db
      .updateTable('contacts')
      .set({ last_seen_at: time, ...next })
      .where('user_id', '=', user.user_id)
      .where('id', '=', id)
      .execute();
  }
}

export const deleteNote = (context: Context, id: string): Promise<void> =>
  moveToTrash(context, 'note', [id], () => removeNotes(context, [id]));

export async function removeNotes({ db, user }: Context, ids: string[]): Promise<void> {
  for (const part of chunked(ids)) {
    await db.deleteFrom('timeline_items').where('user_id', '=', user.user_id).where('id', 'in', part).execute();
  }
  await removeWords(db, 'note', user.user_id, ids);
}
