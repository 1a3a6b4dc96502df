import { request } from 'undici';
import { afterAll, describe, expect, test } from 'vitest';
import { type ArchiveRow, archiveTable, TABLE_NAMES, type TableName } from '../../src/contract/archive.ts';
import { checkRow } from '../../src/contract/archive-rows.ts';
import { readArchive } from '../../src/import/files/archive-file.ts';
import { expectExports, expectReads, expectWrites, importRowsOf, openRows, rowsOf } from '../support/archives.ts';
import { openDatabase } from '../support/database.ts';
import { enrichWorld } from '../support/every-column.ts';
import { dataOf, getContact, type Json, makeContact } from '../support/people.ts';
import { makeReminder } from '../support/people-graph.ts';
import { startService, type User } from '../support/service.ts';
import { makeWorld } from '../support/world.ts';

const service = await startService();
const rows = await openRows(service);
const database = openDatabase(service.dataDir);
afterAll(async () => {
  database.close();
  await rows.close();
  await service.stop();
  expect(service.log()).not.toContain('unexpected fault');
});

const ID = '018f0000-0000-7000-8000-000000000001';
const AT = '2026-01-01T00:00:00.000Z';
const CONTACT = { id: ID, full_name: 'Ann', created_at: AT, updated_at: AT };
const REMINDER = { id: ID, text: 'Call', due_at_date: '2026-01-31', created_at: AT };

async function importFor(user: User, archive: object) {
  return importRowsOf(await rows.of(user), archive);
}

async function feedOf(user: User): Promise<{ status: number; text: string }> {
  const answer = await request(service.baseUrl + new URL(await rows.feedOf(user)).pathname);
  return { status: answer.statusCode, text: await answer.body.text() };
}

const RECURRENCES = ['1e-300 days', '-7 days', '1e-300 mon', '0 days', 'x', '__proto__', '9999 days', '1 mon '];

