import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readArchive } from '../../src/import/files/archive-file.ts';
import { readMonica } from '../../src/import/formats/monica/read-monica.ts';
import { monicaArchive } from '../../src/import/formats/monica/to-archive.ts';
import { type Account, sampleAccount, uuidOf } from '../support/monica/account.ts';
import { openDataFolder } from '../support/monica/harness.ts';
import { jsonExport } from '../support/monica/json.ts';
import { sqlExport } from '../support/monica/sql.ts';
import type { Json } from '../support/people.ts';
import { kith, temporaryFolder } from '../support/service.ts';

const folder = temporaryFolder();
const account = sampleAccount();
afterAll(() => folder.remove());

const fileOf = (name: string, content: string): string => {
  const path = join(folder.path, name);
  writeFileSync(path, content);
  return path;
};
const dataOf = (name: string): string => join(folder.path, name);

/** An import's report, with any exit code. */
async function importInto(data: string, ...args: string[]): Promise<Json> {
  const { stdout } = await kith(dataOf(data), 'import', '--json', ...args).catch((error) => error);
  return JSON.parse(stdout)[0];
}

/** All content of a data folder, and its path. */
async function held(data: string): Promise<Json> {
  const { stdout } = await kith(dataOf(data), 'export');
  return JSON.parse(stdout);
}

const named = (state: Json, name: string): Json => state.contacts.find((row: Json) => row.full_name?.startsWith(name));
const linked = (state: Json, table: string, links: string, column: string, contact: Json): Json[] =>
  state[links]
    .filter((link: Json) => link.contact_id === contact.id)
    .map((link: Json) => state[table].find((row: Json) => row.id === link[column]));
const notesOf = (state: Json, contact: Json): Json[] =>
  linked(state, 'timeline_items', 'timeline_items_contacts', 'timeline_item_id', contact);

let fromJson: Json;
let fromSql: Json;
let json: Json;
let sql: Json;
beforeAll(async () => {
  [fromJson, fromSql] = await Promise.all([
    importInto('json', fileOf('monica.json', jsonExport(account))),
    importInto('sql', fileOf('monica.sql', sqlExport(account))),
  ]);
  [json, sql] = await Promise.all([held('json'), held('sql')]);
});

test('detects Monica exports by content, and imports all of their rows', () => {
  expect(fromJson).toMatchObject({
    format: 'Monica JSON',
    failed: 0,
    problems: [],
    tables: { contacts: { added: 5 } },
  });
  expect(fromSql).toMatchObject({ format: 'Monica SQL', failed: 0, problems: [], tables: { contacts: { added: 5 } } });
  // Both describe the same records, with the same ids.
  const idsOf = (state: Json, table: string) => state[table].map(({ id }: Json) => id);
  for (const table of ['contacts', 'contact_emails', 'contact_phone_numbers', 'tags', 'contact_relations', 'reminders'])
    expect(idsOf(json, table)).toEqual(idsOf(sql, table));
  expect(idsOf(json, 'timeline_items')).toEqual(idsOf(sql, 'timeline_items'));
});

