import { expect, test } from 'vitest';
import { pages, rows } from '../../src/client/paginate.ts';
import { data, errorOf, type Step, scripted } from './scripted-service.ts';

// A list row by row: no page is fetched that nobody asked for, and a part is never taken for the whole.

/** A service of so many tags, in pages of `size`. */
function tagsInPages(total: number, size: number): Step {
  return (outgoing, got) => {
    const start = Number(new URL(got.url, 'http://x').searchParams.get('cursor') ?? 0);
    const end = Math.min(total, start + size);
    const tags = Array.from({ length: end - start }, (_, index) => ({ name: `tag ${start + index}` }));
    data({ warnings: ['none of ours'], tags, pagination: { nextCursor: end < total ? String(end) : null } })(
      outgoing,
      got,
    );
  };
}

async function collect(total: number, size: number, atMost?: number) {
  const { client, got } = await scripted([tagsInPages(total, size)]);
  const names: string[] = [];
  for await (const { name } of rows(client, 'list_tags', {}, { atMost })) names.push(name);
  return { names, requests: got.length };
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `tag ${index}`);

test('all rows of all pages come, in their order', async () => {
  expect(await collect(5, 2)).toEqual({ names: numbered(5), requests: 3 });
});

test.each([
  [0, 0],
  [1, 1],
  [2, 1],
  [3, 2],
  [4, 2],
  [9, 3],
])('of five rows in pages of two, %i at most take %i requests', async (atMost, requests) => {
  expect(await collect(5, 2, atMost)).toEqual({ names: numbered(Math.min(5, atMost)), requests });
});

test('more than 10,000 rows are an error, unless the call says how many it wants', async () => {
  expect((await collect(10_000, 5_000)).names).toHaveLength(10_000);
  for (const total of [10_001, 20_000]) {
    const error = await errorOf(collect(total, 5_000));
    expect(error.message).toBe('list_tags has more than 10000 rows.');
    expect(error.hint).toContain('atMost');
  }
  expect((await collect(20_000, 5_000, 10_001)).names).toHaveLength(10_001);
});

test('a service that answers the same page again ends the list', async () => {
  const { client, got } = await scripted([data({ tags: [], pagination: { nextCursor: 'again' } })]);
  const all = async () => {
    for await (const _ of pages(client, 'list_tags', {}));
  };
  expect((await errorOf(all())).message).toBe('list_tags answered the same page again.');
  expect(got).toHaveLength(2);
});
