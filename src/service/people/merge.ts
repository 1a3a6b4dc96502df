import {
  ADDRESS_FIELDS,
  MESSAGE_TEXT_FIELDS,
  PROFILE_FIELDS,
  READ_ONLY_TEXT_FIELDS,
  TEXT_FIELDS,
} from '../../catalogue/contact-fields.ts';
import { KithError } from '../../catalogue/error.ts';
import type { Context } from '../context.ts';
import { newId } from '../store/ids.ts';
import { inList } from '../store/in-list.ts';
import type { ContactRow } from '../store/tables.ts';
import { removeWords } from '../store/word-index.ts';
import { contactColumns } from './contact-columns.ts';
import { indexContact } from './contact-index.ts';
import { imagesOf } from './merge-images.ts';
import { moveEverything } from './merge-links.ts';
import { indexNotesOf } from './note-index.ts';
import { requireContact } from './save-contact.ts';

const PURPOSE = 'merge';

/**
 * Makes one contact of several; nothing is lost (decisions, Merge). Answers the survivor's id: the caller's
 * choice, else the oldest. Throws 400 for fewer than two distinct ids or a survivor not among them, 404 for an
 * unknown id. The rows as they were go into the merge record, sealed.
 */
export async function mergeGroup(context: Context, contactIds: string[], primaryId?: string): Promise<string> {
  const { db, user, now, secret } = context;
  const ids = [...new Set(contactIds)];
  if (ids.length < 2) throw new KithError('BadRequest', 'A merge needs at least two different contacts.');
  if (primaryId && !ids.includes(primaryId)) {
    throw new KithError('BadRequest', `primaryContactId ${primaryId} is not among the contacts to merge.`);
  }
  const rows: ContactRow[] = [];
  // In the order of their ids, so that two merges at once never wait for each other.
  for (const id of [...ids].sort()) rows.push(await requireContact(context, id));
  rows.sort(byAge);
  const survivor = rows.find(({ id }) => id === primaryId) ?? rows[0]!;
  const others = rows.filter((row) => row !== survivor);

  const images = await imagesOf(context, ids);
  await db
    .insertInto('merges')
    .values({
      user_id: user.user_id,
      id: newId(),
      survivor_id: survivor.id,
      created_at: now,
      sealed: secret.seal(PURPOSE, JSON.stringify(images)),
    })
    .execute();
  await moveEverything(
    context,
    survivor.id,
    others.map(({ id }) => id),
  );
  await retire(
    context,
    survivor.id,
    others.map(({ id }) => id),
  );
  await db
    .updateTable('contacts')
    .set({ ...mergedColumns(survivor, others, now), updated_at: now })
    .where('user_id', '=', user.user_id)
    .where('id', '=', survivor.id)
    .execute();
  await indexContact(db, user.user_id, survivor.id);
  await indexNotesOf(db, user.user_id, survivor.id);
  return survivor.id;
}

const byAge = (a: ContactRow, b: ContactRow): number =>
  a.created_at === b.created_at ? (a.id < b.id ? -1 : 1) : a.created_at < b.created_at ? -1 : 1;

/** Deletes the merged-away rows and remembers where they went, also over a chain of merges. */
async function retire({ db, user }: Context, survivor: string, others: string[]): Promise<void> {
  await db.deleteFrom('contacts').where('user_id', '=', user.user_id).where('id', 'in', inList(others)).execute();
  await db
    .updateTable('merged_contacts')
    .set({ survivor_id: survivor })
    .where('user_id', '=', user.user_id)
    .where('survivor_id', 'in', inList(others))
    .execute();
  for (const contact_id of others) {
    await db
      .insertInto('merged_contacts')
      .values({ user_id: user.user_id, contact_id, survivor_id: survivor })
      .execute();
    await removeWords(db, 'contact', user.user_id, contact_id);
  }
}

/** Columns that speak of one thing and must come from one contact. */
const TOGETHER: (keyof ContactRow)[][] = [
  ['birthday', 'birthday_year'],
  ['latitude', 'longitude'],
  ['frequency', 'next_reminder_at'],
  ['image_url', 'image_source'],
];

