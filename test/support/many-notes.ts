import { openDatabase } from './database.ts';

/** Gives a user notes that are each about all of the contacts: too many rows to create with requests. */
export function insertNotes(dataDir: string, userId: string, count: number): void {
  const database = openDatabase(dataDir);
  const time = `'2026-01-01T00:00:00.000Z'`;
  const numbers = `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})`;
  database.all(`${numbers} insert into timeline_items
    (user_id, id, audience, note, event_time, created_at, channels, attachments)
    select '${userId}', '00000000-0000-7000-8000-' || cast(100000000000 + n as text), 'private', 'Met', ${time}, ${time},
      '[]', '[]' from numbers where true returning 1`);
  database.all(`insert into timeline_items_contacts (user_id, timeline_item_id, contact_id, event_time)
    select note.user_id, note.id, contact.id, ${time} from timeline_items as note, contacts as contact
    where note.user_id = '${userId}' and contact.user_id = '${userId}' returning 1`);
  database.close();
}
