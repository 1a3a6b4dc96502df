import { afterAll, beforeAll, expect, test } from 'vitest';
import { openData } from '../../src/service/data/open-data.ts';
import { MIGRATIONS } from '../../src/store/migrate.ts';
import { startClockedService } from '../support/clocked.ts';
import { openDatabase } from '../support/database.ts';
import { engineSettings, TEST_SECRET } from '../support/engine.ts';
import { dataOf } from '../support/people.ts';
import { kithWith, temporaryFolder } from '../support/service.ts';

/** The schema before contacts had match keys. */
const BEFORE_MATCHING = 5;

const SECRET = { KITH_SECRET: TEST_SECRET };

const folder = temporaryFolder();
const apiKey = 'kith_of_an_older_version';
beforeAll(async () => {
  const { KITH_DATABASE_URL } = await engineSettings(folder.path, { empty: true });
  const later = MIGRATIONS.splice(BEFORE_MATCHING);
  try {
    const { store, secret } = openData(folder.path, TEST_SECRET, KITH_DATABASE_URL);
    const user_id = '00000000-0000-7000-a000-000000000000';
    const created_at = '2024-01-01T00:00:00.000Z';
    const user = { user_id, email: 'ada@example.com', name: null, plan: 'professional', time_zone: 'UTC' } as const;
    const key = { lookup: secret.sign('api key lookup', apiKey), sealed: secret.seal('api key', apiKey) };
    await store.directory(async (db) => {
      await db
        .insertInto('users')
        .values({ ...user, country: null, created_at })
        .execute();
      const row = { user_id, ...key, permissions: 'write', created_at };
      await db
        .insertInto('api_keys')
        .values(row as never)
        .execute();
    });
    await store.close();
    fill(user_id);
  } finally {
    MIGRATIONS.push(...later);
  }
});
afterAll(() => folder.remove());

/** Contacts as an older kith left them: two cards of one person, and another person. */
function fill(user_id: string): void {
  const database = openDatabase(folder.path);
  const times = { created_at: '2024-01-01T00:00:00.000Z', updated_at: '2024-01-01T00:00:00.000Z' };
  const folded = ['name', 'company', 'job_title', 'education', 'location', 'description'];
  const empty = Object.fromEntries(folded.map((column) => [`folded_${column}`, '']));
  const cards = ['William Harcourt', 'Bill Harcourt', 'Olu Adeyemi'];
  for (const [index, full_name] of cards.entries()) {
    const contact_id = `00000000-0000-7000-8000-00000000000${index}`;
    database.insert('contacts', { user_id, id: contact_id, full_name, ...times, ...empty });
    const email = index < 2 ? 'harcourt@example.com' : 'olu@example.com';
    const id = `00000000-0000-7000-9000-00000000000${index}`;
    database.insert('contact_emails', { user_id, id, contact_id, email, normal: email, ranking: 1, ...times });
  }
  database.close();
}

test('contacts of before there were match keys are found as duplicates, and get keys with the first write', async () => {
  const first = await startClockedService(folder.path);
  const ada = first.withKey(apiKey);
  const [pair, ...others] = dataOf(await ada.get('/v2/contacts/duplicates')).duplicates;
  expect(pair).toMatchObject({ confidence: 'certain', reasons: expect.arrayContaining(['same_email']) });
  expect(others).toEqual([]);
  dataOf(await ada.post('/v2/contacts', { full_name: 'Zebulon Thistlewood' }));
  // Stops when all that the write left to do is done.
  await first.stop();
  expect(
    JSON.parse((await kithWith(SECRET, folder.path, 'key', 'show', 'ada@example.com', '--json')).stdout).api_key,
  ).toBe(apiKey);

  const second = await startClockedService(folder.path);
  const olu = { full_name: 'Olu Adeyemi', contact_emails: [{ email: 'OLU@example.com' }] };
  const { contact, duplicates } = dataOf(await second.withKey(apiKey).post('/v2/contacts', olu));
  expect(duplicates).toMatchObject([
    { contactIds: ['00000000-0000-7000-8000-000000000002', contact.id], confidence: 'certain' },
  ]);
  await second.stop();
  const database = openDatabase(folder.path);
  expect(database.all('select * from contacts_to_match')).toEqual([]);
  database.close();
});
