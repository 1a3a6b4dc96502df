import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readMonica } from '../../src/import/formats/monica/read-monica.ts';
import { monicaArchive } from '../../src/import/formats/monica/to-archive.ts';
import { importOverApi } from '../../src/import/into-service/import-archive.ts';
import { sameReminders } from '../../src/import/matching/archive-reminders.ts';
import { openClient } from '../../src/server/composition/open-client.ts';
import { settingsIn } from '../../src/settings.ts';
import { enrichWorld } from '../support/every-column.ts';
import { sampleAccount } from '../support/monica/account.ts';
import { jsonExport } from '../support/monica/json.ts';
import { dataOf, type Json, makeContact } from '../support/people.ts';
import { kithWith, type RunningService, startService, type User } from '../support/service.ts';
import { makeWorld } from '../support/world.ts';

let service: RunningService;
let ada: User;
let file: string;
beforeAll(async () => {
  service = await startService();
  ada = await service.user();
  await enrichWorld(ada, await makeWorld(ada, 'ada'));
  const [first, second] = [
    await makeContact(ada, { first_name: 'Ann', last_name: 'Lee', birthday: '--02-29', frequency: '14 days' }),
    await makeContact(ada, { full_name: 'Bo', is_archived: true, birthday: '1990-05-17', linkedin_data: { a: [1] } }),
  ];
  const related_contacts = { append: [{ destination: second.id, source_contact: 'aunt' }] };
  dataOf(await ada.call('PATCH', `/v2/contacts/${first.id}`, { related_contacts }));
  file = join(service.dataDir, 'ada.json');
  writeFileSync(file, JSON.stringify(await exportOf(ada)));
});
afterAll(() => service.stop());

const exportOf = async (user: User): Promise<Json> =>
  JSON.parse((await kithWith({ KITH_USER: user.email }, service.dataDir, 'export')).stdout);

/** On a computer without any of the data. */
async function importAt(user: { apiKey: string }, from = file, ...more: string[]): Promise<Json> {
  const remote = { KITH_BASE_URL: service.baseUrl, KITH_API_KEY: user.apiKey };
  const command = kithWith(remote, service.dataDir, 'import', from, '--json', ...more);
  return JSON.parse((await command.catch((error) => error)).stdout)[0];
}

// Fields that depend on the time of the write.
const NEW_THERE = ['created_at', 'updated_at', 'workspace_id', 'ranking', 'next_reminder_at', 'anchor'];

/** A table's rows without times, and with names in place of new ids. */
function comparable(whole: Json, table: string): string[] {
  const names = new Map<string, string>();
  for (const list of ['tags', 'custom_fields', 'reminders', 'timeline_items', 'views'])
    for (const row of whole[list]) names.set(row.id, `${list} ${row.name ?? row.text ?? row.note}`);
  const hasOwnId = ['contacts', 'groups'].includes(table);
  return whole[table]
    .map((row: Json) =>
      Object.fromEntries(
        Object.entries(row)
          .filter(([column]) => !NEW_THERE.includes(column) && (column !== 'id' || hasOwnId))
          .map(([column, value]) => [column, names.get(value as string) ?? value]),
      ),
    )
    .map((row: Json) => JSON.stringify(row))
    .sort();
}

const TABLES = [
  'photos',
  ...['tags', 'groups', 'custom_fields', 'contacts', 'contact_emails', 'contact_phone_numbers'],
  ...['legacy_contact_addresses', 'tags_contacts', 'groups_contacts', 'contacts_custom_fields', 'contact_relations'],
  ...['reminders', 'reminders_contacts', 'timeline_items', 'timeline_items_contacts', 'views', 'favorites'],
];

test('imports an export into a remote service with ordinary operations, and names what they cannot store', async () => {
  const bob = await service.user();
  const dry = await importAt(bob, file, '--dry-run');
  expect((await exportOf(bob)).contacts).toEqual([]);
  const report = await importAt(bob);
  expect(report).toMatchObject({ dryRun: false, failed: 0, problems: [] });
  expect({ ...dry, dryRun: false }).toEqual(report);
  expect(report.warnings).toEqual([
    expect.stringContaining('share links'),
    expect.stringContaining('history of merges'),
    expect.stringContaining('group merges'),
    'the trash was left out',
    expect.stringContaining('creation times'),
  ]);
  const [here, there] = [await exportOf(bob), await exportOf(ada)];
  for (const table of TABLES) expect([table, comparable(here, table)]).toEqual([table, comparable(there, table)]);
  expect(await importAt(bob)).toMatchObject({ created: 0, updated: 0, failed: 0 });
});

