import type { Client } from '../../client/client.ts';
import { fold } from '../../shared/text/fold.ts';

const PAGE = 200;

/** The tag that has a name, in any case. */
export const tagNamed = (client: Client, name: string) =>
  named(name, async (cursor) => {
    const { tags, pagination } = (await client.call('list_tags', { take: PAGE, ...cursor })).data;
    return { rows: tags, pagination };
  });

/** The group that has a name, in any case. */
export const groupNamed = (client: Client, name: string) =>
  named(name, async (cursor) => {
    const { groups, pagination } = (await client.call('list_groups', { take: PAGE, ...cursor })).data;
    return { rows: groups, pagination };
  });

interface Listed {
  rows: { id: string; name: string }[];
  pagination: { nextCursor?: string | null | undefined };
}

/** The one that has the name, in any case. */
async function named(name: string, list: (cursor: { cursor?: string }) => Promise<Listed>) {
  const folded = fold(name);
  let cursor: string | null | undefined;
  do {
    const { rows, pagination } = await list(cursor ? { cursor } : {});
    const found = rows.find((row) => row.name === name) ?? rows.find((row) => fold(row.name) === folded);
    if (found) return found;
    cursor = pagination.nextCursor;
  } while (cursor);
  return undefined;
}
