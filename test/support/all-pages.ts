import type { Client } from '../../src/client/client.ts';
import type { Json } from './people.ts';

/** Every row of a list, page by page. */
export async function all(client: Client, name: string, list: string, args: object): Promise<Json[]> {
  const rows: Json[] = [];
  let cursor: string | undefined;
  do {
    const { data }: Json = await client.call(name as never, { ...args, ...(cursor && { cursor }) } as never);
    rows.push(...data[list]);
    cursor = data.pagination.nextCursor ?? undefined;
  } while (cursor);
  return rows;
}