test.each(['json', 'sql'])('imports a complete Monica contact: %s', (kind) => {
  const state = kind === 'json' ? json : sql;
  const ada = named(state, 'Ada');
  expect(ada).toMatchObject({
    ...{ id: uuidOf('contacts', 1), full_name: 'Ada M. Lovelace', first_name: 'Ada', last_name: 'Lovelace' },
    ...{ job_title: 'Analyst', company: 'Engines', starred: true, birthday: '1985-05-17T00:00:00.000Z' },
    ...{ birthday_year: 1985, first_met_at: '2019-03-02T00:00:00.000Z', linkedin: 'https://www.linkedin.com/in/ada' },
    ...{ frequency: '30 days', next_reminder_at: '2027-01-15T00:00:00.000Z', latitude: 48.85, longitude: 2.35 },
    ...{ last_seen_at: '2020-08-03T12:00:00.000Z', created_at: '2020-01-01T10:00:00.000Z' },
  });
  const lines = ada.description.split('\n');
  expect(lines.slice(0, 2)).toEqual(['Likes "engines"; can\'t stop', 'C:\\new']);
  expect(lines).toEqual(expect.arrayContaining(['Nickname: Countess', 'Whatsapp: 0049301234']));
  // Omitted by Monica's JSON export.
  expect(lines.includes('How we met: At the fair')).toBe(kind === 'sql');
  const phones = state.contact_phone_numbers.filter(({ contact_id }: Json) => contact_id === ada.id);
  expect(phones).toMatchObject([{ phone_number: '+12025550101', phone_number_sanitized: '+12025550101' }]);
  expect(state.legacy_contact_addresses).toMatchObject([
    { street: "5 Rue de l'Été", city: 'Paris', postal_code: '075001', country: 'France', address_type: 'home' },
  ]);
  const fields = Object.fromEntries(state.custom_fields.map((field: Json) => [field.id, field.name]));
  const values = state.contacts_custom_fields
    .filter(({ contact_id }: Json) => contact_id === ada.id)
    .map((value: Json) => [fields[value.custom_field_id], value.text_value ?? value.date_value]);
  expect(Object.fromEntries(values)).toEqual({
    ...{ Gender: 'Woman', 'Food preferences': 'No nuts', Pets: 'Rex (dog), cat' },
  });
  expect(linked(state, 'tags', 'tags_contacts', 'tag_id', ada).map(({ name }) => name)).toEqual(['friends']);

  expect(named(state, 'Bob')).toMatchObject({ last_name: "O'Brien", birthday: '1604-02-29T00:00:00.000Z' });
  expect(named(state, 'Bob').birthday_year).toBeUndefined();
  expect(named(state, 'Cem')).toMatchObject({ birthday_year: 2012, description: 'Born: about 2012' });
  expect(named(state, 'Dora')).toMatchObject({ is_archived: true, never_keep_in_touch: true });
  expect(named(state, 'Zoë')).toMatchObject({ last_name: '王' });
  const died = state.custom_fields.find(({ name }: Json) => name === 'Died');
  expect(died.field_type).toBe('datepicker');
  expect(state.contacts_custom_fields).toContainEqual(
    expect.objectContaining({ custom_field_id: died.id, date_value: '2018-11-30' }),
  );
});

test.each(['json', 'sql'])('turns activities into notes, with their times and participants: %s', (kind) => {
  const state = kind === 'json' ? json : sql;
  const [ada, bob] = [named(state, 'Ada'), named(state, 'Bob')];
  const notes = notesOf(state, ada).map(({ note, event_time, meeting_type, custom_emoji }) => [
    ...[note.split('\n')[0], event_time.slice(0, 16), meeting_type, custom_emoji].filter(Boolean),
  ]);
  expect(notes).toEqual(
    expect.arrayContaining([
      ['First; note -- with # everything', '2020-01-01T10:00', '⭐'],
      ['Same second, A', '2020-01-03T10:00'],
      ['Same second, B', '2020-01-03T10:00'],
      ['Talked', '2020-06-01T12:00', 'call'],
      ['Lunch', '2020-08-03T12:00', 'meal'],
      ['Gift idea: Scarf', '2020-01-01T10:00'],
      ['Life event: New job: At Engines', '2019-09-01T12:00'],
    ]),
  );
  expect(notes).toHaveLength(7);
  const lunch = state.timeline_items.find(({ note }: Json) => note.startsWith('Lunch'));
  expect(lunch.note).toBe('Lunch\n(ate restaurant)\nPasta');
  const there = state.timeline_items_contacts.filter((link: Json) => link.timeline_item_id === lunch.id);
  expect(there.map(({ contact_id }: Json) => contact_id).sort()).toEqual([ada.id, bob.id].sort());

  const texts = notesOf(state, bob).map(({ note }) => note);
  const [chat] = texts.filter((text) => text.startsWith('Conversation'));
  expect(chat).toBe("Conversation (Whatsapp)\nMe (2020-07-02): Hi\nBob O'Brien (2020-07-02): Hello");
  expect(texts).toContain('12345');
  expect(texts).toContain(kind === 'json' ? "Debt: I owe Bob O'Brien 50 USD" : "Debt: I owe Bob O'Brien 50\nlunch");
  const journal = state.timeline_items.filter(({ note }: Json) => note.startsWith('Journal'));
  expect(journal.map(({ note, event_time }: Json) => [note, event_time.slice(0, 10)]).sort()).toEqual([
    ['Journal: A day\nIt rained.', '2020-09-01'],
    ['Journal: a good day\nSun', '2020-09-02'],
  ]);
});

