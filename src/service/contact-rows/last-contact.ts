import { MESSAGE_TIME_FIELDS } from '../../contract/contact-fields.ts';
import { chunked } from '../../shared/lists.ts';
import type { ContactRow } from '../../store/tables.ts';
import type { Context } from '../runtime/context.ts';

/** The columns with times of contact. Notes are stored separately. */
export const CONTACT_TIMES = ['last_seen_at', ...MESSAGE_TIME_FIELDS] as const;

/** The latest of these times that is not in the future, or null. */
export function latestTime(
  row: Pick<ContactRow, (typeof CONTACT_TIMES)[number]>,
  noted: string | undefined,
  now: string,
) {
  const times = [...CONTACT_TIMES.map((column) => row[column]), noted];
  return times.reduce<string | null>(
    (last, time) => (time && time <= now && (!last || time > last) ? time : last),
    null,
  );
}

interface NoteTime {
  noteId: string;
  time: string;
}

/** Each contact's latest note that is not in the future. */
export async function lastNotes({ db, user, now }: Context, contactIds: string[]): Promise<Map<string, NoteTime>> {
  const latest = new Map<string, NoteTime>();
  for (const part of chunked(contactIds)) {
    const rows = await db
      .selectFrom('contacts')
      .select('contacts.id')
      .select((expression) =>
        expression
          .selectFrom('timeline_items_contacts as link')
          .select('link.timeline_item_id')
          .where('link.user_id', '=', user.user_id)
          .whereRef('link.contact_id', '=', 'contacts.id')
          .where('link.event_time', '<=', now)
          .orderBy('link.event_time', 'desc')
          .orderBy('link.timeline_item_id', 'desc')
          .limit(1)
          .as('noteId'),
      )
      .select((expression) =>
        expression
          .selectFrom('timeline_items_contacts as link')
          .select((link) => link.fn.max('link.event_time').as('time'))
          .where('link.user_id', '=', user.user_id)
          .whereRef('link.contact_id', '=', 'contacts.id')
          .where('link.event_time', '<=', now)
          .as('time'),
      )
      .where('contacts.user_id', '=', user.user_id)
      .where('contacts.id', 'in', part)
      .execute();
    for (const { id, noteId, time } of rows) if (noteId && time) latest.set(id, { noteId, time });
  }
  return latest;
}

export interface LatestNote {
  type: string;
  date: string;
  text: string;
}

const SAID_LENGTH = 160;

/** Each contact's latest note that is not in the future, shortened. */
export async function latestNotes(context: Context, contactIds: string[]): Promise<Map<string, LatestNote>> {
  const { db, user } = context;
  const latest = await lastNotes(context, contactIds);
  const said = new Map<string, LatestNote>();
  for (const part of chunked([...new Set([...latest.values()].map(({ noteId }) => noteId))])) {
    const notes = await db
      .selectFrom('timeline_items')
      .select(['id', 'note', 'event_time', 'meeting_type'])
      .where('user_id', '=', user.user_id)
      .where('id', 'in', part)
      .execute();
    for (const { id, note, event_time, meeting_type } of notes)
      said.set(id, { type: meeting_type ?? 'note', date: event_time, text: shortened(note ?? '') });
  }
  return new Map([...latest].map(([contactId, { noteId }]) => [contactId, said.get(noteId)!]));
}

/** Shortens text to `length` characters, with an ellipsis if something was cut. */
export function shortened(text: string, length = SAID_LENGTH): string {
  const plain = text.replace(/\s+/g, ' ').trim();
  const characters = [...plain.slice(0, length * 2)];
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : plain;
}
