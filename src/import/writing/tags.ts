import type { Client } from '../../client/client.ts';
import { pages } from '../../client/paginate.ts';
import { chunked } from '../../shared/lists.ts';

/** Maximum number of names in a `bulk_create_tags` call. */
const BATCH = 100;

/** Finds tag ids by name and creates missing tags on first use. */
export interface KnownTags {
  /** Ids by name. Names that the service rejects are missing. */
  idsOf(names: string[]): Promise<Map<string, string>>;
}

export async function loadTags(client: Client): Promise<KnownTags> {
  const ids = new Map<string, string>();
  for await (const { tags } of pages(client, 'list_tags', { take: 200 }))
    for (const { id, name } of tags) ids.set(name, id);

  return {
    async idsOf(names) {
      const missing = [...new Set(names)].filter((name) => !ids.has(name));
      for (const some of chunked(missing, BATCH)) {
        const { data } = await client.call('bulk_create_tags', { names: some });
        for (const { id, name } of data.tags) ids.set(name, id);
      }
      return ids;
    },
  };
}

/** Associations with the tags that have an id. */
export function tagAssociations(names: string[], ids: Map<string, string>): { tag_id: string }[] {
  return names.flatMap((name) => {
    const tag_id = ids.get(name);
    return tag_id ? [{ tag_id }] : [];
  });
}