test.each(['json', 'sql'])('imports reminders, tasks, and relations: %s', (kind) => {
  const state = kind === 'json' ? json : sql;
  const [ada, bob, cem] = ['Ada', 'Bob', 'Cem'].map((name) => named(state, name));
  const today = new Date().toISOString().slice(0, 10);
  const reminders = Object.fromEntries(
    linked(state, 'reminders', 'reminders_contacts', 'reminder_id', ada).map((row) => [row.text.split('\n')[0], row]),
  );
  expect(Object.keys(reminders).sort()).toEqual([
    ...['Call', 'Done once', 'Give back book', 'Send photos', 'Visit', 'Water plants'],
  ]);
  expect(reminders.Call).toMatchObject({ text: 'Call\nabout the trip', recurrence: '1 mon', anchor: '2020-01-31' });
  expect(reminders.Call.due_at_date >= today).toBe(true);
  expect(reminders['Water plants'].text).toContain('every 5 weeks');
  expect((Date.parse(reminders['Water plants'].due_at_date) - Date.parse('2020-01-01')) % (35 * 86_400_000)).toBe(0);
  expect(reminders.Visit).toMatchObject({ due_at_date: '2031-02-03' });
  expect(reminders['Done once']).toMatchObject({ is_complete: true });
  expect(reminders['Give back book']).toMatchObject({ is_complete: true, due_at_date: '2020-01-09' });
  expect(reminders['Send photos'].is_complete).toBeUndefined();

  const sides = state.contact_relations.map((row: Json) => ({
    [row.source]: row.source_contact,
    [row.destination]: row.destination_contact,
  }));
  expect(sides).toContainEqual({ [ada.id]: 'parent', [cem.id]: 'child' });
  expect(sides).toContainEqual({ [ada.id]: 'colleague, introduced', [bob.id]: 'colleague, introducer' });
  expect(sides).toHaveLength(2);
});

test('reports unsupported data with counts, and imports avatar photos', () => {
  const both = [
    "Bob O'Brien: documents cannot be imported: contract.pdf",
    "Bob O'Brien: e-mail address left out, must be an email address: no address",
    'birthday reminders are left out because kith shows birthdays automatically',
    'kith does not support repeating every 5 weeks: such reminders were imported once, for their next day',
    'open tasks have no date in Monica, so they became reminders for the day of their first import',
  ];
  expect([...fromJson.warnings].sort()).toEqual([
    'Ada M. Lovelace: photos cannot be imported: beach.png',
    ...both.slice(0, 2),
    'audit log entries cannot be imported: 1 left out',
    ...both.slice(2),
  ]);
  expect([...fromSql.warnings].sort()).toEqual([
    'Ada M. Lovelace: photos cannot be imported: ada.png, beach.png',
    ...both.slice(0, 3),
    ...both.slice(3),
    'rows of audit_logs cannot be imported: 1 left out',
  ]);
  // Nothing needed only by the account, and none of its secrets.
  expect(JSON.stringify([fromSql, sql])).not.toMatch(/secret|\$2y\$|api_key/);
  expect(json.photos).toMatchObject([{ picture: expect.stringMatching(/^data:image\/png;base64,/) }]);
  expect(named(json, 'Ada').image_url).toBe(`kith://photos/${json.photos[0].id}`);
});

/** The account with each table's rows in another order. */
const shuffled = (seed: number): Account => {
  const tables = Object.entries(account).map(([table, rows]): [string, fc.Arbitrary<Account[string]>] => [
    table,
    fc.shuffledSubarray(rows, { minLength: rows.length }),
  ]);
  return fc.sample(fc.record(Object.fromEntries(tables)), { numRuns: 1, seed })[0] as Account;
};

test('changes nothing when the account is imported again, in any order and from either export', async () => {
  const data = await openDataFolder(dataOf('json'));
  for (const content of [jsonExport(shuffled(3)), sqlExport(shuffled(4))]) {
    expect(await data.importExport(content)).toMatchObject({ created: 0, failed: 0, updated: 0 });
    const { format: _, version: __, settings: ___, ...rows } = json;
    expect(await data.held()).toEqual(rows);
  }
  await data.close();
});

test('reports the same in a dry run, and writes nothing', async () => {
  const data = await openDataFolder(dataOf('dry'));
  const dry = await data.importExport(jsonExport(account), { dryRun: true });
  expect({ ...dry, file: fromJson.file, dryRun: false }).toEqual(fromJson);
  expect((await data.held()).contacts).toEqual([]);
  expect((await data.held()).photos).toEqual([]);
  await data.close();
});

test('adds to existing people with other ids, and reports values that lose', async () => {
  const card = 'BEGIN:VCARD\nVERSION:4.0\nFN:Ada Lovelace\nORG:Other\nEMAIL:ADA@x.example\nEND:VCARD\n';
  await importInto('there', fileOf('ada.vcf', card));
  const data = await openDataFolder(dataOf('there'));
  const report = await data.importExport(sqlExport(account));
  expect(report.tables.contacts).toMatchObject({ added: 4, completed: 1 });
  expect(report.warnings).toContain('Ada M. Lovelace: company kept: Other, file says Engines');
  const state = await data.held();
  expect(notesOf(state, named(state, 'Ada'))).toHaveLength(7);
  expect(state.contacts).toHaveLength(5);
  await data.close();
});

