import { KithError } from '../../shared/error.ts';
import type { Context } from '../runtime/context.ts';
import { type Owned, ownedIds } from './owned.ts';

/** The result of most bulk operations (docs/api/bulk.md). */
export interface BulkResult {
  affected: number;
  ids: string[];
  failed: { id: string; error: { code: string; message: string } }[];
}

/** Splits the distinct ids of a bulk call into those of the user's records and unknown ones. */
export async function partByOwner(
  context: Context,
  table: Owned,
  ids: string[],
): Promise<{ found: string[]; missing: string[] }> {
  const asked = [...new Set(ids)];
  const owned = await ownedIds(context, table, asked);
  return { found: asked.filter((id) => owned.has(id)), missing: asked.filter((id) => !owned.has(id)) };
}

/** The result for changed and unknown ids. */
export const bulkResult = (
  ids: string[],
  missing: string[],
  message = 'You have no record with this id.',
): BulkResult => ({
  affected: ids.length,
  ids,
  failed: missing.map((id) => ({ id, error: { code: 'NotFound', message } })),
});

export interface ItemError {
  code: string;
  message: string;
}

const NOT_OF_AN_ITEM = ['idempotency_in_progress', 'cancelled'];

/** Converts an item's error for the result. Throws errors that are not caused by the item, which stop the whole operation. */
export function itemError(error: unknown): ItemError {
  if (error instanceof KithError && error.status < 500 && !NOT_OF_AN_ITEM.includes(error.code))
    return { code: error.code, message: error.message };
  throw error;
}

/** Adds the row to an error, and makes its field paths start at the root of the request. */
export function inRow(error: KithError, row: number, place: string): KithError {
  const { fields, ...details } = (error.details ?? {}) as { fields?: Record<string, string> };
  const named = Object.entries(fields ?? {}).map(([field, reason]) => [`${place}.${field}`, reason]);
  return new KithError(error.code, `${place}: ${error.message}`, {
    hint: error.hint,
    details: { row, ...details, fields: fields ? Object.fromEntries(named) : { [place]: error.message } },
  });
}
