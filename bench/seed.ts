import { addUser, localUser } from '../src/identity/users/users.ts';
import { type NewContact, newContactRows } from '../src/service/contact-rows/new-rows.ts';
import { createContact } from '../src/service/contact-rows/save.ts';
import { type Data, openData } from '../src/service/data/open-data.ts';
import { createNote } from '../src/service/notes/save.ts';
import { saveChanges } from '../src/service/runtime/changes.ts';
import type { Context } from '../src/service/runtime/context.ts';
import { makeCursors } from '../src/service/runtime/cursor.ts';
import { newId } from '../src/store/ids.ts';
import type { UserRow } from '../src/store/tables.ts';

const BATCH_SIZE = 500;
const FIRST = ['Ada', 'Bruno', 'Chiara', 'Dmitri', 'Esi', 'Farah', 'Goran', 'Hana', 'Ines', 'Jun', 'Kofi', 'Lena'];
const LAST = ['Abara', 'Berg', 'Costa', 'Dubois', 'Eriksen', 'Fischer', 'Garcia', 'Haddad', 'Ito', 'Jansen', 'Kaya'];
const COMPANIES = ['Acme', 'Borealis', 'Cobalt', 'Delta Works', 'Ember', 'Fjord', 'Granite'];
const WORDS =
  'coffee bees garden contract chess sailing novel piano budget travel school doctor bridge cinema wedding'.split(' ');

/** The contact and the note with this number. Every word is common to many, but the number is unique. */
export const contactNumber = (number: number) => ({
  full_name: `${pick(FIRST, number)} ${pick(LAST, number)} ${number}`,
  company: pick(COMPANIES, number),
  job_title: number % 3 === 0 ? 'Engineer' : 'Designer',
  contact_emails: [{ email: `person${number}@example.com` }],
  contact_phone_numbers: [{ phone_number: phoneNumber(number) }],
});

export const noteNumber = (number: number, contact_id: string) => ({
  note: `${pick(WORDS, number)} and ${pick(WORDS, number * 7 + 3)}, talked about topic${number}x`,
  timeline_items_contacts: [{ contact_id }],
});

/** One of eight million: three digits from 200 on, and four. */
const phoneNumber = (number: number): string =>
  `+1 415 ${200 + (Math.floor(number / 10_000) % 800)} ${String(number % 10_000).padStart(4, '0')}`;

const pick = (list: string[], number: number): string => list[number % list.length]!;

/** Fills an address book without the API, 500 per transaction. Returns the ids of its contacts. */
export async function seed({ store, secret }: Data, user: UserRow, size: number): Promise<string[]> {
  const cursors = makeCursors(secret);
  const ids: string[] = [];
  for (let start = 0; start < size; start += BATCH_SIZE) {
    await store.write(user.user_id, async (db) => {
      const context: Context = { db, user, now: new Date().toISOString(), cursors, secret };
      for (let number = start; number < Math.min(start + BATCH_SIZE, size); number++) {
        const input = contactNumber(number) as NewContact;
        const id = await createContact(context, input, newContactRows(context, newId(), input));
        await createNote(context, noteNumber(number, id) as Parameters<typeof createNote>[1]);
        ids.push(id);
      }
      await saveChanges(context);
    });
  }
  return ids;
}

export interface SeededFolder {
  dataDir: string;
  contactIds: string[];
  apiKey: string;
  email: string;
}

/** Creates a data folder with one user who has this many contacts, and a note about each. */
export async function seedFolder(dataDir: string, size: number): Promise<SeededFolder> {
  const data = openData(dataDir, undefined);
  const email = 'bench@example.com';
  const { api_key } = await addUser(data.store, data.secret, { email });
  const contactIds = await seed(data, await localUser(data.store, email), size);
  await data.store.close();
  return { dataDir, contactIds, apiKey: api_key!, email };
}