describe('an import', () => {
  test.each(RECURRENCES)('rejects the recurrence %j, and the feed still responds', async (recurrence) => {
    const user = await service.user();
    const done = { is_complete: true, next_occurrence_at: '2099-01-01T00:00:00.000Z' };
    const { problems } = await importFor(user, { reminders: [{ ...REMINDER, ...done, recurrence }] });
    expect(problems).toEqual([
      { table: 'reminders', row: ID, reason: expect.stringMatching(/^recurrence must be one of/) },
    ]);
    expect((await feedOf(user)).status).toBe(200);
  });

  const ROWS: [TableName, ArchiveRow, Record<string, unknown[]>][] = [
    [
      'contacts',
      CONTACT,
      {
        frequency: ['x', '0 days', '-7 days', '1e-300 days', 7],
        source: ['x', 'constructor'],
        priority_tier: [1e300, 1.5, 2 ** 53, 'x'],
        birthday: ['0000-01-01T00:00:00Z', '2026-02-30', 'x', 1],
        birthday_year: [0, 10_000, -1],
        birthday_dismissed_year: [2 ** 53, 0],
        latitude: [91, -1e300],
        longitude: [181, '5'],
        gmail_last_interaction_provider: ['x'],
        first_name: ['x'.repeat(25_001), 'a\0', '\ud800'],
        linkedin: ['x'.repeat(2_001)],
        linkedin_data: [[], 'x', nested(101), Array(200_000).fill(0)],
        image_url: ['x', 'data:text/html,x'],
        geocode_attempts: [-1, 1e300],
        last_seen_at: ['x', '+010000-01-01T00:00:00Z'],
        __proto__: [],
      },
    ],
    ['tags', { id: ID, name: 'red', created_at: AT }, { name: ['', ' ', 'x'.repeat(101), null] }],
    ['groups', { id: ID, name: 'red', created_at: AT, updated_at: AT }, { name: [' '], emoji: ['x'.repeat(101)] }],
    [
      'custom_fields',
      { id: ID, name: 'red', field_type: 'input', created_at: AT, updated_at: AT },
      { field_type: ['x'], categories: [[1], [{ category: 'a' }], ['x'.repeat(201)], {}], ranking: [1e300] },
    ],
    [
      'contact_emails',
      { id: ID, contact_id: ID, email: 'a@x.example', created_at: AT, updated_at: AT },
      { email: ['x', `${'x'.repeat(320)}@x.example`], label: ['x'.repeat(201)], ranking: [1e300, null] },
    ],
    [
      'contact_phone_numbers',
      { id: ID, contact_id: ID, phone_number: '1', created_at: AT, updated_at: AT },
      { phone_number: ['x', '1'.repeat(101)], country_code: ['x'.repeat(11)] },
    ],
    [
      'contacts_custom_fields',
      { id: ID, contact_id: ID, custom_field_id: ID },
      { array_value: ['x', { a: 1 }, [1], ['']], date_value: ['x', '2026-02-30'], text_value: ['x'.repeat(100_001)] },
    ],
    [
      'reminders',
      REMINDER,
      {
        due_at_date: ['0000-01-01', 'x', null],
        anchor: ['x', '2026-01-31T00:00:00Z', '2026-01-31T09:00:00Z', 7],
        text: ['x'.repeat(100_001)],
      },
    ],
    [
      'timeline_items',
      { id: ID, event_time: AT, created_at: AT },
      {
        audience: ['x'],
        meeting_type: ['x', 'constructor'],
        channels: [[1], [null], 'x'],
        attachments: [['x'], [null], [{ id: ID, url: 'x' }]],
        calendar_account_provider: ['x'],
        note: ['x'.repeat(5_000_001), '\ufdfa'.repeat(100_000)],
      },
    ],
    [
      'views',
      { id: ID, name: 'red', created_at: AT, updated_at: AT },
      { filters: [{ bogus: 1 }, { name: 1 }, [], 'x'], sort: ['x', 'constructor'] },
    ],
    [
      'favorites',
      { id: ID, contact_id: ID, created_at: AT, updated_at: AT },
      { ranking: [1e300, 'x'], contact_id: [null, 'x'] },
    ],
  ];

  test.each(ROWS)('rejects values that %s do not accept, by column', (table, row, columns) => {
    expect(checkRow(table, row)).toMatchObject({ id: ID });
    for (const [column, values] of Object.entries(columns))
      for (const value of values) {
        const refused = () => checkRow(table, JSON.parse(JSON.stringify({ ...row, [column]: value })));
        expect(refused, `${column} ${JSON.stringify(value).slice(0, 40)}`).toThrow(column);
      }
  });

  test('rejects such values in the trash and in merges, by path', async () => {
    const user = await service.user();
    const bin = { id: ID, kind: 'reminder', object_id: ID, deleted_at: new Date().toISOString() };
    const merges = { id: ID, survivor_id: ID, created_at: AT };
    const { problems } = await importFor(user, {
      bin: [
        { ...bin, rows: { reminders: [REMINDER, { ...REMINDER, recurrence: '1e-300 days' }] } },
        { ...bin, rows: { bin: [] } },
        { ...bin, changes: [{ table: 'contacts', id: ID, before: { parent_id: null }, after: {} }] },
      ],
      merges: [
        { ...merges, images: { contacts: [{ ...CONTACT, frequency: 'x' }] } },
        { ...merges, images: { contacts: [] } },
        { ...merges, images: { contacts: [CONTACT, CONTACT] } },
      ],
    });
    expect(problems.map(({ table, row, reason }) => [table, row, reason])).toEqual([
      ['merges', ID, expect.stringMatching(/^images\.contacts\[0\]\.frequency must be/)],
      ['merges', ID, expect.stringMatching(/^images lacks/)],
      ['merges', ID, expect.stringMatching(/^images lists a contact twice/)],
      ['bin', ID, expect.stringMatching(/^rows\.reminders\[1\]\.recurrence must be/)],
      ['bin', ID, expect.stringMatching(/^rows\.bin unknown field/)],
      ['bin', ID, expect.stringMatching(/^changes\[0\]\.before\.parent_id unknown field/)],
    ]);
  });

  test.each<[string, unknown, string]>([
    ['not an object', null, 'Row 2 of "contacts" is not an object.'],
    ['nested too deeply', { linkedin_data: nested(50_000) }, 'is nested deeper than 110 levels'],
  ])('rejects a file with a row that is %s', (_, row, message) => {
    const json = `{"format":"kith archive","version":1,"contacts":[${JSON.stringify(CONTACT)},${text(row)}]}`;
    expect(() => readArchive(json)).toThrow(message);
  });

  test('rejects a long cycle of groups without exhausting the stack', async () => {
    const user = await service.user();
    const id = (at: number) => `018f0000-0000-7000-8000-${String(at).padStart(12, '0')}`;
    const groups = Array.from({ length: 12_000 }, (_, at) => ({
      ...{ id: id(at), parent_id: id((at + 1) % 12_000), name: 'x'.repeat(501) },
      ...{ created_at: AT, updated_at: AT },
    }));
    const { problems } = await importFor(user, { groups });
    expect(problems).toHaveLength(12_000);
  });
});

