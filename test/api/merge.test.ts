import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { serviceForFile } from '../support/file-service.ts';
import {
  dataOf,
  fieldsOf,
  getContact,
  type Json,
  makeContact,
  makeContacts,
  makeNote,
  makeTag,
  namesFound,
  notesFound,
  wipe,
} from '../support/people.ts';
import { rounds } from '../support/rounds.ts';

const { service, database, ada } = await serviceForFile();

const AT = '2026-01-01T00:00:00.000Z';
const merge = (groups: unknown, api = ada) => api.post('/v2/contacts/merge', { contactIds: groups });
/** Contacts that differ in age, oldest first. */
async function aged(...people: object[]): Promise<Json[]> {
  const made: Json[] = [];
  for (const fields of people) made.push(await makeContact(ada, fields));
  return made;
}
async function mergedOf(...people: object[]): Promise<Json> {
  const made = await aged(...people);
  const { merged, failed } = dataOf(await merge([made.map(({ id }) => id)]));
  expect(failed).toEqual([]);
  return merged[0];
}

describe('who survives', () => {
  test('the oldest, whatever the order of the ids', async () => {
    const [a, b, c] = await aged({ full_name: 'A' }, { full_name: 'B' }, { full_name: 'C' });
    const answer = await merge([[c.id, a.id, b.id]]);
    expect([answer.status, answer.body.data.failed]).toEqual([200, []]);
    expect(answer.body.data.merged).toMatchObject([{ id: a.id, full_name: 'A' }]);
    expect(await getContact(ada, a.id)).toEqual(answer.body.data.merged[0]);
  });

  test('the oldest by its time, not by its id', async () => {
    const [old, young] = await aged({ id: `f${randomUUID().slice(1)}` }, { id: `0${randomUUID().slice(1)}` });
    database.all('update contacts set created_at = ? where id = ?', AT, old.id);
    expect(dataOf(await merge([[young.id, old.id]])).merged[0].id).toBe(old.id);
  });

  test('of the same age the smaller id', async () => {
    const made = await makeContacts(ada, [{ id: `f${randomUUID().slice(1)}` }, { id: `0${randomUUID().slice(1)}` }]);
    expect(made[0].created_at).toBe(made[1].created_at);
    expect(dataOf(await merge([made.map(({ id }) => id)])).merged[0].id).toBe(made[1].id);
  });

  test('or the one the caller names', async () => {
    const [a, b] = await aged({ full_name: 'A' }, { full_name: 'B', description: 'b' });
    const { merged } = dataOf(await merge([{ contactIds: [a.id, b.id], primaryContactId: b.id.toUpperCase() }]));
    expect(merged).toMatchObject([{ id: b.id, full_name: 'B', created_at: a.created_at }]);
  });

  test('who must be of the group', async () => {
    const [a, b, c] = await aged({}, {}, {});
    const { merged, failed } = dataOf(await merge([{ contactIds: [a.id, b.id], primaryContactId: c.id }]));
    expect(merged).toEqual([]);
    expect(failed).toMatchObject([{ contactIds: [a.id, b.id], error: { code: 'BadRequest' } }]);
  });
});

