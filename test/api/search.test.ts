import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { serviceForFile } from '../support/file-service.ts';
import { dataOf, fieldsOf, type Json, makeContacts, makeNote } from '../support/people.ts';
import type { User } from '../support/service.ts';

const { service, ada } = await serviceForFile();
let ids: Record<string, string>;

const search = async (user: User, query: string, more: Record<string, string> = {}): Promise<Json> =>
  dataOf(await user.get(`/v2/search?${new URLSearchParams({ query, ...more })}`));
const titles = ({ results }: Json): string[] => results.map(({ title }: Json) => title);
const fetched = async (id: string): Promise<Json> => dataOf(await ada.get(`/v2/records/${id}`));

beforeAll(async () => {
  const people = await makeContacts(ada, [
    { full_name: 'Jürgen Müller', job_title: 'Plumber', legacy_location: 'Leeds' },
    { full_name: 'Marta Silva', company: 'Northwind', description: 'Sings alto in the choir' },
    { full_name: 'Otto Berg', is_archived: true },
  ]);
  const [jurgen, marta, otto] = people.map(({ id }) => id);
  const about = (id: string) => ({ timeline_items_contacts: [{ contact_id: id }] });
  const lisbon = await makeNote(ada, {
    note: 'Marta told me about her trip to Lisbon and the tiles she brought home.',
    event_time: '2024-07-10T12:00:00Z',
    ...about(marta),
  });
  const leak = await makeNote(ada, {
    note: 'The tap leaks again.',
    event_time: '2025-02-01T10:00:00Z',
    ...about(jurgen),
  });
  const old = await makeNote(ada, {
    note: 'Otto sold his accordion.',
    event_time: '2023-01-01T10:00:00Z',
    ...about(otto),
  });
  const reminder = { text: 'Send Marta the accordion notes', due_at_date: '2099-05-01' };
  const { id: reminderId } = dataOf(await ada.post('/v2/reminders', { reminder })).reminder;
  const group = dataOf(await ada.post('/v2/groups', { group: { name: 'Accordion club' } })).group;
  const tag = dataOf(await ada.post('/v2/tags', { tag: { name: 'accordion' } })).tag;
  ids = {
    jurgen,
    marta,
    otto,
    lisbon: lisbon.id,
    leak: leak.id,
    old: old.id,
    reminderId,
    group: group.id,
    tag: tag.id,
  };
});

