import type { Client } from '../../client/client.ts';

/** The most names that one `bulk_create_tags` takes. */
const BATCH = 100;

/** Finds the ids of tags by name, and makes the missing ones when they are first needed. */
export interface TagBook {
  /** Ids by name. Names that the service refuses are missing from the answer. */
  idsOf(names: string[]): Promise<Map<string, string>>;
}

export async function loadTags(client: Client): Promise<TagBook> {
  const ids = new Map<string, string>();
  let cursor: string | null | undefined;
  do {
    const { data } = await client.call('list_tags', { take: 200, ...(cursor && { cursor }) });
    for (const { id, name } of data.tags) ids.set(name, id);
    cursor = data.pagination.nextCursor;
  } while (cursor);

  return {
    async idsOf(names) {
      const missing = [...new Set(names)].filter((name) => !ids.has(name));
      for (let start = 0; start < missing.length; start += BATCH) {
        const { data } = await client.call('bulk_create_tags', { names: missing.slice(start, start + BATCH) });
        for (const { id, name } of data.tags) ids.set(name, id);
      }
      return ids;
    },
  };
}