describe('groups', () => {
  test('a clash, an unknown id or one distinct id fails alone', async () => {
    const [a, b, c, d, e] = await aged({}, {}, {}, {}, {});
    const unknown = randomUUID();
    const groups = [
      [a.id, b.id],
      [b.id, c.id],
      [c.id, unknown],
      [d.id, d.id],
      [c.id, d.id],
      [e.id, e.id.toUpperCase()],
    ];
    const { merged, failed } = dataOf(await merge(groups));
    expect(merged.map(({ id }: Json) => id)).toEqual([a.id, c.id]);
    const reasons = failed.map((group: Json) => [group.contactIds, group.error.code]);
    expect(reasons).toEqual([
      [[b.id, c.id], 'Conflict'],
      [[c.id, unknown], 'NotFound'],
      [[d.id, d.id], 'BadRequest'],
      [[e.id, e.id], 'BadRequest'],
    ]);
  });

  test('a group that failed does not clash with later ones', async () => {
    const [a, b] = await aged({}, {});
    const { merged, failed } = dataOf(
      await merge([
        [a.id, randomUUID()],
        [b.id, a.id],
      ]),
    );
    expect([merged.length, failed.length]).toEqual([1, 1]);
  });

  test('1 to 50, of at least two ids', async () => {
    const pair = () => [randomUUID(), randomUUID()];
    for (const [groups, field] of [
      [[], 'contactIds'],
      [Array.from({ length: 51 }, pair), 'contactIds'],
      [[[randomUUID()]], 'contactIds[0]'],
      [[pair(), []], 'contactIds[1]'],
      [[['x', randomUUID()]], 'contactIds[0][0]'],
      [[{ contactIds: [randomUUID()] }], 'contactIds[0].contactIds'],
      [[{ contactIds: pair(), primaryContactId: 'x' }], 'contactIds[0].primaryContactId'],
      [[{ contactIds: pair(), surprise: 1 }], 'contactIds[0].surprise'],
    ] as const) {
      const answer = await merge(groups);
      expect([answer.status, Object.keys(fieldsOf(answer))]).toEqual([400, [field]]);
    }
    const { failed } = dataOf(await merge(Array.from({ length: 50 }, pair)));
    expect(failed).toHaveLength(50);
  });

  test("another user's contact is unknown, also as the survivor", async () => {
    const eve = await service.user();
    const theirs = await makeContact(eve, { full_name: 'Theirs' });
    const mine = await makeContact(ada, { full_name: 'Mine' });
    const before = database.rowsOf(eve.id);
    const groups = [[mine.id, theirs.id], { contactIds: [theirs.id, mine.id], primaryContactId: theirs.id }];
    const { failed } = dataOf(await merge(groups));
    expect(failed.map(({ error }: Json) => error.code)).toEqual(['NotFound', 'NotFound']);
    expect(database.rowsOf(eve.id)).toBe(before);
    expect((await getContact(ada, mine.id)).full_name).toBe('Mine');
  });
});

