import { expect, test } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { pages, rows } from '../../src/client/paginate.ts';

// Lists through a client that answers pages made up here.

interface Made {
  client: Client;
  /** How many pages were asked for. */
  asked(): number;
}

/** A list of so many tags in pages of one size. */
function listOf(total: number, size: number): Made {
  let asked = 0;
  const call = async (_name: string, { cursor = '0' }: { cursor?: string }) => {
    asked++;
    const start = Number(cursor);
    const tags = Array.from({ length: Math.min(size, total - start) }, (_, index) => ({ id: String(start + index) }));
    const nextCursor = start + size < total ? String(start + size) : null;
    return { data: { tags, pagination: { nextCursor, count: tags.length } } };
  };
  return { client: { call } as unknown as Client, asked: () => asked };
}

async function count(client: Client, atMost?: number): Promise<number> {
  let counted = 0;
  for await (const row of rows(client, 'list_tags', {}, { atMost })) expect(row.id).toBe(String(counted++));
  return counted;
}

// A page that ends at the 10,000th row, and one that goes on behind it.
test.each([200, 300])('more than 10,000 rows in pages of %i are an error, not the first 10,000', async (size) => {
  await expect(count(listOf(10_001, size).client)).rejects.toMatchObject({
    code: 'BadRequest',
    message: 'list_tags has more than 10000 rows.',
    hint: expect.stringContaining('atMost'),
  });
  expect(await count(listOf(10_000, size).client)).toBe(10_000);
});

test.each([
  [0, 0, 0],
  [1, 1, 1],
  [300, 300, 1],
  [301, 301, 2],
  [10_500, 10_500, 35],
  [20_000, 12_000, 40],
])('with atMost %i a list of 12,000 gives %i rows from %i pages', async (atMost, expected, asked) => {
  const list = listOf(12_000, 300);
  expect(await count(list.client, atMost)).toBe(expected);
  expect(list.asked()).toBe(asked);
});

test('a page that comes again ends the list with an error', async () => {
  const data = { tags: [], pagination: { nextCursor: 'again', count: 0 } };
  const client = { call: async () => ({ data }) } as unknown as Client;
  const all = async () => {
    for await (const page of pages(client, 'list_tags', {})) expect(page).toBe(data);
  };
  await expect(all()).rejects.toThrow('list_tags answered the same page again.');
});
