import { expect, test } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { pages, rows } from '../../src/client/paginate.ts';

// Lists of a scripted service with generated pages.

interface Made {
  client: Client;
  /** Number of requested pages. */
  asked(): number;
}

/** A list of `count` tags in pages of one size. */
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

// One page ends at the 10,000th row, another continues after it.
test.each([200, 300])(
  'throws for more than 10,000 rows in pages of %i instead of returning the first 10,000',
  async (size) => {
    await expect(count(listOf(10_001, size).client)).rejects.toMatchObject({
      code: 'BadRequest',
      message: 'list_tags has more than 10000 rows.',
      hint: expect.stringContaining('atMost'),
    });
    expect(await count(listOf(10_000, size).client)).toBe(10_000);
  },
);

test.each([
  [0, 0, 0],
  [1, 1, 1],
  [300, 300, 1],
  [301, 301, 2],
  [10_500, 10_500, 35],
  [20_000, 12_000, 40],
])('with atMost %i returns %i of 12,000 rows from %i pages', async (atMost, expected, asked) => {
  const list = listOf(12_000, 300);
  expect(await count(list.client, atMost)).toBe(expected);
  expect(list.asked()).toBe(asked);
});

test('throws when a page repeats', async () => {
  const data = { tags: [], pagination: { nextCursor: 'again', count: 0 } };
  const client = { call: async () => ({ data }) } as unknown as Client;
  const all = async () => {
    for await (const page of pages(client, 'list_tags', {})) expect(page).toBe(data);
  };
  await expect(all()).rejects.toThrow('list_tags returned the same page again.');
});
