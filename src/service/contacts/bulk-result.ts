import type { Context } from '../runtime/context.ts';
import { type Owned, ownedIds } from './associations.ts';

/** What most bulk calls answer (docs/api/bulk.md). */
export interface BulkResult {
  affected: number;
  ids: string[];
  failed: { id: string; error: { code: string; message: string } }[];
}

/** Parts the distinct ids of a bulk call into those that are the caller's and the others. */
export async function partByOwner(
  context: Context,
  table: Owned,
  ids: string[],
): Promise<{ found: string[]; missing: string[] }> {
  const asked = [...new Set(ids)];
  const owned = await ownedIds(context, table, asked);
  return { found: asked.filter((id) => owned.has(id)), missing: asked.filter((id) => !owned.has(id)) };
}

/** The envelope for the ids that were changed and those that were not found. */
export const bulkResult = (
  ids: string[],
  missing: string[],
  message = 'There is nothing of yours with this id.',
): BulkResult => ({
  affected: ids.length,
  ids,
  failed: missing.map((id) => ({ id, error: { code: 'NotFound', message } })),
});
