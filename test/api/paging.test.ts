import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { serviceForFile } from '../support/file-service.ts';
import { dataOf, fieldsOf, type Json, makeContacts, makeNote, wipe } from '../support/people.ts';
import { rounds } from '../support/rounds.ts';
import type { Answer } from '../support/service.ts';

const { ada } = await serviceForFile();

/** A list that is paged while rows are added and removed. */
interface Paged {
  /** As many rows as numbers, which also order them if the list has its own order. */
  insert(numbers: number[]): Promise<Json[]>;
  remove(ids: string[]): Promise<unknown>;
  page(take: number, cursor: string | undefined): Promise<Answer>;
  rows(data: Json): Json[];
  /** The sort values, in the promised order. */
  key?(row: Json): string | null;
  order?: 'asc' | 'desc';
}

/** Changes between two pages: rows are added and removed, possibly including the cursor's. */
const turn = fc.record({
  take: fc.integer({ min: 1, max: 7 }),
  insert: fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 3 }),
  remove: fc.array(fc.nat(), { maxLength: 3 }),
  removeLast: fc.boolean(),
});
const story = fc.record({
  first: fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 0, maxLength: 25 }),
  turns: fc.array(turn, { minLength: 1, maxLength: 5 }),
});

/** Pages through the list with one turn of the story between pages, and checks that every stable row appears once. */
async function follow(
  list: Paged,
  { first, turns }: typeof story extends fc.Arbitrary<infer S> ? S : never,
): Promise<void> {
  const stable = new Map((await list.insert(first)).map((row) => [row.id, row]));
  const there = new Set(stable.keys());
  const seen: Json[] = [];
  let cursor: string | undefined;
  for (let index = 0; ; index++) {
    const { take, insert, remove, removeLast } = turns[index % turns.length]!;
    const data = dataOf(await list.page(take, cursor));
    const rows = list.rows(data);
    seen.push(...rows);
    expect(data.pagination.count).toBe(rows.length);
    expect(rows.length).toBeLessThanOrEqual(take);
    cursor = data.pagination.nextCursor ?? undefined;
    if (!cursor) break;
    expect(rows.length).toBe(take);
    // A story may not insert forever.
    if (index < 8) for (const { id } of await list.insert(insert)) there.add(id);
    const all = [...there];
    const chosen = new Set(all.length > 0 ? remove.map((at) => all[at % all.length]!) : []);
    if (removeLast) chosen.add(rows.at(-1).id);
    if (chosen.size > 0) await list.remove([...chosen]);
    for (const id of chosen) {
      there.delete(id);
      stable.delete(id);
    }
  }
  const ids = seen.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => stable.has(id)).sort()).toEqual([...stable.keys()].sort());
  if (list.key)
    expectOrder(seen.filter(({ id }) => there.has(id) && stable.has(id)).map(list.key), list.order ?? 'desc');
}

function expectOrder(keys: (string | null)[], order: 'asc' | 'desc'): void {
  const present = keys.filter((key): key is string => key !== null);
  expect(keys.slice(present.length).every((key) => key === null)).toBe(true);
  const sorted = [...present].sort();
  expect(present).toEqual(order === 'asc' ? sorted : sorted.reverse());
}

const day = (number: number) => new Date(Date.UTC(2026, 0, 1 + number)).toISOString();
const query = (take: number, cursor: string | undefined, more = '') =>
  `take=${take}${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}${more}`;

const contacts: Omit<Paged, 'page' | 'key' | 'order'> = {
  insert: (numbers) =>
    numbers.length === 0
      ? Promise.resolve([])
      : makeContacts(
          ada,
          numbers.map((number) => ({
            full_name: number % 5 === 0 ? null : `paged ${String.fromCharCode(97 + (number % 26))}`,
            company: 'paged',
            ...(number % 3 !== 0 && { last_seen_at: day(number), next_reminder_at: day(30 - number) }),
            coordinates: { operation: 'set', data: { latitude: number / 100, longitude: 0 } },
          })),
        ),
  remove: async (contactIds) => dataOf(await ada.post('/v2/contacts/batch-delete', { contactIds })),
  rows: (data) => data.contacts,
};