test.each([
  ['no currency at all', null, {}, '50'],
  ['the euro, which has one number everywhere', '4', {}, '50 EUR'],
  ["the user's own", null, { users: { currency_id: 2 } }, '50 USD'],
  ['one without cents', '63', { currencies: { id: 63, iso: 'JPY' } }, '5000 JPY'],
  ['one with three digits', '63', { currencies: { id: 63, iso: 'KWD' } }, '5 KWD'],
  ['cents that nobody uses', '63', { currencies: { id: 63, iso: 'HUF' } }, '50 HUF'],
  ['a number that nothing explains', '63', {}, '5000 in the smallest unit of currency number 63 of Monica'],
])('reads amounts as Monica does: %s', (_, currency_id, tables: Record<string, object>, sum) => {
  const more = sampleAccount();
  more.debts = more.debts!.map((row) => ({ ...row, currency_id }));
  for (const [table, row] of Object.entries(tables)) more[table] = [{ id: 1, ...more[table]?.[0], ...row }];
  const { account } = readMonica(Buffer.from(sqlExport(more)))!;
  expect(account.people.flatMap(({ lists }) => lists.debts ?? []).map(({ amount }) => amount)).toEqual([sum]);
});

test.each([
  ['an open quote', "INSERT INTO `contacts` (`id`) VALUES\n (1),\n ('2);", 'Line 3: a quote is not closed'],
  ['too few values', 'INSERT INTO contacts (id, uuid) VALUES\n (1);', 'Line 2: a row of contacts has 1 values'],
  ['no columns', 'SET x=1;\nINSERT INTO `contacts` VALUES (1);', 'Line 2: the INSERT into contacts does not name'],
  ['a function', 'INSERT INTO contacts (id) VALUES (sleep(5));', 'Line 1: "sleep(5));" is not a readable value'],
  ['no contacts', 'INSERT INTO `cars` (`id`) VALUES (1);', 'no rows of the Monica table "contacts"'],
  ['another version', '{"version":"2.0","app_version":"9","account":{}}', 'has version 2.0'],
])('locates the error in an unreadable file: %s', (_, content, message) => {
  expect(() => readMonica(Buffer.from(content))).toThrow(message);
});

test('names an unknown column with its count', () => {
  const more = sampleAccount();
  more.contacts = more.contacts!.map((row) => ({ ...row, shoe_size: 38 }));
  more.moods = [{ id: 1, account_id: 1 }];
  const { account } = readMonica(Buffer.from(sqlExport(more)))!;
  const { warnings } = monicaArchive(account, { now: '2026-01-01T00:00:00.000Z', sanitized: () => undefined });
  expect(warnings).toContain('Skipped contact.shoe_size (5 times): kith has no field for it');
  expect(warnings).toContain('rows of moods cannot be imported: 1 left out');
});

test("rejects a file falsely declared as Monica's", async () => {
  expect(() => readMonica(Buffer.from('hello'), true)).toThrow('neither a JSON nor an SQL export of Monica');
  expect(() => readMonica(Buffer.from('{"version":"1.0'), true)).toThrow('incomplete or invalid JSON');
  expect((await importInto('broken', 'monica', fileOf('a.vcf', 'hello'))).error).toContain(
    'neither a JSON nor an SQL export of Monica',
  );
});

test('imports text longer than a request allows, and exports it again', async () => {
  const long = (length: number) => 'word '.repeat(length / 5).trim();
  const { contacts, tasks, notes, ...rest } = sampleAccount();
  const [ada, ...others] = contacts!;
  const [task] = tasks!;
  const [note] = notes!;
  const content = jsonExport({
    ...rest,
    contacts: [{ ...ada!, food_preferences: long(20_000) }, ...others],
    tasks: [{ ...task!, description: long(20_000) }],
    notes: [{ ...note!, body: long(600_000) }],
  });
  const [first, second] = await Promise.all(['long', 'moved'].map((name) => openDataFolder(dataOf(name))));
  const report = await first!.importExport(content);
  const state = await first!.held();
  expect(report.problems).toEqual([]);
  const longest = (table: string, column: string) =>
    Math.max(...state[table].map((row: Json) => row[column]?.length ?? 0));
  expect(longest('timeline_items', 'note')).toBe(599_999);
  expect(longest('reminders', 'text')).toBeGreaterThan(19_999);
  expect(longest('contacts_custom_fields', 'text_value')).toBe(19_999);
  const archive = readArchive(JSON.stringify({ format: 'kith archive', version: 1, ...state }));
  expect((await second!.importArchive(archive)).problems).toEqual([]);
  expect(await second!.held()).toEqual(state);
  await Promise.all([first!.close(), second!.close()]);
});