/** What was said last over a channel, led by when. */
const CHANNELS: (keyof ContactRow)[][] = [
  ['linkedin_last_message_at', 'linkedin_last_message_snippet', 'linkedin_message_link'],
  ['whatsapp_last_message_at', 'whatsapp_message_snippet', 'whatsapp_message_link'],
  ['imessage_last_message_at', 'imessage_message_snippet', 'imessage_message_link'],
  ['instagram_last_message_at', 'instagram_message_snippet', 'instagram_message_link'],
  [
    'gmail_last_interaction_at',
    'gmail_last_interaction_subject',
    'gmail_last_interaction_provider',
    'gmail_last_interaction_provider_id',
  ],
  [
    'gcal_last_interaction_at',
    'gcal_last_interaction_title',
    'gcal_last_interaction_provider',
    'gcal_last_interaction_provider_id',
  ],
  ['phone_call_last_interaction_at', 'phone_call_interaction_snippet'],
];

const FILLED: (keyof ContactRow)[] = [
  ...TEXT_FIELDS,
  ...ADDRESS_FIELDS,
  ...PROFILE_FIELDS,
  ...MESSAGE_TEXT_FIELDS,
  ...READ_ONLY_TEXT_FIELDS,
  'workspace_id',
  'website',
  'source',
  'priority_tier',
  'linkedin_data',
  'linkedin_enhance_date',
  'web_search_summary',
  'next_reminder_at',
  'birthday_dismissed_year',
];

/** The survivor's columns after the merge; the others are oldest first. */
function mergedColumns(survivor: ContactRow, others: ContactRow[], now: string): Partial<ContactRow> {
  const rows = [survivor, ...others];
  const merged: Record<string, unknown> = {};
  const copy = (from: ContactRow | undefined, columns: (keyof ContactRow)[]) => {
    for (const column of columns) if (from && from[column] !== null) merged[column] = from[column];
  };
  for (const column of FILLED)
    copy(
      rows.find((row) => row[column] !== null),
      [column],
    );
  for (const columns of TOGETHER)
    copy(
      rows.find((row) => row[columns[0]!] !== null),
      columns,
    );
  for (const columns of CHANNELS) copy(latest(rows, columns[0]!), columns);
  for (const column of ['last_seen_at', 'last_reminder_at'] as const) copy(latest(rows, column), [column]);
  for (const column of ['first_met_at', 'first_interaction_at', 'created_at'] as const)
    copy(earliest(rows, column), [column]);
  for (const column of ['starred', 'never_keep_in_touch'] as const)
    merged[column] = rows.some((row) => row[column]) ? 1 : 0;
  merged.is_archived = rows.every((row) => row.is_archived) ? 1 : 0;
  return { ...(merged as Partial<ContactRow>), ...mergedName(survivor, rows, merged, now) };
}

/** A full name that was joined from first and last is joined anew from what they became. */
function mergedName(
  survivor: ContactRow,
  rows: ContactRow[],
  merged: Partial<ContactRow>,
  now: string,
): Partial<ContactRow> {
  if (survivor.full_name_given) return {};
  const given = rows.find((row) => row.full_name_given);
  if (given && !survivor.full_name) return { full_name: given.full_name, full_name_given: 1 };
  const { full_name, full_name_given } = contactColumns(
    { first_name: merged.first_name, last_name: merged.last_name },
    survivor,
    now,
  );
  return { ...(full_name !== undefined && { full_name }), ...(full_name_given !== undefined && { full_name_given }) };
}

const present = (rows: ContactRow[], column: keyof ContactRow) => rows.filter((row) => row[column] !== null);
const latest = (rows: ContactRow[], column: keyof ContactRow): ContactRow | undefined =>
  present(rows, column).reduce<ContactRow | undefined>(
    (best, row) => (!best || row[column]! > best[column]! ? row : best),
    undefined,
  );
const earliest = (rows: ContactRow[], column: keyof ContactRow): ContactRow | undefined =>
  present(rows, column).reduce<ContactRow | undefined>(
    (best, row) => (!best || row[column]! < best[column]! ? row : best),
    undefined,
  );