describe('what becomes of the values', () => {
  test("scalars: the survivor's, else the first of the others", async () => {
    const merged = await mergedOf(
      { full_name: 'A', company: null, priority_tier: 0 },
      { full_name: 'B', company: 'Acme', education: 'MIT', website: '', linkedin_data: { b: 1 } },
      {
        full_name: 'C',
        company: 'Corp',
        twitter: 'c',
        education: 'ETH',
        priority_tier: 5,
        source: 'mobile',
        linkedin_data: { c: 1 },
      },
    );
    expect(merged).toMatchObject({
      ...{
        full_name: 'A',
        company: 'Acme',
        education: 'MIT',
        twitter: 'c',
        priority_tier: 0,
        source: 'mobile',
        website: '',
      },
      linkedin_data: { b: 1 },
    });
  });

  test('every writable scalar that the survivor lacks comes from the others', async () => {
    const time = '2026-02-03T04:05:06.789Z';
    const fields: Json = {
      image_source: 's',
      birthday_year: 1990,
      frequency: '7 days',
      next_reminder_at: time,
      image_url: 'https://example.com/x',
    };
    const texts = `first_name last_name full_name description job_title legacy_location company education website linkedin
      twitter facebook instagram telegram tiktok youtube whatsapp_message_link whatsapp_message_snippet imessage_message_link
      imessage_message_snippet linkedin_message_link linkedin_last_message_snippet instagram_message_link
      instagram_message_snippet gmail_last_interaction_provider_id gmail_last_interaction_subject
      gcal_last_interaction_provider_id gcal_last_interaction_title phone_call_interaction_snippet`;
    for (const name of texts.split(/\s+/)) fields[name] = `some ${name}`;
    const times = `last_seen_at first_met_at whatsapp_last_message_at imessage_last_message_at linkedin_last_message_at
      instagram_last_message_at gmail_last_interaction_at gcal_last_interaction_at phone_call_last_interaction_at`;
    for (const name of times.split(/\s+/)) fields[name] = time;
    Object.assign(fields, {
      gmail_last_interaction_provider: 'GOOGLE',
      gcal_last_interaction_provider: 'OFFICE365',
      priority_tier: 4,
    });
    Object.assign(fields, {
      business_card_url: 'https://example.com/y',
      web_search_summary: { x: 1 },
      linkedin_data: { y: 1 },
    });
    // Each by itself: a value must not need another beside it.
    for (const [field, value] of Object.entries(fields)) {
      expect(await mergedOf({}, { [field]: value }), field).toMatchObject({ [field]: value });
    }
    expect(await mergedOf({}, fields)).toMatchObject(fields);
    const birthday = await mergedOf({}, { birthday: '1990-05-17' });
    expect(birthday).toMatchObject({ birthday: '1990-05-17T00:00:00.000Z', birthday_year: 1990 });
    const place = { coordinates: { operation: 'set', data: { latitude: 0, longitude: -0.5 } } };
    expect(await mergedOf({}, place)).toMatchObject({ latitude: 0, longitude: -0.5 });
  });

  test("a value of the survivor's is never replaced by an older reading of another", async () => {
    const merged = await mergedOf(
      { next_reminder_at: '2030-01-01T00:00:00Z', image_source: 'mine', birthday: '--05-17' },
      {
        frequency: '7 days',
        next_reminder_at: '2026-01-01T00:00:00Z',
        image_url: 'https://example.com/z',
        image_source: 'theirs',
        birthday: '1980-06-18',
      },
    );
    expect(merged).toMatchObject({
      next_reminder_at: '2030-01-01T00:00:00.000Z',
      frequency: '7 days',
      image_source: 'mine',
      image_url: 'https://example.com/z',
      birthday: '1604-05-17T00:00:00.000Z',
    });
  });

  test('the same birthday with a year fills one without', async () => {
    const merged = await mergedOf({ birthday: '--05-17' }, { birthday: '1990-05-17' });
    expect(merged).toMatchObject({ birthday: '1990-05-17T00:00:00.000Z', birthday_year: 1990 });
  });

  test('last_… is the latest, first_met_at and created_at the earliest', async () => {
    const [a, b] = await aged(
      {
        last_seen_at: '2026-01-01T00:00:00Z',
        first_met_at: '2020-01-01T00:00:00Z',
        linkedin_last_message_at: '2026-01-01T00:00:00Z',
        linkedin_last_message_snippet: 'old',
      },
      {
        last_seen_at: '2026-02-01T00:00:00Z',
        first_met_at: '2019-01-01T00:00:00Z',
        linkedin_last_message_at: '2026-03-01T00:00:00Z',
        linkedin_last_message_snippet: 'new',
      },
    );
    const { merged } = dataOf(await merge([{ contactIds: [a.id, b.id], primaryContactId: b.id }]));
    expect(merged[0]).toMatchObject({
      last_seen_at: '2026-02-01T00:00:00.000Z',
      first_met_at: '2019-01-01T00:00:00.000Z',
      created_at: a.created_at,
      linkedin_last_message_at: '2026-03-01T00:00:00.000Z',
      linkedin_last_message_snippet: 'new',
    });
  });

  test('starred and never_keep_in_touch: or; is_archived: and', async () => {
    expect(await mergedOf({}, { starred: true, never_keep_in_touch: true, is_archived: true })).toMatchObject({
      ...{ starred: true, never_keep_in_touch: true, is_archived: false },
    });
    expect(await mergedOf({ is_archived: true }, { is_archived: true })).toMatchObject({
      is_archived: true,
      starred: false,
    });
    expect(await mergedOf({ is_archived: true }, {})).toMatchObject({ is_archived: false });
  });

  test('a full name that was derived is derived again', async () => {
    expect((await mergedOf({ first_name: 'Ada' }, { last_name: 'Lovelace' })).full_name).toBe('Ada Lovelace');
    expect((await mergedOf({ full_name: 'Countess', first_name: 'Ada' }, { last_name: 'Lovelace' })).full_name).toBe(
      'Countess',
    );
    expect((await mergedOf({}, { full_name: 'Countess' })).full_name).toBe('Countess');
    const merged = await mergedOf({}, { full_name: 'Countess' });
    const renamed = dataOf(await ada.call('PATCH', `/v2/contacts/${merged.id}`, { first_name: 'Ada' }));
    expect(renamed.contact.full_name).toBe('Countess');
  });

  test("details join by value, the survivor's first, ids and labels kept, ranks without gaps", async () => {
    const [a, b, c] = await aged(
      {
        contact_emails: [
          { email: 'a@example.com', label: 'mine', ranking: 9 },
          { email: 'z@example.com', ranking: 3 },
        ],
        contact_phone_numbers: [{ phone_number: '+1 212 555 0101' }],
        legacy_contact_addresses: [{ formatted: '1 Main St' }],
      },
      {
        contact_emails: [
          { email: 'B@example.com', ranking: -5 },
          { email: 'A@EXAMPLE.com', label: 'theirs' },
        ],
        contact_phone_numbers: [{ phone_number: '(212) 555-0101' }, { phone_number: '+1 212 555 0102' }],
        legacy_contact_addresses: [{ formatted: '1  MAIN st' }, { city: 'Ghent' }],
      },
      { contact_emails: [{ email: 'c@example.com' }, { email: 'b@example.com' }] },
    );
    const [merged] = dataOf(await merge([[a.id, b.id, c.id]])).merged;
    expect(merged.contact_emails.map((row: Json) => [row.email, row.ranking, row.contact_id])).toEqual([
      ['z@example.com', 0, a.id],
      ['a@example.com', 1, a.id],
      ['B@example.com', 2, a.id],
      ['c@example.com', 3, a.id],
    ]);
    expect(merged.contact_emails[1]).toMatchObject({
      label: 'mine',
      id: a.contact_emails.find((row: Json) => row.label).id,
    });
    expect(merged.contact_emails[2].id).toBe(b.contact_emails[0].id);
    expect(merged.contact_phone_numbers.map((row: Json) => row.phone_number)).toEqual([
      '+1 212 555 0101',
      '+1 212 555 0102',
    ]);
    expect(merged.legacy_contact_addresses.map((row: Json) => row.formatted ?? row.city)).toEqual([
      '1 Main St',
      'Ghent',
    ]);
  });

  test('everything that hangs on the others is re-pointed, and doubles collapse', async () => {
    const [x, y] = await aged({ full_name: 'X' }, { full_name: 'Y' });
    const [red, green] = await Promise.all(['m-red', 'm-green'].map((name) => makeTag(ada, name)));
    const [a, b] = await aged(
      {
        full_name: 'A',
        tags_contacts: [{ tag_id: red.id }],
        related_contacts: [{ destination: x.id, source_contact: 'mine' }],
      },
      { full_name: 'B', tags_contacts: [{ tag_id: red.id }, { tag_id: green.id }] },
    );
    const relate = (from: Json, to: Json, label: string) =>
      ada.call('PATCH', `/v2/contacts/${from.id}`, {
        related_contacts: { append: [{ destination: to.id, source_contact: label }] },
      });
    await relate(b, x, 'double');
    await relate(b, y, 'moved');
    await relate(a, b, 'self');
    await relate(b, a, 'self too');
    await relate(y, b, 'pointed here');
    const both = await makeNote(ada, {
      note: 'both',
      timeline_items_contacts: [{ contact_id: a.id }, { contact_id: b.id, is_origin: true }],
    });
    const own = await makeNote(ada, {
      note: 'of b',
      timeline_items_contacts: [{ contact_id: b.id, is_origin: true }, { contact_id: x.id }],
    });
    const user_id = ada.id;
    const [club, team, shared, likes, remind, twice, favorite] = Array.from({ length: 7 }, () => randomUUID());
    const stamps = { created_at: AT, updated_at: AT };
    for (const id of [club!, team!]) database.insert('groups', { user_id, id, name: id, ...stamps });
    for (const id of [shared!, likes!])
      database.insert('custom_fields', { user_id, id, name: id, field_type: 'input', categories: '[]', ...stamps });
    for (const id of [remind!, twice!]) database.insert('reminders', { user_id, id, created_at: AT });
    for (const [group_id, contact_id] of [
      [club!, a.id],
      [club!, b.id],
      [team!, b.id],
    ])
      database.insert('groups_contacts', { user_id, group_id, contact_id, created_at: AT });
    for (const [custom_field_id, contact_id, text_value] of [
      [shared!, a.id, 'kept'],
      [shared!, b.id, 'doubled'],
      [likes!, b.id, 'moved'],
    ]) {
      database.insert('contacts_custom_fields', {
        user_id,
        id: randomUUID(),
        custom_field_id,
        contact_id,
        text_value,
        folded_value: text_value,
      });
    }
    for (const [reminder_id, contact_id] of [
      [remind!, b.id],
      [twice!, a.id],
      [twice!, b.id],
    ])
      database.insert('reminders_contacts', { user_id, reminder_id, contact_id });
    database.insert('favorites', { user_id, id: favorite!, contact_id: b.id, ...stamps });

    const [merged] = dataOf(await merge([[a.id, b.id]])).merged;
    expect(merged.tags_contacts.map((link: Json) => link.tags.name)).toEqual(['m-green', 'm-red']);
    expect(merged.groups_contacts.map((link: Json) => link.group_id).sort()).toEqual([club, team].sort());
    expect(merged._count.groups_contacts).toBe(2);
    expect(merged.contacts_custom_fields.map((row: Json) => row.text_value).sort()).toEqual(['kept', 'moved']);
    expect(merged.reminders_contacts.map((link: Json) => link.reminder_id).sort()).toEqual([remind, twice].sort());
    const out = merged.contact_relations_contact_relations_sourceTocontacts;
    expect(out.map((row: Json) => [row.destination, row.source_contact]).sort()).toEqual(
      [
        [x.id, 'mine'],
        [y.id, 'moved'],
      ].sort(),
    );
    const into = merged.contact_relations_contact_relations_destinationTocontacts;
    expect(into.map((row: Json) => [row.source, row.source_contact])).toEqual([[y.id, 'pointed here']]);
    const links = merged.timeline_items_contacts.map((link: Json) => [
      link.timeline_item_id,
      link.contact_id,
      link.is_origin,
    ]);
    expect(links.sort()).toEqual(
      [
        [both.id, a.id, true],
        [own.id, a.id, true],
      ].sort(),
    );
    expect(database.all('select contact_id from favorites where id = ?', favorite!)).toEqual([{ contact_id: a.id }]);
    const counts = dataOf(await ada.get('/v2/tags?take=200')).tags;
    for (const tag of [red, green])
      expect(counts.find(({ id }: Json) => id === tag.id)._count).toEqual({ tags_contacts: 1 });
    const note = dataOf(await ada.get(`/v2/timeline/notes/${own.id}`)).note;
    expect(note.timeline_items_contacts.map((link: Json) => link.contact_id).sort()).toEqual([a.id, x.id].sort());
    expect(database.all('pragma foreign_key_check')).toEqual([]);
  });

  test('of two favorites one stays', async () => {
    const [a, b] = await aged({}, {});
    const [mine, theirs] = [randomUUID(), randomUUID()];
    for (const [id, contact_id] of [
      [mine, a.id],
      [theirs, b.id],
    ] as const) {
      database.insert('favorites', { user_id: ada.id, id, contact_id, created_at: AT, updated_at: AT });
    }
    await merge([[a.id, b.id]]);
    expect(database.all('select id from favorites where contact_id in (?, ?)', a.id, b.id)).toEqual([{ id: mine }]);
  });
});