const RUNS = { numRuns: rounds(2) };
const SORTS = ['created_at', 'updated_at', 'last_seen_at', 'next_reminder_at', 'full_name'] as const;

describe.each(SORTS)('contacts by %s', (sort) => {
  describe.each(['asc', 'desc'] as const)('%s', (order) => {
    const key = (row: Json) => (sort === 'full_name' ? (row.full_name ?? '') : row[sort]);

    test('returns each stable row of a list once', async () => {
      const page: Paged['page'] = (take, cursor) =>
        ada.get(`/v2/contacts?${query(take, cursor, `&sort=${sort}&order=${order}`)}`);
      await fc.assert(
        fc.asyncProperty(story, async (told) => {
          await wipe(ada);
          await follow({ ...contacts, page, key, order }, told);
        }),
        RUNS,
      );
    });

    test('returns each stable row of filtered and nearby contacts once', async () => {
      for (const more of [{ where: { company: 'paged' } }, { near: { latitude: 0, longitude: 0, radius_km: 500 } }]) {
        const page: Paged['page'] = (take, cursor) =>
          ada.post('/v2/contacts/filter', { ...more, take, cursor, sort, order });
        await fc.assert(
          fc.asyncProperty(story, async (told) => {
            await wipe(ada);
            await follow({ ...contacts, page, key, order }, told);
          }),
          { numRuns: rounds(1) },
        );
      }
    });
  });
});

test('contact search returns each stable row once', async () => {
  const page: Paged['page'] = (take, cursor) => ada.get(`/v2/contacts?${query(take, cursor, '&searchQuery=pag')}`);
  await fc.assert(
    fc.asyncProperty(story, async (told) => {
      await wipe(ada);
      await follow({ ...contacts, page, key: (row) => row.created_at }, told);
    }),
    RUNS,
  );
});

test('contacts by distance return each stable row once', async () => {
  const near = { latitude: 0, longitude: 0, radius_km: 500 };
  const page: Paged['page'] = (take, cursor) => ada.post('/v2/contacts/filter', { near, take, cursor });
  await fc.assert(
    fc.asyncProperty(story, async (told) => {
      await wipe(ada);
      const key = (row: Json) => row.latitude.toFixed(4);
      await follow({ ...contacts, page, key, order: 'asc' }, told);
    }),
    RUNS,
  );
});

describe('notes', () => {
  const deleteAll = (ids: string[]) => Promise.all(ids.map((id) => ada.call('DELETE', `/v2/timeline/notes/${id}`)));
  const notes: Omit<Paged, 'page'> = {
    insert: (numbers) =>
      Promise.all(numbers.map((number) => makeNote(ada, { note: `paged ${number}`, event_time: day(number) }))),
    remove: deleteAll,
    rows: (data) => data.notes,
    key: (row) => row.event_time,
  };

  test.each([
    ['listed', '/v2/timeline/notes'],
    ['searched', '/v2/timeline/notes/search?searchQuery=pag'],
    ['searched without words', '/v2/timeline/notes/search?startDate=2025-01-01'],
  ])('%s return each stable row once', async (_, path) => {
    const page: Paged['page'] = (take, cursor) =>
      ada.get(`${path}${path.includes('?') ? '&' : '?'}${query(take, cursor)}`);
    await fc.assert(
      fc.asyncProperty(story, async (told) => {
        await deleteAll(dataOf(await ada.get('/v2/timeline/notes?take=200')).notes.map(({ id }: Json) => id));
        await follow({ ...notes, page }, told);
      }),
      RUNS,
    );
  });
});

