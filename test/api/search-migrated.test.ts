import { afterAll, beforeAll, expect, test } from 'vitest';
import { openData } from '../../src/service/data/open-data.ts';
import { MIGRATIONS } from '../../src/store/migrate.ts';
import { startClockedService } from '../support/clocked.ts';
import { openDatabase } from '../support/database.ts';
import { engine, engineSettings, TEST_SECRET } from '../support/engine.ts';
import { dataOf, namesFound, namesWhere, notesFound } from '../support/people.ts';
import { temporaryFolder } from '../support/service.ts';

/**
 * The schema before notes were searched by other forms of their words, and contacts by their phone numbers and parts of
 * their texts.
 */
const BEFORE_STEMS = MIGRATIONS.findIndex(({ name }) => name === 'stems');
/** More than are indexed in one transaction. */
const NOTES = 250;

const folder = temporaryFolder();
const apiKey = 'kith_of_an_older_version';
const user_id = '00000000-0000-7000-a000-000000000000';
const created_at = '2024-01-01T00:00:00.000Z';

beforeAll(async () => {
  const { KITH_DATABASE_URL } = await engineSettings(folder.path, { empty: true });
  const later = MIGRATIONS.splice(BEFORE_STEMS);
  try {
    const { store, secret } = openData(folder.path, TEST_SECRET, KITH_DATABASE_URL);
    const user = { user_id, email: 'ada@example.com', name: null, plan: 'professional', time_zone: 'UTC' } as const;
    const key = { lookup: secret.sign('api key lookup', apiKey), sealed: secret.seal('api key', apiKey) };
    await store.directory(async (db) => {
      await db
        .insertInto('users')
        .values({ ...user, country: 'DE', created_at })
        .execute();
      const row = { user_id, name: 'default', ...key, permissions: 'write', created_at, expires_at: null };
      await db
        .insertInto('api_keys')
        .values({ ...row, last_used_at: null } as never)
        .execute();
    });
    await store.close();
    fill();
  } finally {
    MIGRATIONS.push(...later);
  }
});
afterAll(() => folder.remove());

const idOf = (kind: number, number: number) => `00000000-0000-7000-${kind}000-${String(number).padStart(12, '0')}`;

/** A contact with a number and notes, as an older kith left them. */
function fill(): void {
  const database = openDatabase(folder.path);
  const times = { created_at, updated_at: created_at };
  const folded = ['company', 'job_title', 'education', 'location', 'description'];
  const empty = Object.fromEntries(folded.map((column) => [`folded_${column}`, '']));
  const contact_id = idOf(8, 1);
  const otto = { user_id, id: contact_id, full_name: 'Otto', folded_name: 'otto' };
  database.insert('contacts', { ...otto, ...times, ...empty });
  const phone = { user_id, id: idOf(9, 1), contact_id, phone_number: '+49 30 5550177', normal: '+49305550177' };
  database.insert('contact_phone_numbers', { ...phone, ranking: 1, ...times });
  const ola = { user_id, id: idOf(8, 2), full_name: 'Ola Nowak', folded_name: 'ola nowak' };
  database.insert('contacts', { ...ola, ...times, ...empty });
  const dialed = {
    phone_number: '0048 22 555 01 33',
    normal: '0048225550133',
    phone_number_sanitized: '0048225550133',
  };
  const row = { user_id, id: idOf(9, 2), contact_id: ola.id, ...dialed };
  database.insert('contact_phone_numbers', { ...row, ranking: 1, ...times });
  database.insert('match_keys', { user_id, contact_id: ola.id, match_key: 'of before' });
  if (engine === 'sqlite') {
    database.insert('contact_words', { rowid: 1, words: 'otto' });
    database.insert('contact_search', { user_id, id: contact_id, words_row: 1, sort_time: created_at });
    database.insert('note_words', { rowid: 1, words: 'we talked about the library project number 0' });
    database.insert('note_search', { user_id, id: idOf(9, 0), words_row: 1, sort_time: created_at });
  }
  for (let number = 0; number < NOTES; number++) {
    const note = `We talked about the library project, number ${number}`;
    const more = { event_time: created_at, created_at, audience: 'private', channels: '[]', attachments: '[]' };
    database.insert('timeline_items', { user_id, id: idOf(9, number), note, ...more });
  }
  database.close();
}

test('what was stored before is found by other forms and by numbers once the first request was answered', async () => {
  const service = await startClockedService(folder.path);
  const ada = service.withKey(apiKey);
  expect(dataOf(await ada.get(`/v2/timeline/notes/${idOf(9, 7)}`)).note.note).toContain('number 7');
  await (await service.userData(user_id)).idle();
  expect(await notesFound(ada, 'libraries projects', '&take=200')).toHaveLength(200);
  expect((await notesFound(ada, 'projects 249'))[0]).toBe('We talked about the library project, number 249');
  expect(await namesFound(ada, '030 5550177')).toEqual(['Otto']);
  expect(await namesFound(ada, 'otto')).toEqual(['Otto']);
  expect(await namesWhere(ada, { name: 'tto' })).toEqual(['Otto']);
  expect(await namesWhere(ada, { name: 'nowhere' })).toEqual([]);
  const { contact } = dataOf(await ada.get(`/v2/contacts/${idOf(8, 2)}?include[contact_phone_numbers]=true`));
  expect(contact.contact_phone_numbers).toMatchObject([
    { phone_number: '0048 22 555 01 33', phone_number_sanitized: '+48225550133' },
  ]);
  const again = { full_name: 'Ola Nowak', contact_phone_numbers: [{ phone_number: '+48 22 5550133' }] };
  expect(dataOf(await ada.post('/v2/contacts', again)).duplicates).toMatchObject([{ confidence: 'certain' }]);
  await service.stop();
  const database = openDatabase(folder.path);
  expect(database.all('select * from records_to_index')).toEqual([]);
  expect(database.all('select * from contacts_to_match')).toEqual([]);
  expect(database.all("select * from match_keys where match_key = 'of before'")).toEqual([]);
  if (engine === 'sqlite') {
    for (const kind of ['contact', 'note'])
      expect(database.all(`select * from ${kind}_search where placed <> 1 or words_row = 1`)).toEqual([]);
  }
  database.close();
});