describe('afterwards', () => {
  test('a merged-away id is 404 with where it went, over a chain of merges', async () => {
    const [a, b, c] = await aged({}, {}, {});
    await merge([[b.id, c.id]]);
    await merge([[a.id, b.id]]);
    for (const id of [b.id, c.id]) {
      for (const [method, path, body] of [
        ['GET', `/v2/contacts/${id}`],
        ['GET', `/v1/contacts/${id}`],
        ['PATCH', `/v2/contacts/${id}`, {}],
        ['DELETE', `/v2/contacts/${id}`],
        ['POST', `/v2/contact-emails/${id}`, { email: 'x@example.com' }],
      ] as const) {
        const answer = await ada.call(method, path, body);
        expect([answer.status, answer.body.error.code, answer.body.error.details.merged_into]).toEqual([
          404,
          'NotFound',
          a.id,
        ]);
      }
    }
    const taken = await ada.post('/v2/contacts', { id: b.id });
    expect([taken.status, taken.body.error.details.merged_into]).toEqual([409, a.id]);
    await ada.call('DELETE', `/v2/contacts/${a.id}`);
    expect((await ada.get(`/v2/contacts/${c.id}`)).body.error.details?.merged_into).toBeUndefined();
  });

  test('search, lists and counts show the survivor alone, by all its values', async () => {
    const eve = await service.user();
    const [a, b] = await makeContacts(eve, [
      { full_name: 'Grace Hopper' },
      { company: 'Navy', contact_emails: [{ email: 'grace@navy.example' }] },
    ]);
    await makeNote(eve, { note: 'compilers', timeline_items_contacts: [{ contact_id: b.id }] });
    dataOf(await merge([{ contactIds: [a.id, b.id], primaryContactId: a.id }], eve));
    for (const query of ['grace', 'navy', 'grace@navy.example'])
      expect(await namesFound(eve, query)).toEqual(['Grace Hopper']);
    expect(await notesFound(eve, 'compilers hopper')).toEqual(['compilers']);
    expect(dataOf(await eve.get('/v2/contacts/count'))).toEqual({ count: 1 });
    expect(dataOf(await eve.post('/v2/contacts/by-emails', { emails: ['grace@navy.example'] })).contacts).toMatchObject(
      [{ id: a.id }],
    );
  });

  test('what differed is kept, sealed, in the merge record', async () => {
    const [a] = await aged({ company: 'Acme' }, { company: 'Corp' });
    const before = database.all('select count(*) as n from merges where user_id = ?', ada.id)[0]!.n as number;
    const other = await makeContact(ada, { company: 'Secret Corp' });
    await merge([[a.id, other.id]]);
    const records = database.all('select * from merges where user_id = ?', ada.id);
    expect(records).toHaveLength(before + 1);
    expect(JSON.stringify(records)).not.toContain('Secret Corp');
  });

  test('a key replays the merge; a dry run makes none', async () => {
    const [a, b] = await aged({}, { company: 'Acme' });
    const rehearsed = await ada.post('/v2/contacts/merge?dryRun=true', { contactIds: [[a.id, b.id]] });
    expect(rehearsed.body).toMatchObject({ dry_run: true, data: { merged: [{ id: a.id, company: 'Acme' }] } });
    expect((await ada.get(`/v2/contacts/${b.id}`)).status).toBe(200);
    const key = randomUUID();
    const first = await ada.post('/v2/contacts/merge', { contactIds: [[a.id, b.id]] }, { key });
    const again = await ada.post('/v2/contacts/merge', { contactIds: [[a.id, b.id]] }, { key });
    expect([again.status, again.body, again.headers.get('idempotent-replayed')]).toEqual([200, first.body, 'true']);
    expect((await ada.post('/v2/contacts/merge', { contactIds: [[a.id, b.id]] }, { key: null })).status).toBe(400);
  });
});

