import { afterAll, beforeAll, expect, test } from 'vitest';
import { sentencesOf } from '../../src/web/pages/people/filter-words.tsx';
import { readSearch, searchOfView, withWords } from '../../src/web/people/search.ts';
import { type ClockedService, startClockedService } from '../support/clocked.ts';
import { dataOf, makeContact } from '../support/people.ts';
import type { Api } from '../support/service.ts';

// Days relative to the request in filters, such as `-6 mons`.

let service: ClockedService;
let ada: Api;

beforeAll(async () => {
  service = await startClockedService();
  service.now = new Date('2026-08-31T10:00:00Z');
  ada = await service.user();
  const days = ['2026-02-27', '2026-02-28', '2026-03-01', '2026-08-24', '2026-08-30'];
  for (const day of days) await makeContact(ada, { full_name: day, last_seen_at: `${day}T23:30:00Z` });
  await makeContact(ada, { full_name: 'never' });
});
afterAll(() => service.stop());

const found = async (where: object): Promise<string[]> => {
  const { contacts } = dataOf(await ada.post('/v2/contacts/filter', { where, sort: 'full_name' }));
  return contacts.map(({ full_name }: { full_name: string }) => full_name).sort();
};

test('counts back from the day of the request, and ends at the last day of a shorter month', async () => {
  service.now = new Date('2026-08-31T10:00:00Z');
  expect(await found({ last_seen_at: { lte: '-6 mons' } })).toEqual(['2026-02-27', '2026-02-28']);
  expect(await found({ last_seen_at: { gte: '-1 week' } })).toEqual(['2026-08-24', '2026-08-30']);
  expect(await found({ last_seen_at: { gte: '-7 days', lte: '-2 days' } })).toEqual(['2026-08-24']);
  for (const years of ['-1 year', '-9999 years']) expect(await found({ last_seen_at: { lte: years } })).toEqual([]);
  for (const wrong of ['6 mons', '-0 days', '-1 hour', '-6 mons ago', '- 6 mons'])
    expect((await ada.post('/v2/contacts/filter', { where: { last_seen_at: { lte: wrong } } })).status).toBe(400);
});

test('keeps a saved filter of the web app relative when time passes', async () => {
  service.now = new Date('2026-08-31T10:00:00Z');
  const search = readSearch(new URLSearchParams('last_seen_at.older=6m'))!;
  const saved = dataOf(await ada.post('/v2/views', { view: { name: 'Lost touch', filters: withWords(search) } }));
  const opened = async () => {
    const { view } = dataOf(await ada.get(`/v2/views/${saved.view.id}`));
    const { pairs, ...rest } = searchOfView(view)!;
    expect(sentencesOf(view.filters, new Map())).toEqual(['Not seen since 6 months ago']);
    expect([pairs, rest.also]).toEqual([[['last_seen_at.older', '6m']], {}]);
    return found(withWords({ pairs, ...rest }));
  };
  expect(await opened()).toEqual(['2026-02-27', '2026-02-28', 'never']);
  service.now = new Date('2026-09-01T10:00:00Z');
  expect(await opened()).toEqual(['2026-02-27', '2026-02-28', '2026-03-01', 'never']);
});
