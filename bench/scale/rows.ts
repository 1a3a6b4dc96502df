import type { NewContact } from '../../src/service/contact-rows/new-rows.ts';
import { newContactRows } from '../../src/service/contact-rows/new-rows.ts';
import { namesOf, withNames } from '../../src/service/indexing/contact-index.ts';
import { newKeys } from '../../src/service/matching/stored-keys.ts';
import { nameKeys } from '../../src/service/names/name-keys.ts';
import type { Context } from '../../src/service/runtime/context.ts';
import { wordsOfAll } from '../../src/shared/text/fold.ts';
import { stemsOfText } from '../../src/shared/text/stems.ts';
import { newId } from '../../src/store/ids.ts';
import type { UserRow } from '../../src/store/tables.ts';
import { contactNumber, noteNumber } from '../seed.ts';
import type { Batch, Row } from './load.ts';

/** Increment it when the rows change, so that existing databases are filled again. */
export const ROWS_VERSION = 3;

const BATCH = 5_000;
const MINUTE_MS = 60_000;

/** Tags assigned to contacts by number: one in ten, and a handful in all. */
export interface Tags {
  common: string;
  rare: string;
}

/**
 * The rows of that many contacts and as many notes, one created every minute up to `end`. They equal the API's rows
 * (`same-rows.ts` checks that), but are computed without it.
 */
export async function loadRows(
  user: UserRow,
  size: number,
  end: number,
  load: (batch: Batch) => Promise<void>,
  tags?: Tags,
  onProgress?: (done: number) => void,
): Promise<void> {
  for (let start = 0; start < size; start += BATCH) {
    const batch = emptyBatch();
    for (let number = start; number < Math.min(start + BATCH, size); number++) {
      const now = new Date(end - (size - number - 1) * MINUTE_MS).toISOString();
      addContact(batch, user, number, now, tags);
    }
    await load(batch);
    onProgress?.(Math.min(start + BATCH, size));
  }
}

export const emptyBatch = (): Batch => ({
  tables: {
    contacts: [],
    contact_emails: [],
    contact_phone_numbers: [],
    match_keys: [],
    tags_contacts: [],
    timeline_items: [],
    timeline_items_contacts: [],
  },
  words: { contact: [], note: [] },
});

/** A contact, and a note that sets its last contact. */
function addContact(batch: Batch, user: UserRow, number: number, now: string, tags?: Tags): void {
  const { user_id } = user;
  const person = addPerson(batch, user, contactNumber(number) as NewContact, now, now);
  const { tags_contacts } = batch.tables;
  if (tags && number % 10 === 0) tags_contacts!.push({ user_id, contact_id: person.id, tag_id: tags.common });
  if (tags && number < 5) tags_contacts!.push({ user_id, contact_id: person.id, tag_id: tags.rare });
  addNote(batch, user, noteNumber(number, person.id).note, person, now);
}

export interface Person {
  id: string;
  foldedName: string | null;
}

/** Adds the rows of a contact with notes, the last one at `lastSeenAt`. */
export function addPerson(
  { tables, words }: Batch,
  user: UserRow,
  contact: NewContact,
  now: string,
  lastSeenAt: string,
): Person {
  const id = newId();
  const rows = newContactRows({ user, now } as Context, id, contact);
  tables.contacts!.push({ ...rows.contact, last_seen_at: lastSeenAt, has_notes: 1 });
  tables.contact_emails!.push(...(rows.emails as unknown as Row[]));
  tables.contact_phone_numbers!.push(...(rows.phones as unknown as Row[]));
  tables.match_keys!.push(...(newKeys(user.user_id, rows) as unknown as Row[]));
  words.contact.push(withNames(rows.search, nameKeys(namesOf(rows.contact), rows.search.words)));
  return { id, foldedName: rows.contact.folded_name ?? null };
}

/** Adds the rows of a note about one person. */
export function addNote({ tables, words }: Batch, user: UserRow, note: string, person: Person, time: string): void {
  const { user_id } = user;
  const id = newId();
  tables.timeline_items!.push({ ...EMPTY_NOTE, user_id, id, note, event_time: time, created_at: time });
  tables.timeline_items_contacts!.push({
    user_id,
    timeline_item_id: id,
    contact_id: person.id,
    is_origin: 0,
    event_time: time,
  });
  const noteWords = wordsOfAll([note, person.foldedName]);
  words.note.push({ userId: user_id, id, words: noteWords, others: stemsOfText(note), sortTime: time });
}

const EMPTY_NOTE = { audience: 'private', channels: '[]', attachments: '[]' };