test('adds to existing people and records', async () => {
  const eve = await service.user();
  const one = { full_name: 'ada One', contact_emails: [{ email: 'ADA@example.com' }] };
  const known = await makeContact(eve, one);
  const tag = dataOf(await eve.post('/v2/tags', { tag: { name: 'ada' } })).tag.id;
  expect(await importAt(eve)).toMatchObject({ failed: 0, problems: [], updated: 1 });
  const whole = await exportOf(eve);
  expect(whole.contacts.filter((row: Json) => row.full_name === 'ada One')).toMatchObject([
    { id: known.id, linkedin: 'ada' },
  ]);
  expect(whole.tags.map(({ id }: Json) => id)).toEqual([tag]);
  const notes = whole.timeline_items_contacts.filter((row: Json) => row.contact_id === known.id);
  expect(notes.length).toBeGreaterThanOrEqual(2);
});

test('reports a rejected key before doing anything', async () => {
  expect((await importAt({ apiKey: 'kith_no' })).error).toContain('API key');
});

test('imports a Monica account too, and changes nothing the second time, even on another day', async () => {
  const uma = await service.user();
  const monica = join(service.dataDir, 'monica.json');
  writeFileSync(monica, jsonExport(sampleAccount()));
  const report = await importAt(uma, monica);
  expect(report).toMatchObject({ format: 'Monica JSON', failed: 0, problems: [], tables: { contacts: { added: 5 } } });
  const before = await exportOf(uma);
  expect(before.timeline_items.length).toBeGreaterThan(10);
  expect(before.reminders).toHaveLength(6);
  expect(await importAt(uma, monica)).toMatchObject({ created: 0, updated: 0, failed: 0, skipped: report.created });
  expect(await exportOf(uma)).toEqual(before);

  const { client, close } = await openClient(settingsIn({ KITH_BASE_URL: service.baseUrl, KITH_API_KEY: uma.apiKey }));
  const { account } = readMonica(readFileSync(monica))!;
  const later = new Date(Date.now() + 40 * 86_400_000).toISOString();
  const { archive, anyDay } = monicaArchive(account, { now: later, sanitized: () => undefined });
  await importOverApi(client, archive, { anyDay }).finally(close);
  expect(await exportOf(uma)).toEqual(before);
});

const weekly = (id: string, due_at_date: string) => ({
  id,
  text: 'Gym',
  recurrence: '7 days',
  due_at_date,
  contacts: [],
});
const monthly = (id: string, due_at_date: string) => ({ ...weekly(id, due_at_date), recurrence: '1 mon' });
const once = (id: string, due_at_date: string) => ({ id, text: 'Call', due_at_date, contacts: ['ann'] });
test.each([
  ['a later turn of a week', weekly('a', '2026-01-05'), weekly('b', '2026-02-02'), true],
  ['a different day of the week', weekly('a', '2026-01-05'), weekly('b', '2026-02-03'), false],
  ['the end of a shorter month', monthly('a', '2026-01-31'), monthly('b', '2026-02-28'), true],
  ['a different day of the month', monthly('a', '2026-01-03'), monthly('b', '2026-02-04'), false],
  ['the same day', once('a', '2026-01-05'), once('b', '2026-01-05'), true],
  ['another day', once('a', '2026-01-05'), once('b', '2026-01-06'), false],
  ['somebody else', once('a', '2026-01-05'), { ...once('b', '2026-01-05'), contacts: ['bob'] }, false],
])('matches a reminder, or not: %s', (_, row, one, same) => {
  expect(sameReminders([row], [one]).get('a')).toBe(same ? 'b' : undefined);
  // Each existing reminder matches one in the file. Certain matches come first.
  const both = sameReminders(
    [
      { ...row, id: 'likely' },
      { ...one, id: 'certain' },
    ],
    [one],
  );
  if (row.due_at_date !== one.due_at_date) expect([...both]).toEqual([['certain', 'b']]);
});
