import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { serviceForFile } from '../support/file-service.ts';
import { mergingFor } from '../support/merging.ts';
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
const { merge, aged, mergedOf } = mergingFor(ada);

describe('the survivor', () => {
  test('is the oldest, in any order of ids', async () => {
    const [a, b, c] = await aged({ full_name: 'A' }, { full_name: 'B' }, { full_name: 'C' });
    const answer = await merge([[c.id, a.id, b.id]]);
    expect([answer.status, answer.body.data.failed]).toEqual([200, []]);
    expect(answer.body.data.merged).toMatchObject([{ id: a.id, full_name: 'A' }]);
    expect(await getContact(ada, a.id)).toEqual(answer.body.data.merged[0]);
  });

  test('is the oldest by time, not by id', async () => {
    const [old, young] = await aged({ id: `f${randomUUID().slice(1)}` }, { id: `0${randomUUID().slice(1)}` });
    database.all('update contacts set created_at = ? where id = ?', AT, old.id);
    expect(dataOf(await merge([[young.id, old.id]])).merged[0].id).toBe(old.id);
  });

  test('is the smaller id at the same age', async () => {
    const made = await makeContacts(ada, [{ id: `f${randomUUID().slice(1)}` }, { id: `0${randomUUID().slice(1)}` }]);
    expect(made[0].created_at).toBe(made[1].created_at);
    expect(dataOf(await merge([made.map(({ id }) => id)])).merged[0].id).toBe(made[1].id);
  });

  test('can be named by the caller', async () => {
    const [a, b] = await aged({ full_name: 'A' }, { full_name: 'B', description: 'b' });
    const { merged } = dataOf(await merge([{ contactIds: [a.id, b.id], primaryContactId: b.id.toUpperCase() }]));
    expect(merged).toMatchObject([{ id: b.id, full_name: 'B', created_at: a.created_at }]);
  });

  test('must be in the group', async () => {
    const [a, b, c] = await aged({}, {}, {});
    const { merged, failed } = dataOf(await merge([{ contactIds: [a.id, b.id], primaryContactId: c.id }]));
    expect(merged).toEqual([]);
    expect(failed).toMatchObject([{ contactIds: [a.id, b.id], error: { code: 'BadRequest' } }]);
  });
});

describe('groups', () => {
  test('a clash, an unknown id, or a single distinct id fails on its own', async () => {
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

  test('a failed group does not clash with later ones', async () => {
    const [a, b] = await aged({}, {});
    const { merged, failed } = dataOf(
      await merge([
        [a.id, randomUUID()],
        [b.id, a.id],
      ]),
    );
    expect([merged.length, failed.length]).toEqual([1, 1]);
  });

  test('accepts 1 to 50, with at least two ids each', async () => {
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

  test("another user's contact is unknown, even as the survivor", async () => {
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

describe('afterwards', () => {
  test('a merged id returns 404 with its survivor, over a chain of merges', async () => {
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
        ['POST', '/v2/timeline/notes', { note: { note: 'x', timeline_items_contacts: [{ contact_id: id }] } }],
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

  test('search, lists, and counts show only the survivor, by all its values', async () => {
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

  test('different values are kept, sealed, in the merge record', async () => {
    const [a] = await aged({ company: 'Acme' }, { company: 'Corp' });
    const before = database.all('select count(*) as n from merges where user_id = ?', ada.id)[0]!.n as number;
    const other = await makeContact(ada, { company: 'Secret Corp' });
    await merge([[a.id, other.id]]);
    const records = database.all('select * from merges where user_id = ?', ada.id);
    expect(records).toHaveLength(before + 1);
    expect(JSON.stringify(records)).not.toContain('Secret Corp');
  });

  test('a key replays the merge, and a dry run records none', async () => {
    const [a, b] = await aged({}, { company: 'Acme' });
    const preview = await ada.post('/v2/contacts/merge?dryRun=true', { contactIds: [[a.id, b.id]] });
    expect(preview.body).toMatchObject({ dry_run: true, data: { merged: [{ id: a.id, company: 'Acme' }] } });
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

  test('a merge loses nothing, in any order of ids', async () => {
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
        const isCounted = (id: string) => tagIds.has(id) && !merged.is_archived;
        for (const id of Object.values(tags)) expect(counts[id]).toBe(Number(isCounted(id)) + Number(id === tags.t1));
        expect(database.all('pragma foreign_key_check')).toEqual([]);
        expect(database.all('select count(*) as n from contacts where user_id = ?', ada.id)).toEqual([{ n: 2 }]);
      }),
      { numRuns: rounds(5) },
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
