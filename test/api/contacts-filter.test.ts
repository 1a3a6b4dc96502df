import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { serviceForFile } from '../support/file-service.ts';
import { dataOf, fieldsOf, type Json, makeContacts, makeNote, makeTag, namesWhere, wipe } from '../support/people.ts';
import { rounds } from '../support/rounds.ts';
import { toQuery } from '../support/samples.ts';

const { service, database, ada } = await serviceForFile();
let ids: Record<string, string>;
let tags: Record<string, string>;
let groups: Record<string, string>;
let fields: Record<string, string>;

const AT = '2026-01-01T00:00:00.000Z';

beforeAll(async () => {
  tags = Object.fromEntries(
    await Promise.all(['red', 'green', 'blue'].map(async (name) => [name, (await makeTag(ada, name)).id])),
  );
  groups = { club: randomUUID(), team: randomUUID() };
  fields = { text: randomUUID(), date: randomUUID(), list: randomUUID() };
  for (const [name, id] of Object.entries(groups)) {
    database.insert('groups', { user_id: ada.id, id, name, created_at: AT, updated_at: AT });
  }
  for (const [name, id] of Object.entries(fields)) {
    const field_type = { text: 'input', date: 'datepicker', list: 'autocomplete' }[name]!;
    database.insert('custom_fields', {
      user_id: ada.id,
      id,
      name,
      field_type,
      categories: '[]',
      created_at: AT,
      updated_at: AT,
    });
  }
  const link = (...names: string[]) => names.map((name) => ({ tag_id: tags[name] }));
  const made = await makeContacts(ada, [
    {
      full_name: 'Ann',
      company: 'Société Générale',
      job_title: '100% Engineer',
      education: 'MIT',
      legacy_location: 'São Paulo',
      description: 'likes_under_scores \\ slashes',
      starred: true,
      contact_emails: [{ email: 'Ann@Example.com' }],
      contact_phone_numbers: [{ phone_number: '(212) 555-0101' }],
      linkedin: 'ann',
      frequency: '7 days',
      birthday: '1990-02-28',
      source: 'csv_import',
      priority_tier: 1,
      last_seen_at: '2026-01-10T00:00:00Z',
      first_met_at: '2020-01-01T00:00:00Z',
      tags_contacts: link('red', 'green'),
      groups_contacts: [{ group_id: groups.club }],
      custom_fields: [{ id: fields.text, text_value: 'Jazz & Tea' }],
    },
    {
      full_name: 'Bob',
      company: 'Acme',
      twitter: 'bob',
      instagram: '',
      birthday: '--02-28',
      contact_emails: [{ email: 'bob@example.com' }],
      last_seen_at: '2026-02-10T00:00:00Z',
      next_reminder_at: '2026-06-01T00:00:00Z',
      tags_contacts: link('green'),
      groups_contacts: [{ group_id: groups.club }, { group_id: groups.team }],
      legacy_contact_addresses: [{ city: 'Zürich', country: 'Schweiz' }],
    },
    {
      full_name: 'Cid',
      never_keep_in_touch: true,
      ignore_merge: true,
      instagram: 'cid',
      tags_contacts: link('blue'),
      birthday: '2000-02-29',
    },
    { full_name: 'Dee', is_archived: true, company: 'Acme', tags_contacts: link('red') },
    { full_name: 'Eve_x', first_name: 'Evelyn', priority_tier: 2 },
  ]);
  ids = Object.fromEntries(made.map(({ full_name, id }) => [full_name, id]));
  const value = (contact: string, field: string, columns: Record<string, string>) =>
    database.insert('contacts_custom_fields', {
      user_id: ada.id,
      id: randomUUID(),
      contact_id: ids[contact]!,
      custom_field_id: fields[field]!,
      ...columns,
    });
  value('Bob', 'text', { text_value: 'Rock', folded_value: 'rock' });
  value('Ann', 'date', { date_value: '2026-03-01', folded_value: '2026-03-01' });
  value('Bob', 'date', { date_value: '2026-04-01', folded_value: '2026-04-01' });
  database.insert('contact_relations', {
    user_id: ada.id,
    id: randomUUID(),
    source: ids.Bob!,
    destination: ids.Eve_x!,
    source_contact: 'father',
    destination_contact: 'daughter',
  });
  await makeNote(ada, {
    note: 'n',
    event_time: '2019-01-01T00:00:00Z',
    timeline_items_contacts: [{ contact_id: ids.Cid }],
  });
});

