import { beforeAll, describe, expect, test } from 'vitest';
import { serviceForFile } from '../support/file-service.ts';
import { dataOf, type Json, makeContacts, makeNote } from '../support/people.ts';
import type { User } from '../support/service.ts';

const { service, ada } = await serviceForFile();

const search = async (user: User, query: string, more: Record<string, string> = {}): Promise<Json> =>
  dataOf(await user.get(`/v2/search?${new URLSearchParams({ query, ...more })}`));
const titles = ({ results }: Json): string[] => results.map(({ title }: Json) => title);

const PEOPLE = ['Will Smith', 'May Parker', 'Chi Nguyen', 'Sunday Adeyemi', 'Sommer Anna', 'Michael Steiner'];

beforeAll(async () => {
  await makeContacts(ada, [
    ...PEOPLE.map((full_name) => ({ full_name })),
    { full_name: 'Petra Zahn', job_title: 'Dentist' },
    { full_name: 'Uwe Lindner' },
  ]);
  await makeNote(ada, { note: 'Rented a cabin by the lake', event_time: '2026-03-10T12:00:00Z' });
  await makeNote(ada, { note: 'Late dinner at the harbor', event_time: '2025-07-04T18:00:00Z' });
  for (const text of ['Call the tax advisor about VAT', 'Water the plants'])
    await ada.post('/v2/reminders', { reminder: { text, due_at_date: '2099-05-01' } });
});

describe('names that are function words', () => {
  test.each([
    ['where does Will live', 'Will Smith'],
    ['when is May coming', 'May Parker'],
    ['did Chi visit Antarctica', 'Chi Nguyen'],
    ['who knows Sunday', 'Sunday Adeyemi'],
    ['will', 'Will Smith'],
  ])('%s finds %s first', async (query, name) => {
    expect(titles(await search(ada, query))[0]).toBe(name);
  });
});

describe('weak matches', () => {
  test.each(['dentist', 'my dentist', 'the dentist', 'mein Zahnarzt', 'dentist phone number'])(
    'are not reported for %s',
    async (query) => {
      const { results, warnings } = await search(ada, query);
      expect([results[0]?.title, warnings]).toEqual(['Petra Zahn', []]);
    },
  );

  test.each(['my accountant in Oslo', 'when did Petra win the regatta in the lagoon', 'dog'])(
    'are reported for %s, or nothing is found',
    async (query) => {
      const { results, warnings } = await search(ada, query);
      if (results.length > 0) expect(warnings).toEqual(['weak_match']);
    },
  );
});

describe('only a time', () => {
  test.each(['March 2026', 'what happened in March 2026', 'in March 2026'])(
    '%s finds its notes first',
    async (query) => {
      const { results, warnings } = await search(ada, query);
      expect([results[0]?.title, warnings]).toEqual(['Rented a cabin by the lake', []]);
    },
  );
});

describe('quoted words', () => {
  test.each([
    ['"tax advisor"', ['Call the tax advisor about VAT']],
    ['"the tax" call', ['Call the tax advisor about VAT']],
    ['"advisor tax"', []],
    ['"Smith Will"', []],
  ])('%s finds %j', async (query, expected) => {
    expect(titles(await search(ada, query))).toEqual(expected);
  });
});

describe('pages', () => {
  const WORDS = ['garden', 'coffee', 'wine'];
  let user: User;

  beforeAll(async () => {
    user = await service.user();
    const notes = Array.from({ length: 130 }, (_, index) => ({
      note: `${WORDS.filter((_, place) => (index % 7) & (1 << place)).join(' and ')} number ${index}`,
      event_time: new Date(Date.UTC(2025, 0, 1, index)).toISOString(),
    }));
    await user.post('/v2/timeline/notes/batch', { notes });
  });

  const walk = async (path: string, list: string, take: number): Promise<string[]> => {
    const ids: string[] = [];
    let cursor: string | null = null;
    do {
      const more: string = cursor ? `&cursor=${encodeURIComponent(cursor)}` : '';
      const page: Json = dataOf(await user.get(`${path}&take=${take}${more}`));
      for (const { id } of page[list]) ids.push(id);
      cursor = page.pagination.nextCursor;
    } while (cursor);
    return ids;
  };

  test.each([
    ['/v2/timeline/notes/search?searchQuery=garden+coffee+wine', 'notes'],
    ['/v2/search?query=garden+coffee+wine', 'results'],
  ])('for %s have the same records in the same order, whatever their size', async (path, list) => {
    const all = await walk(path, list, 50);
    expect(new Set(all).size).toBe(all.length);
    expect(all.length).toBeGreaterThan(100);
    for (const take of [7, 20]) expect(await walk(path, list, take)).toEqual(all);
  });

  test('omit a note that was written after the first page', async () => {
    const path = '/v2/search?query=garden+coffee+wine';
    const all = await walk(path, 'results', 50);
    const first: Json = dataOf(await user.get(`${path}&take=20`));
    await makeNote(user, { note: 'Garden, coffee and wine again', event_time: '2025-01-03T00:00:00Z' });
    const rest: string[] = [];
    for (let cursor = first.pagination.nextCursor; cursor; ) {
      const page: Json = dataOf(await user.get(`${path}&take=20&cursor=${encodeURIComponent(cursor)}`));
      for (const { id } of page.results) rest.push(id);
      cursor = page.pagination.nextCursor;
    }
    expect([...first.results.map(({ id }: Json) => id), ...rest]).toEqual(all);
  });
});