function nested(levels: number): unknown {
  let value: unknown = 'x';
  for (let level = 0; level < levels; level++) value = [value];
  return value;
}

/** JSON of a value that may be too deep to walk. */
const text = (row: unknown): string =>
  row === null ? 'null' : `{"linkedin_data":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;

describe('invalid stored values', () => {
  const STORED: [table: string, column: string, values: (string | number)[]][] = [
    ['reminders', 'recurrence', RECURRENCES],
    ['reminders', 'anchor', ['x', '', '2026-01-31T00:00:00.000Z', '0000-00-00']],
    ['contacts', 'frequency', ['x', '0 days', '-7 days', '1e-300 days', '']],
    ['contacts', 'source', ['x']],
    ['contacts', 'gmail_last_interaction_provider', ['x']],
    ['contacts', 'birthday', ['0000-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z']],
    ['contacts', 'birthday_year', [0, -5, Number.MAX_SAFE_INTEGER]],
    ['contacts', 'birthday_dismissed_year', [Number.MAX_SAFE_INTEGER, -1]],
    ['contacts', 'priority_tier', [Number.MAX_SAFE_INTEGER]],
    ['contacts', 'latitude', [1e300]],
    ['contacts', 'linkedin_data', ['[null]', '"x"', '{', '5']],
    ['contacts', 'last_seen_at', ['0000-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z']],
    ['contacts', 'next_reminder_at', ['0000-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z']],
    ['timeline_items', 'meeting_type', ['x', 'constructor']],
    ['timeline_items', 'channels', ['[null]', '{}', 'x', '[{"a":1}]']],
    ['timeline_items', 'attachments', ['[null]', '{}', 'x', '["filled"]']],
    ['timeline_items', 'calendar_account_provider', ['x']],
    ['timeline_items', 'event_time', ['0000-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z']],
    ['custom_fields', 'categories', ['[null]', '{}', 'x']],
    ['custom_fields', 'ranking', [Number.MAX_SAFE_INTEGER]],
    ['contacts_custom_fields', 'array_value', ['[null]', '{}', 'x', '5']],
    ['contact_emails', 'ranking', [Number.MAX_SAFE_INTEGER]],
    ['favorites', 'ranking', [Number.MAX_SAFE_INTEGER]],
    ['views', 'filters', ['{"bogus":1}', '[]', 'x', 'null']],
    ['views', 'sort', ['x', 'constructor']],
  ];
  const most = Math.max(...STORED.map(([, , values]) => values.length));

  test.each(Array.from({ length: most }, (_, nth) => nth))('read as none, or do no harm: set %i', async (nth) => {
    const [user, other] = [await service.user(undefined, 'Pacific/Kiritimati'), await service.user()];
    const world = await makeWorld(user, 'stored');
    await enrichWorld(user, world);
    for (const is_complete of [false, true]) {
      const due = { due_at_date: '2026-01-31', recurrence: '1 mon', is_complete };
      dataOf(await user.post('/v2/reminders', { reminder: { text: 'x', ...due } }));
    }
    for (const [table, column, values] of STORED)
      database.all(
        `update ${table} set ${column} = ${typeof values[nth % values.length] === 'number' ? values[nth % values.length] : `'${values[nth % values.length]}'`} where user_id = '${user.id}' returning user_id`,
      );
    await expectReads(service, rows, user, world);
    await expectExports(rows, user, other);
    await expectWrites(rows, user);
    await expectReads(service, rows, user, world);
  });

  test('do not bring a completed reminder back', async () => {
    for (const recurrence of RECURRENCES) {
      const user = await service.user();
      const id = await makeReminder(user, []);
      const next = '2099-01-01T00:00:00.000Z';
      database.all(
        `update reminders set recurrence = '${recurrence}', next_occurrence_at = '${next}' where id = '${id}' returning id`,
      );
      expect((await feedOf(user)).status).toBe(200);
      const { status, body } = await user.call('PATCH', `/v2/reminders/${id}`, { reminder: { is_complete: true } });
      expect([status, body.data.reminder]).toMatchObject([200, { is_complete: true, recurrence: null }]);
      expect(dataOf(await user.get('/v2/reminders/recurring')).reminders).toEqual([]);
      expect(dataOf(await user.get('/v2/reminders?isComplete=true')).reminders).toHaveLength(1);
    }
  });

  test('leave a contact without a frequency in reads, lists, and exports', async () => {
    const user = await service.user();
    const { id } = await makeContact(user, { full_name: 'Ann', frequency: '7 days', linkedin_data: { a: 1 } });
    database.all(`update contacts set frequency = 'x' where id = '${id}' returning id`);
    const none = { frequency: null, frequency_text: null, frequency_interval: null, keep_in_touch_reminders: null };
    expect(await getContact(user, id)).toMatchObject({ ...none, linkedin_data: { a: 1 } });
    const { contacts } = dataOf(await user.get('/v2/contacts'));
    expect(contacts.map(({ frequency }: Json) => frequency)).toEqual([null]);
    expect(dataOf(await user.get('/v2/briefing')).keep_in_touch).toEqual([]);
    expect((await rowsOf(await rows.of(user))).contacts).toEqual([expect.not.objectContaining({ frequency: 'x' })]);
  });

  test('include lists of choices that exceed the request limit, which can still be read and extended', async () => {
    const user = await service.user();
    const { id: contact_id } = await makeContact(user, { full_name: 'Ann' });
    const choices = { name: 'Likes', field_type: 'autocomplete' };
    const field = dataOf(await user.post('/v1/custom-fields', { custom_field: choices }));
    const custom_field_id = (field.custom_field ?? field).id;
    const join = (array_value: string[]) =>
      user.post('/v2/custom-fields/contacts/values', {
        custom_fields: [{ contact_id, custom_field_id, array_value, mode: 'append' }],
      });
    dataOf(await join(['tea']));
    const stored = ['tea', 'x'.repeat(2_000)];
    database.all(
      `update contacts_custom_fields set array_value = '${JSON.stringify(stored)}' where user_id = '${user.id}' returning id`,
    );
    dataOf(await join(['rice']));
    const { contacts_custom_fields } = await getContact(user, contact_id);
    expect(contacts_custom_fields.map(({ array_value }: Json) => array_value)).toEqual([[...stored, 'rice']]);
  });

  test('do no harm in records restored from the trash and from merges', async () => {
    const user = await service.user();
    const data = await rows.of(user);
    const [stays, away, gone] = await Promise.all(
      ['Stays', 'Away', 'Gone'].map((full_name) => makeContact(user, { full_name, frequency: '7 days' })),
    );
    const due = { due_at_date: '2026-01-31', recurrence: '1 mon', reminders_contacts: [{ contact_id: gone.id }] };
    dataOf(await user.post('/v2/reminders', { reminder: { text: 'x', ...due } }));
    database.all(`update contacts set frequency = 'x' where user_id = '${user.id}' returning id`);
    database.all(`update reminders set recurrence = '1e-300 days' where user_id = '${user.id}' returning id`);
    dataOf(await user.post('/v2/contacts/merge', { contactIds: [[stays.id, away.id]], survivorIds: [stays.id] }));
    dataOf(await user.call('DELETE', `/v2/contacts/${gone.id}`));
    const exported = await rowsOf(data);
    expect(JSON.stringify(exported)).not.toMatch(/1e-300|"frequency"/);
    expect((await importFor(await service.user(), exported)).problems).toEqual([]);
    await expectWrites(rows, user);
    expect((await feedOf(user)).status).toBe(200);
    expect(dataOf(await user.get('/v2/contacts')).contacts).toHaveLength(3);
  });
});

test('an import accepts an export with the largest values that requests accept', async () => {
  const [user, other] = [await service.user(), await service.user()];
  const whole = (length: number) => 'x'.repeat(length);
  const { id } = await makeContact(user, {
    ...{ first_name: whole(500), last_name: whole(500), description: whole(10_000), education: whole(2_000) },
    ...{ linkedin: whole(2_000), website: whole(8_192), image_url: `https://x.example/${whole(8_000)}` },
    ...{ frequency: '9999 years', birthday: '9999-12-31', priority_tier: 1_000_000, source: 'csv_import' },
    ...{ last_seen_at: '9999-12-31T23:59:59.999Z', first_met_at: '0000-01-01T00:00:00Z' },
    ...{ coordinates: { operation: 'set', data: { latitude: -90, longitude: 180 } } },
    linkedin_data: { deep: nested(97), text: whole(1_000_000) },
    contact_emails: [{ email: 'a@x.example', label: whole(200), ranking: 1_000_000_000 }],
    contact_phone_numbers: [{ phone_number: '1'.repeat(100), country_code: whole(10) }],
    legacy_contact_addresses: [{ formatted: whole(2_000), address_type: whole(2_000) }],
  });
  dataOf(await user.post(`/v2/contact-emails/${id}`, { email: 'b@x.example' }));
  const group = {
    name: whole(500),
    emoji: whole(100),
    description: whole(10_000),
    groups_contacts: [{ contact_id: id }],
  };
  dataOf(await user.post('/v2/groups', { group }));
  dataOf(await user.post('/v2/tags', { tag: { name: '😀'.repeat(100) } }));
  const attachments = Array.from({ length: 100 }, () => ({ url: 'https://x.example', file_size: 1.5 }));
  const links = [{ contact_id: id }];
  const note = { note: whole(500_000), custom_emoji: whole(100), attachments, timeline_items_contacts: links };
  dataOf(await user.post('/v2/timeline/notes', { note }));
  const due = { due_at_time: '9999-12-31T00:00:00Z', recurrence: '1 year', reminders_contacts: links };
  dataOf(await user.post('/v2/reminders', { reminder: { text: whole(10_000), ...due } }));
  const filters = { or: [{ last_seen_at: { lte: '2026-01-01' } }, { last_seen_at: null }] };
  dataOf(await user.post('/v2/views', { view: { name: whole(500), filters, sort: 'full_name' } }));
  const [favorite] = dataOf(await user.post('/v2/favorites/batch', { favorites: links })).favorites;
  dataOf(await user.call('PATCH', `/v2/favorites/${favorite.id}`, { ranking: -1_000_000_000 }));
  const away = await makeContact(user, { full_name: whole(500), frequency: '1 day' });
  dataOf(await user.post('/v2/contacts/merge', { contactIds: [[id, away.id]], survivorIds: [id] }));
  dataOf(await user.call('DELETE', `/v2/contacts/${id}`));
  const exported = await rowsOf(await rows.of(user));
  expect((await importFor(other, exported)).problems).toEqual([]);
  expect(await rowsOf(await rows.of(other))).toEqual(exported);
});

test('every archive table and column has a rule', () => {
  for (const table of TABLE_NAMES)
    expect(() =>
      checkRow(table, Object.fromEntries(Object.keys(archiveTable(table).columns).map((name) => [name, {}]))),
    ).toThrow();
});