const found = (where: object) => namesWhere(ada, where);
const EVERYONE = ['Ann', 'Bob', 'Cid', 'Eve_x'];
const without = (...names: string[]) => EVERYONE.filter((name) => !names.includes(name));

describe('where', () => {
  const cases: [string, () => object, string[]][] = [
    ['nothing', () => ({}), EVERYONE],
    ['in', () => ({ in: [ids.Ann, ids.Dee, randomUUID()] }), ['Ann']],
    ['in, upper case', () => ({ in: [ids.Ann!.toUpperCase()] }), ['Ann']],
    ['in nothing', () => ({ in: [] }), []],
    ['not_in', () => ({ not_in: [ids.Ann] }), without('Ann')],
    ['not_in nothing', () => ({ not_in: [] }), EVERYONE],
    ['starred', () => ({ starred: true }), ['Ann']],
    ['not starred', () => ({ starred: false }), without('Ann')],
    ['archived', () => ({ is_archived: true }), ['Dee']],
    ['not archived', () => ({ is_archived: false }), EVERYONE],
    ['ignore_merge', () => ({ ignore_merge: true }), ['Cid']],
    ['never_keep_in_touch', () => ({ never_keep_in_touch: true }), ['Cid']],
    ['name', () => ({ name: 'NN' }), ['Ann']],
    ['name, by the first name', () => ({ name: 'evel' }), ['Eve_x']],
    ['name, folded', () => ({ name: 'ÉVE' }), ['Eve_x']],
    ['name, % is itself', () => ({ name: '%' }), []],
    ['name, _ is itself', () => ({ name: '_' }), ['Eve_x']],
    ['name, [ is itself', () => ({ name: '[A-Z]' }), []],
    ['company', () => ({ company: 'societe gen' }), ['Ann']],
    ['company, inside a word', () => ({ company: 'cm' }), ['Bob']],
    ['job_title with %', () => ({ job_title: '0% e' }), ['Ann']],
    ['job_title, % is itself', () => ({ job_title: '1%r' }), []],
    ['education', () => ({ education: 'mit' }), ['Ann']],
    ['location', () => ({ location: 'sao' }), ['Ann']],
    ['location, by an address', () => ({ location: 'zurich' }), ['Bob']],
    ['description with \\', () => ({ description: '\\ s' }), ['Ann']],
    ['description with _', () => ({ description: 's_u' }), ['Ann']],
    ['description, _ is itself', () => ({ description: 's_s_' }), []],
    ['has_name', () => ({ has_name: false }), []],
    ['has_company', () => ({ has_company: true }), ['Ann', 'Bob']],
    ['has no company', () => ({ has_company: false }), ['Cid', 'Eve_x']],
    ['has_job_title', () => ({ has_job_title: true }), ['Ann']],
    ['has_education', () => ({ has_education: true }), ['Ann']],
    ['has_location', () => ({ has_location: true }), ['Ann', 'Bob']],
    ['has_description', () => ({ has_description: false }), without('Ann')],
    ['has_email', () => ({ has_email: true }), ['Ann', 'Bob']],
    ['has no email', () => ({ has_email: false }), ['Cid', 'Eve_x']],
    ['has_phone', () => ({ has_phone: true }), ['Ann']],
    ['has_linkedin', () => ({ has_linkedin: true }), ['Ann']],
    ['has_twitter', () => ({ has_twitter: true }), ['Bob']],
    ['has_instagram', () => ({ has_instagram: true }), ['Cid']],
    ['has no instagram', () => ({ has_instagram: false }), without('Cid')],
    ['has_frequency', () => ({ has_frequency: true }), ['Ann']],
    ['has_birthday', () => ({ has_birthday: true }), ['Ann', 'Bob', 'Cid']],
    ['has_relations', () => ({ has_relations: true }), ['Bob', 'Eve_x']],
    ['has no relations', () => ({ has_relations: false }), ['Ann', 'Cid']],
    ['has_notes', () => ({ has_notes: true }), ['Cid']],
    ['email', () => ({ email: 'ANN@example.COM' }), ['Ann']],
    ['email, exact', () => ({ email: 'ann@example' }), []],
    ['phone, as typed elsewhere', () => ({ phone: '+1 212-555-0101' }), ['Ann']],
    ['phone, by its end', () => ({ phone: '555-0101' }), ['Ann']],
    ['never seen', () => ({ last_seen_at: null }), ['Eve_x']],
    [
      'not seen since, or never',
      () => ({ or: [{ last_seen_at: { lte: '2026-01-15' } }, { last_seen_at: null }] }),
      without('Bob'),
    ],
    ['seen at all', () => ({ last_seen_at: {} }), without('Eve_x')],
    ['no date to be in touch', () => ({ next_reminder_at: null }), ['Cid', 'Eve_x']],
    ['first met on an unknown date', () => ({ first_met_at: null }), without('Ann')],
    ['added never', () => ({ created_at: null }), []],
    ['phone, another', () => ({ phone: '555-0102' }), []],
    ['phone, too short to be one', () => ({ phone: '0101' }), []],
    ['source', () => ({ source: 'csv_import' }), ['Ann']],
    ['frequency', () => ({ frequency: '7 days' }), ['Ann']],
    ['priority_tier', () => ({ priority_tier: 2 }), ['Eve_x']],
    ['tags any', () => ({ tags: { any: [tags.red, tags.blue] } }), ['Ann', 'Cid']],
    ['tags all', () => ({ tags: { all: [tags.red, tags.green] } }), ['Ann']],
    ['tags none', () => ({ tags: { none: [tags.red, tags.blue] } }), ['Bob', 'Eve_x']],
    ['tags any and none', () => ({ tags: { any: [tags.green], none: [tags.red] } }), ['Bob']],
    ['an unknown tag', () => ({ tags: { any: [randomUUID()] } }), []],
    ['without an unknown tag', () => ({ tags: { none: [randomUUID()] } }), EVERYONE],
    ['groups any', () => ({ groups: { any: [groups.club] } }), ['Ann', 'Bob']],
    ['groups all', () => ({ groups: { all: [groups.club, groups.team] } }), ['Bob']],
    ['groups none', () => ({ groups: { none: [groups.club] } }), ['Cid', 'Eve_x']],
    ['birthday month', () => ({ birthday: { month: 2 } }), ['Ann', 'Bob', 'Cid']],
    ['birthday day', () => ({ birthday: { month: 2, day: 28 } }), ['Ann', 'Bob']],
    ['birthday, leap day', () => ({ birthday: { month: 2, day: 29 } }), ['Cid']],
    ['birthday in another month', () => ({ birthday: { month: 12 } }), []],
    ['last_seen_at from', () => ({ last_seen_at: { gte: '2026-02-10T00:00:00Z' } }), ['Bob']],
    ['last_seen_at from, another offset', () => ({ last_seen_at: { gte: '2026-02-10T02:00:00+02:00' } }), ['Bob']],
    ['last_seen_at until', () => ({ last_seen_at: { lte: '2026-01-10T00:00:00Z' } }), ['Ann', 'Cid']],
    [
      'last_seen_at between',
      () => ({ last_seen_at: { gte: '2026-01-01T00:00:00Z', lte: '2026-01-31T00:00:00Z' } }),
      ['Ann'],
    ],
    ['last_seen_at on a day', () => ({ last_seen_at: { gte: '2026-02-10', lte: '2026-02-10' } }), ['Bob']],
    ['last_seen_at at all', () => ({ last_seen_at: {} }), ['Ann', 'Bob', 'Cid']],
    ['next_reminder_at', () => ({ next_reminder_at: { gte: '2026-03-01T00:00:00Z' } }), ['Bob']],
    ['first_met_at', () => ({ first_met_at: { lte: '2021-01-01T00:00:00Z' } }), ['Ann']],
    ['created_at', () => ({ created_at: { gte: '2100-01-01T00:00:00Z' } }), []],
    ['updated_at', () => ({ updated_at: { lte: '2100-01-01T00:00:00Z' } }), EVERYONE],
    ['two keys join with AND', () => ({ has_email: true, starred: false }), ['Bob']],
    ['or', () => ({ or: [{ starred: true }, { name: 'cid' }] }), ['Ann', 'Cid']],
    ['or beside a key', () => ({ has_birthday: true, or: [{ starred: true }, { company: 'acme' }] }), ['Ann', 'Bob']],
    [
      'or in or',
      () => ({ or: [{ or: [{ name: 'ann' }, { name: 'bob' }], has_phone: true }, { name: 'eve' }] }),
      ['Ann', 'Eve_x'],
    ],
    ['or that speaks of archived', () => ({ or: [{ is_archived: true }, { starred: true }] }), ['Ann', 'Dee']],
    ['archived and company', () => ({ is_archived: true, company: 'acme' }), ['Dee']],
    [
      'custom text contains',
      () => ({ custom_fields: [{ id: fields.text, operator: 'contains', value: 'TEA' }] }),
      ['Ann'],
    ],
    ['custom text eq', () => ({ custom_fields: [{ id: fields.text, operator: 'eq', value: 'rock' }] }), ['Bob']],
    ['custom text eq, part', () => ({ custom_fields: [{ id: fields.text, operator: 'eq', value: 'roc' }] }), []],
    [
      'custom text, % is itself',
      () => ({ custom_fields: [{ id: fields.text, operator: 'contains', value: '%' }] }),
      [],
    ],
    ['custom in', () => ({ custom_fields: [{ id: fields.text, operator: 'in', value: ['rock', 'pop'] }] }), ['Bob']],
    [
      'custom not_in',
      () => ({ custom_fields: [{ id: fields.text, operator: 'not_in', value: ['rock'] }] }),
      without('Bob'),
    ],
    ['custom present', () => ({ custom_fields: [{ id: fields.text, operator: 'present' }] }), ['Ann', 'Bob']],
    ['custom absent', () => ({ custom_fields: [{ id: fields.text, operator: 'absent' }] }), ['Cid', 'Eve_x']],
    [
      'custom date gte',
      () => ({ custom_fields: [{ id: fields.date, operator: 'gte', value: '2026-03-15' }] }),
      ['Bob'],
    ],
    [
      'custom date lte',
      () => ({ custom_fields: [{ id: fields.date, operator: 'lte', value: '2026-03-01' }] }),
      ['Ann'],
    ],
    [
      'two custom fields',
      () => ({
        custom_fields: [
          { id: fields.text, operator: 'present' },
          { id: fields.date, operator: 'gte', value: '2026-03-15' },
        ],
      }),
      ['Bob'],
    ],
  ];

  test.each(cases)('%s', async (_, where, expected) => {
    expect(await found(where())).toEqual(expected);
    const asText = `/v2/contacts/count?where=${encodeURIComponent(JSON.stringify(where()))}`;
    expect(dataOf(await ada.get(asText)).count).toBe(expected.length);
  });

  test('accepts the same filters in bracket notation', async () => {
    for (const [name, where, expected] of cases) {
      const brackets = toQuery({ where: where() });
      // Brackets cannot express an empty list or object.
      if (/nothing|at all/.test(name)) continue;
      expect([name, dataOf(await ada.get(`/v2/contacts/count${brackets}`)).count]).toEqual([name, expected.length]);
    }
  });

  test.each<[object, string]>([
    [{ surprise: true }, 'where.surprise'],
    [{ or: [] }, 'where.or'],
    [{ or: [{ surprise: 1 }] }, 'where.or[0].surprise'],
    [{ birthday: { month: 13 } }, 'where.birthday.month'],
    [{ birthday: { month: 1, day: 32 } }, 'where.birthday.day'],
    [{ birthday: { day: 1 } }, 'where.birthday.month'],
    [{ last_seen_at: { gte: '2026' } }, 'where.last_seen_at.gte'],
    [{ last_seen_at: { gt: '2026-01-01T00:00:00Z' } }, 'where.last_seen_at.gt'],
    [{ tags: { any: ['x'] } }, 'where.tags.any[0]'],
    [{ frequency: '0 days' }, 'where.frequency'],
    [{ source: 'vcard' }, 'where.source'],
    [{ source: 'CSV_IMPORT' }, 'where.source'],
    [{ custom_fields: [{ id: randomUUID(), operator: 'eq' }] }, 'where.custom_fields[0].value'],
    [{ custom_fields: [{ id: randomUUID(), operator: 'like', value: 'x' }] }, 'where.custom_fields[0].operator'],
    [{ custom_fields: [{ id: randomUUID(), operator: 'gte', value: ['x'] }] }, 'where.custom_fields[0].value'],
  ])('rejects %j', async (where, field) => {
    const answer = await ada.post('/v2/contacts/filter', { where });
    expect([answer.status, Object.keys(fieldsOf(answer))]).toEqual([400, [field]]);
    const counted = await ada.get(`/v2/contacts/count?where=${encodeURIComponent(JSON.stringify(where))}`);
    expect([counted.status, Object.keys(fieldsOf(counted))]).toEqual([400, [field]]);
  });

  test('folds final sigma, Turkish i, sharp s, and width as in search', async () => {
    const user = await service.user();
    await makeContacts(
      user,
      ['ΣΊΣΥΦΟΣ', 'IŞIK', 'Straße', 'Ｆｕｌｌ', 'ﬁne'].map((full_name) => ({ full_name })),
    );
    for (const [name, expected] of [
      ['σις', 'ΣΊΣΥΦΟΣ'],
      ['φος', 'ΣΊΣΥΦΟΣ'],
      ['işık', 'IŞIK'],
      ['ısış', ''],
      ['SIK', 'IŞIK'],
      ['RASSE', 'Straße'],
      ['full', 'Ｆｕｌｌ'],
      ['FINE', 'ﬁne'],
    ]) {
      expect([name, (await namesWhere(user, { name })).join()]).toEqual([name, expected]);
    }
  });

  test('returns the same as filtering by hand', async () => {
    const user = await service.user();
    const flag = fc.boolean();
    const person = fc.record({
      starred: flag,
      ignore_merge: flag,
      never_keep_in_touch: flag,
      priority_tier: fc.integer({ min: 0, max: 2 }),
    });
    const key = fc.oneof(
      fc.record({ starred: flag }),
      fc.record({ ignore_merge: flag }),
      fc.record({ never_keep_in_touch: flag, starred: flag }),
      fc.record({ priority_tier: fc.integer({ min: 0, max: 2 }) }),
    );
    const where = fc.record(
      {
        starred: flag,
        or: fc.array(
          fc.oneof(key, fc.record({ ignore_merge: flag, or: fc.array(key, { minLength: 1, maxLength: 3 }) })),
          { minLength: 1, maxLength: 3 },
        ),
      },
      { requiredKeys: [] },
    );
    const passes = (one: Json, { or, ...rest }: Json): boolean =>
      Object.entries(rest).every(([name, value]) => one[name] === value) &&
      (!or || or.some((other: Json) => passes(one, other)));
    await fc.assert(
      fc.asyncProperty(
        fc.array(person, { minLength: 1, maxLength: 12 }),
        fc.array(where, { minLength: 1, maxLength: 5 }),
        async (people, filters) => {
          await wipe(user);
          const named = people.map((one, index) => ({ ...one, full_name: `P${index}` }));
          await makeContacts(user, named);
          for (const filter of filters) {
            const expected = named
              .filter((one) => passes(one, filter))
              .map(({ full_name }) => full_name)
              .sort();
            expect(await namesWhere(user, filter)).toEqual(expected);
          }
        },
      ),
      { numRuns: rounds(6) },
    );
  });
});