describe('search', () => {
  test.each([
    ['mueller', 'jurgen'],
    ['jurgen muler', 'jurgen'],
    ['the plumber in Leeds', 'jurgen'],
    ['marta from northwind', 'marta'],
    ['berg', 'otto'],
    ['what did Marta tell me about Lisbon?', 'lisbon'],
    ['wer hat über Lissabon erzählt', 'lisbon'],
    ['did the tap leak?', 'leak'],
    ['what happened in July 2024', 'lisbon'],
    ['"tap leaks"', 'leak'],
    ['send accordion notes', 'reminderId'],
    ['accordion club', 'group'],
  ])('%s finds %s first', async (query, expected) => {
    const { results } = await search(ada, query);
    expect(results[0]?.id).toBe(ids[expected]);
  });

  test('begins with the facts about a person that the question asks for', async () => {
    const user = await service.user();
    await makeContacts(user, [
      {
        full_name: 'Rosa Lind',
        company: 'Northwind',
        birthday: '--04-01',
        description: `Collects stamps. ${'Long story. '.repeat(80)}`,
        contact_emails: ['a', 'b', 'c'].map((name) => ({ email: `${name}@rosa.example` })),
        contact_phone_numbers: [{ phone_number: '+47 22 123456' }],
        legacy_contact_addresses: [{ street: 'Storgata 1', city: 'Oslo' }],
      },
    ]);
    const texts = async (query: string) => (await search(user, query)).results[0].text;
    expect(await texts('phone number of Rosa')).toMatch(/^\+47 22 123456 · /);
    expect(await texts('Telefonnummer von Rosa Lind')).toMatch(/^\+47 22 123456 · /);
    expect(await texts('address of Rosa')).toMatch(/^a@rosa\.example · b@rosa\.example · Storgata 1, Oslo · /);
    expect(await texts('when is the birthday of Rosa')).toMatch(/^--04-01 · /);
    const plain = await texts('Rosa');
    expect(plain).toContain('+47 22 123456');
    expect(plain).not.toContain('04-01');
    for (const query of ['phone number of Rosa', 'birthday Rosa stamps'])
      expect((await texts(query)).length).toBeLessThanOrEqual(300);
  });

  test('returns one list of all kinds with everything that a result needs', async () => {
    const { results, found, pagination, warnings } = await search(ada, 'accordion');
    expect(results.map(({ kind }: Json) => kind).sort()).toEqual(['group', 'note', 'reminder', 'tag']);
    expect(found).toMatchObject({
      note: { count: 1, archived: 0, trashed: 0 },
      group: { count: 1 },
      tag: { count: 1 },
    });
    expect(pagination).toEqual({ nextCursor: null, count: 4 });
    expect(warnings).toEqual([]);
    expect(results.find(({ kind }: Json) => kind === 'note')).toEqual({
      id: ids.old,
      kind: 'note',
      title: 'Otto sold his accordion.',
      text: 'Otto sold his accordion.',
      url: `kith://records/${ids.old}`,
      date: '2023-01-01T10:00:00.000Z',
      contacts: [{ id: ids.otto, full_name: 'Otto Berg' }],
      archived: false,
      score: expect.any(Number),
    });
  });

  test('requires quoted words in every kind of record', async () => {
    expect(titles(await search(ada, '"club" accordion'))).toEqual(['Accordion club']);
    expect(titles(await search(ada, '"muler"'))).toEqual([]);
  });

  test('includes and counts archived people', async () => {
    const { results, found } = await search(ada, 'otto berg', { 'kinds[]': 'person' });
    expect(results).toMatchObject([{ id: ids.otto, archived: true, url: `kith://contacts/${ids.otto}` }]);
    expect(found).toEqual({ person: { count: 1, archived: 1, trashed: 0 } });
  });

  test('can be limited to kinds, people, groups, and dates', async () => {
    expect(titles(await search(ada, 'accordion', { 'kinds[]': 'tag' }))).toEqual(['accordion']);
    expect(titles(await search(ada, 'accordion', { contactId: ids.otto! }))).toEqual(['Otto sold his accordion.']);
    expect(titles(await search(ada, 'accordion', { endDate: '2023-01-01' }))).toEqual(['Otto sold his accordion.']);
    expect(titles(await search(ada, 'accordion', { groupId: ids.group! }))).toEqual([]);
  });

  test('reports a weak best match, and is empty only if no word matches anything', async () => {
    const weak = await search(ada, 'who won the regatta with the tap');
    expect(weak.results.length).toBeGreaterThan(0);
    expect(weak.warnings).toEqual(['weak_match']);
    expect((await search(ada, 'regatta')).results).toEqual([]);
  });

  test('continues across pages, despite writes in between', async () => {
    const user = await service.user();
    const made: string[] = [];
    for (let index = 0; index < 70; index++) {
      const { id } = await makeNote(user, {
        note: `Boat number ${index} in the harbor`,
        event_time: `2025-01-01T00:00:${String(index % 60).padStart(2, '0')}Z`,
      });
      made.push(id);
    }
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await search(user, 'boat in the old harbor', { take: '9', ...(cursor && { cursor }) });
      seen.push(...page.results.map(({ id }: Json) => id));
      cursor = page.pagination.nextCursor;
      if (seen.length === 18) await makeNote(user, { note: 'Boat, later, in the harbor' });
    } while (cursor);
    expect(new Set(seen).size).toBe(seen.length);
    expect(made.filter((id) => !seen.includes(id))).toEqual([]);
  });

  test('finds nothing of other users, and rejects their cursors', async () => {
    const eve = await service.user();
    expect((await search(eve, 'accordion')).results).toEqual([]);
    const { pagination } = await search(ada, 'accordion', { take: '1' });
    const other = await eve.get(
      `/v2/search?${new URLSearchParams({ query: 'accordion', take: '1', cursor: pagination.nextCursor })}`,
    );
    expect(Object.keys(fieldsOf(other))).toEqual(['cursor']);
    const foreign = await eve.get(`/v2/search?query=accordion&contactId=${ids.otto}`);
    expect(foreign.status).toBe(404);
  });

  test.each([
    ['query=', 'query'],
    ['query=x&take=51', 'take'],
    ['query=x&kinds[]=people', 'kinds[0]'],
    ['query=x&startDate=2025-02-01&endDate=2025-01-01', 'endDate'],
    [`query=${'x'.repeat(1_001)}`, 'query'],
  ])('rejects %s by field name', async (query, field) => {
    const answer = await ada.get(`/v2/search?${query}`);
    expect(answer.status).toBe(400);
    expect(Object.keys(fieldsOf(answer))).toEqual([field]);
  });
});

describe('fetch', () => {
  test.each([
    ['jurgen', 'person', 'Jürgen Müller'],
    ['lisbon', 'note', 'Marta told me about her trip to Lisbon and the tiles she brought home.'],
    ['reminderId', 'reminder', 'Send Marta the accordion notes'],
    ['group', 'group', 'Accordion club'],
    ['tag', 'tag', 'accordion'],
  ])('returns %s in full', async (name, kind, title) => {
    const answer = await fetched(ids[name]!);
    expect(answer).toMatchObject({ id: ids[name], kind, title, metadata: { kind }, record: { id: ids[name] } });
    expect(answer.text.startsWith(`# ${title}`)).toBe(true);
    for (const value of Object.values(answer.metadata)) expect(typeof value).toBe('string');
  });

  test('returns the same record as its own operation', async () => {
    expect((await fetched(ids.marta!)).record).toEqual(dataOf(await ada.get(`/v2/contacts/${ids.marta}`)).contact);
  });

  test('finds records in the trash, and not ones that never existed', async () => {
    const user = await service.user();
    const { id } = await makeNote(user, { note: 'The recipe for elderflower soda' });
    await user.call('DELETE', `/v2/timeline/notes/${id}`);
    const { results, found } = await search(user, 'elderflower soda');
    expect(results).toMatchObject([{ id, kind: 'note', trashed: true }]);
    expect(found).toEqual({ note: { count: 1, archived: 0, trashed: 1 } });
    expect(dataOf(await user.get(`/v2/records/${id}`))).toMatchObject({ kind: 'note', metadata: { trashed: 'true' } });
    for (const unknown of [randomUUID(), 'nothing', ids.otto!])
      expect((await user.get(`/v2/records/${unknown}`)).status).toBe(404);
  });
});