describe('properties', () => {
  const word = fc.constantFrom('red', 'green', 'blue');
  const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
  const person = fc.record({
    first_name: maybe(word),
    last_name: maybe(word),
    full_name: maybe(word),
    company: maybe(word),
    description: maybe(word),
    linkedin: maybe(word),
    website: maybe(word),
    priority_tier: maybe(fc.integer({ min: 0, max: 3 })),
    starred: fc.boolean(),
    is_archived: fc.boolean(),
    emails: fc.subarray(['a@x.com', 'A@X.COM', 'b@x.com', 'c@x.com', 'C@x.com']),
    phones: fc.subarray(['+1 212 555 0101', '(212) 555-0101', '+1 212 555 0102', '12-34']),
    cities: fc.subarray(['Ghent', 'GHENT', 'Bruges']),
    tags: fc.subarray(['t1', 't2', 't3']),
    notes: fc.subarray([0, 1, 2, 3]),
    related: fc.subarray([0, 1, 2, 3]),
  });
  const TEXTS = ['company', 'description', 'linkedin', 'website', 'priority_tier'] as const;

  test('a merge loses nothing, whatever the order of its ids', async () => {
    const tags: Record<string, string> = {};
    for (const name of ['t1', 't2', 't3']) tags[name] = (await makeTag(ada, name)).id;
    await fc.assert(
      fc.asyncProperty(fc.array(person, { minLength: 2, maxLength: 4 }), fc.nat(), async (people, shuffle) => {
        await wipe(ada);
        const bystander = await makeContact(ada, { full_name: 'Bystander', tags_contacts: [{ tag_id: tags.t1 }] });
        const made = await makeContacts(
          ada,
          people.map(({ emails, phones, cities, tags: names, notes: _, related: __, ...fields }) => ({
            ...fields,
            contact_emails: [...new Set(emails)].map((email) => ({ email })),
            contact_phone_numbers: phones.map((phone_number) => ({ phone_number })),
            legacy_contact_addresses: cities.map((city) => ({ city })),
            tags_contacts: names.map((name) => ({ tag_id: tags[name] })),
          })),
        );
        for (const [index, { related }] of people.entries()) {
          const append = related.map((at) => made[at % made.length].id).filter((id) => id !== made[index].id);
          const destinations = [...append, bystander.id].map((destination) => ({ destination }));
          dataOf(
            await ada.call('PATCH', `/v2/contacts/${made[index].id}`, { related_contacts: { append: destinations } }),
          );
        }
        const notes: string[] = [];
        for (const at of [0, 1, 2, 3]) {
          const holders = made
            .filter((_, index) => people[index]!.notes.includes(at))
            .map(({ id }) => ({ contact_id: id }));
          if (holders.length > 0)
            notes.push((await makeNote(ada, { note: `note ${at}`, timeline_items_contacts: holders })).id);
        }
        const before = await Promise.all(made.map(({ id }) => getContact(ada, id)));
        const survivorId = [...made].sort((a, b) => (a.id < b.id ? -1 : 1))[0].id;
        const ids = made.map(({ id }) => id);
        const turn = shuffle % ids.length;
        const [merged] = dataOf(await merge([[...ids.slice(turn), ...ids.slice(0, turn)]])).merged;
        expect(merged.id).toBe(survivorId);

        const normal = {
          contact_emails: (row: Json) => row.email.toLowerCase(),
          contact_phone_numbers: (row: Json) => row.phone_number_sanitized,
          legacy_contact_addresses: (row: Json) => row.city.toLowerCase(),
        };
        for (const [relation, keyOf] of Object.entries(normal)) {
          const wanted = new Set(before.flatMap((one) => one[relation].map(keyOf)));
          const held = merged[relation].map(keyOf);
          expect([relation, [...held].sort()]).toEqual([relation, [...wanted].sort()]);
          expect(merged[relation].every((row: Json) => row.contact_id === survivorId)).toBe(true);
        }
        const tagIds = new Set(before.flatMap((one) => one.tags_contacts.map((link: Json) => link.tag_id)));
        expect(merged.tags_contacts.map((link: Json) => link.tag_id).sort()).toEqual([...tagIds].sort());
        expect(merged.timeline_items_contacts.map((link: Json) => link.timeline_item_id).sort()).toEqual(
          [...notes].sort(),
        );
        const relations = merged.contact_relations_contact_relations_sourceTocontacts;
        expect(relations.map((row: Json) => row.destination)).toEqual([bystander.id]);
        const others = before.filter(({ id }) => id !== survivorId).sort((a, b) => (a.id < b.id ? -1 : 1));
        const ordered = [before.find(({ id }) => id === survivorId)!, ...others];
        for (const field of TEXTS) {
          expect([field, merged[field]]).toEqual([field, ordered.find((one) => one[field] !== null)?.[field] ?? null]);
        }
        expect(merged.starred).toBe(before.some(({ starred }) => starred));
        expect(merged.is_archived).toBe(before.every(({ is_archived }) => is_archived));

        const counts = Object.fromEntries(
          dataOf(await ada.get('/v2/tags?take=200')).tags.map((tag: Json) => [tag.id, tag._count.tags_contacts]),
        );
        for (const id of Object.values(tags)) expect(counts[id]).toBe(Number(tagIds.has(id)) + Number(id === tags.t1));
        expect(database.all('pragma foreign_key_check')).toEqual([]);
        expect(database.all('select count(*) as n from contacts where user_id = ?', ada.id)).toEqual([{ n: 2 }]);
      }),
      { numRuns: rounds(8) },
    );
  });

  test("a merge changes no byte of another user's equal data", async () => {
    const eve = await service.user();
    const people = [
      { full_name: 'Twin', contact_emails: [{ email: 't@x.com' }] },
      { full_name: 'Twin', company: 'x' },
    ];
    await makeContacts(eve, people);
    const before = database.rowsOf(eve.id);
    await mergedOf(...people);
    expect(database.rowsOf(eve.id)).toBe(before);
  });
});