test('tags return each stable row once, by name', async () => {
  const deleteAll = (ids: string[]) => Promise.all(ids.map((id) => ada.call('DELETE', `/v2/tags/${id}`)));
  const tags: Paged = {
    insert: async (numbers) => {
      if (numbers.length === 0) return [];
      const names = numbers.map((number) => `${number} ${randomUUID()}`);
      return dataOf(await ada.post('/v2/tags/batch', { names })).tags;
    },
    remove: deleteAll,
    page: (take, cursor) => ada.get(`/v2/tags?${query(take, cursor)}`),
    rows: (data) => data.tags,
    key: (row) => row.name,
    order: 'asc',
  };
  await fc.assert(
    fc.asyncProperty(story, async (told) => {
      await deleteAll(dataOf(await ada.get('/v2/tags?take=200')).tags.map(({ id }: Json) => id));
      await follow(tags, told);
    }),
    RUNS,
  );
});

describe('a cursor', () => {
  const cursorOf = async (path: string) => dataOf(await ada.get(path)).pagination.nextCursor as string;
  const refuses = async (path: string, cursor: string) => {
    const answer = await ada.get(`${path}${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`);
    expect([path, answer.status, Object.keys(fieldsOf(answer))]).toEqual([path, 400, ['cursor']]);
  };

  beforeAll(async () => {
    await wipe(ada);
    await makeContacts(
      ada,
      Array.from({ length: 6 }, (_, index) => ({ full_name: `same ${index}`, is_archived: index > 2 })),
    );
    await Promise.all(['a', 'b'].map((note) => makeNote(ada, { note })));
    await ada.post('/v2/tags/batch', { names: ['c1', 'c2', 'c3'] });
  });

  test('belongs to its list, filters, and sort', async () => {
    const cursor = await cursorOf('/v2/contacts?take=1');
    for (const more of ['sort=updated_at', 'order=asc', 'archived=true', 'searchQuery=same']) {
      await refuses(`/v2/contacts?take=1&${more}`, cursor);
    }
    for (const path of ['/v2/tags', '/v2/timeline/notes', '/v2/timeline/notes/search']) await refuses(path, cursor);
    await refuses('/v2/timeline/notes/search', await cursorOf('/v2/timeline/notes?take=1'));
    await refuses('/v2/timeline/notes?startDate=2020-01-01', await cursorOf('/v2/timeline/notes?take=1'));
    await refuses('/v2/contacts', await cursorOf('/v2/tags?take=1'));
    const filter = (body: object) => ada.post('/v2/contacts/filter', { take: 1, ...body });
    const filtered = dataOf(await filter({ where: { name: 'same' } })).pagination.nextCursor;
    const near = { latitude: 0, longitude: 0 };
    for (const body of [
      {},
      { where: { name: 'sam' } },
      { where: { name: 'same' }, sort: 'full_name' },
      { where: { name: 'same' }, near },
    ]) {
      expect(fieldsOf(await filter({ ...body, cursor: filtered }))).toHaveProperty('cursor');
    }
    expect((await filter({ where: { name: 'same' }, cursor: filtered })).status).toBe(200);
  });

  test('continues with another page size, selection, or inclusion', async () => {
    const cursor = await cursorOf('/v2/contacts?take=1');
    const rest = dataOf(
      await ada.get(`/v2/contacts?take=50&select[id]=true&include[contact_emails]=true&cursor=${cursor}`),
    );
    expect(rest.pagination).toEqual({ count: 2, nextCursor: null });
  });

  test('returns 400 if it is not ours', async () => {
    const cursor = await cursorOf('/v2/contacts?take=1');
    const [payload, signature] = cursor.split('.');
    const forged = Buffer.from(JSON.stringify(['x', 'y'])).toString('base64url');
    for (const bad of [
      '',
      'x',
      '.',
      '..',
      randomUUID(),
      payload!,
      `${payload}.`,
      `${forged}.${signature}`,
      `${cursor}x`,
      `${cursor}.x`,
      `x${cursor}`,
      '%00',
      '🎂',
      'null',
      'a'.repeat(4_000),
    ]) {
      await refuses('/v2/contacts', bad);
      await refuses('/v2/tags', bad);
      await refuses('/v2/timeline/notes', bad);
    }
    await refuses('/v2/contacts', 'a'.repeat(5_000));
  });
});
