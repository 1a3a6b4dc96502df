import fc from 'fast-check';
import { expect, test } from 'vitest';
import { serviceForFile } from '../support/file-service.ts';
import { dataOf, type Json, makeContacts } from '../support/people.ts';
import { rounds } from '../support/rounds.ts';
import type { User } from '../support/service.ts';

// A search stops at the end of its page. It must return the same as a search of everything.

const { service } = await serviceForFile();

/** Most texts have the first word, hardly any the last. */
const WORDS = ['a1', 'a1', 'a1', 'a12', 'b2', 'b2', 'b23', 'c3'];
const text = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
const query = fc.array(fc.constantFrom('a1', 'b2', 'a', 'b23', 'c3'), { minLength: 1, maxLength: 2 });
const take = fc.integer({ min: 1, max: 40 });

/** Few enough for many notes to share one. Some are in the same second, some at the limits of valid times. */
const time = fc.constantFrom(
  ...['1901-02-03T04:05:06.007Z', '1969-12-31T23:59:59.999Z', '1970-01-01T00:00:00.000Z', '2199-01-01T00:00:00.000Z'],
  ...['2026-03-01T10:00:00.000Z', '2026-03-01T10:00:00.001Z', '2026-03-01T10:00:03.999Z', '2026-03-01T10:00:04.000Z'],
  ...['2026-03-02T00:00:00.000Z', '2026-03-02T00:00:00.000Z', '2026-03-02T00:00:00.000Z', '2026-03-02T00:00:00.000Z'],
);

const holds = (held: string, words: string[], isPrefix: (index: number) => boolean): boolean =>
  words.every((word, index) =>
    held.split(' ').some((other) => (isPrefix(index) ? other.startsWith(word) : other === word)),
  );

const isLast = (words: string[]) => (index: number) => index === words.length - 1;

function inOrder<R>(rows: R[], keyOf: (row: R) => string[], order: 'asc' | 'desc'): R[] {
  const sign = order === 'asc' ? 1 : -1;
  const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  return [...rows].sort((one, other) => {
    const [a, b] = [keyOf(one), keyOf(other)];
    return sign * (compare(a[0]!, b[0]!) || compare(a[1]!, b[1]!));
  });
}

/** The rows of all pages. */
async function paged(read: (more: string) => Promise<Json>): Promise<Json[]> {
  const rows: Json[] = [];
  for (let more = ''; ; ) {
    const { list, nextCursor } = await read(more);
    rows.push(...list);
    if (nextCursor === null) return rows;
    more = `&cursor=${encodeURIComponent(nextCursor)}`;
  }
}

async function notesPaged(user: User, path: string, list: 'notes' | 'items'): Promise<Json[]> {
  return paged(async (more) => {
    const data = dataOf(await user.get(`${path}${more}`));
    return { list: data[list], nextCursor: data.pagination.nextCursor };
  });
}

test('finds notes in chronological order, page by page, wherever they were moved', async () => {
  const written = fc.record({ note: text, event_time: time });
  await fc.assert(
    fc.asyncProperty(
      fc.array(written, { minLength: 20, maxLength: 120 }),
      fc.array(fc.tuple(fc.nat(), written), { maxLength: 12 }),
      fc.array(fc.tuple(query, take), { minLength: 3, maxLength: 6 }),
      async (notes, moves, searches) => {
        const user = await service.user();
        const made: Json[] = dataOf(await user.post('/v2/timeline/notes/batch', { notes })).notes;
        const held = new Map(made.map(({ id, note, event_time }) => [id, { id, note, event_time }]));
        for (const [number, change] of moves) {
          const { id } = made[number % made.length];
          held.set(id, { id, ...change });
          dataOf(await user.call('PUT', `/v1/timeline/${id}`, { note: change }));
        }
        for (const [words, take] of searches) {
          const all = [...held.values()].filter(({ note }) => holds(note, words, isLast(words)));
          const asked = `searchQuery=${words.join('+')}&take=${take}`;
          const found = await notesPaged(user, `/v2/timeline/notes/search?${asked}`, 'notes');
          const keyOf = ({ event_time, id }: Json) => [event_time, id];
          const ids = (rows: Json[]) => rows.map(({ id }) => id);
          // Then notes with one of two words, each once.
          expect(ids(found).slice(0, all.length)).toEqual(ids(inOrder(all, keyOf, 'desc')));
          expect(new Set(ids(found)).size).toBe(found.length);
          const upwards = await notesPaged(user, `/v2/timeline?sources=notes&order=asc&${asked}`, 'items');
          expect(ids(upwards.map(({ note }) => note))).toEqual(ids(inOrder(all, keyOf, 'asc')));
        }
      },
    ),
    { numRuns: rounds(4), endOnFailure: true },
  );
});

test('finds people in the order of creation, page by page', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(text, { minLength: 1, maxLength: 60 }), { minLength: 1, maxLength: 3 }),
      fc.array(fc.tuple(fc.nat(), text, fc.boolean()), { maxLength: 8 }),
      fc.array(fc.tuple(query, take, fc.constantFrom('asc', 'desc'), fc.boolean()), { minLength: 3, maxLength: 6 }),
      async (batches, changes, searches) => {
        const user = await service.user();
        const made: Json[] = [];
        for (const names of batches)
          made.push(
            ...(await makeContacts(
              user,
              names.map((full_name) => ({ full_name })),
            )),
          );
        for (const [number, full_name, is_archived] of changes) {
          const one = made[number % made.length];
          Object.assign(one, { full_name, is_archived });
          dataOf(await user.call('PATCH', `/v2/contacts/${one.id}`, { full_name, is_archived }));
        }
        for (const [words, take, order, archived] of searches) {
          const all = made.filter(
            ({ full_name, is_archived }) => is_archived === archived && holds(full_name, words, () => true),
          );
          const keyOf = ({ created_at, id }: Json) => [created_at, id];
          const asked = `/v2/contacts?searchQuery=${words.join('+')}&take=${take}&order=${order}&archived=${archived}`;
          const found = await paged(async (more) => {
            const { contacts, pagination } = dataOf(await user.get(`${asked}${more}`));
            return { list: contacts, nextCursor: pagination.nextCursor };
          });
          const ids = found.map(({ id }) => id);
          expect(ids.slice(0, all.length)).toEqual(inOrder(all, keyOf, order).map(({ id }) => id));
          expect(new Set(ids).size).toBe(ids.length);
        }
      },
    ),
    { numRuns: rounds(4), endOnFailure: true },
  );
});
