import { processSettings } from '../../settings.ts';
import { largest } from '../../shared/lists.ts';
import { once } from '../../shared/once.ts';
import { sanitize } from '../../shared/text/sanitize.ts';

/** How many bytes of text a reply may have (docs/replies.md#size). Read once: the environment is slow to ask. */
export const replyBytes = once(() => processSettings.KITH_REPLY_BYTES);

const size = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** The name of the list of rows in a reply that is a page; undefined for any other reply. */
export function pageList(data: Record<string, unknown>): string | undefined {
  if (!data.pagination) return undefined;
  return Object.keys(data).find((name) => Array.isArray(data[name]) && name !== 'failed');
}

/**
 * A page with the rows that fit: it is asked for again with fewer, so that its cursor goes on right behind the last one
 * shown. At least one row stays, whatever its size.
 */
export async function fittingRows(
  page: Record<string, unknown>,
  list: string,
  budget: number,
  ask: (rows: number) => Promise<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  let shown = page;
  let rows = (page[list] as unknown[]).length;
  while (rows > 1 && size(shown) > budget) {
    rows = Math.min(rows - 1, rowsThatFit(shown, list, budget));
    shown = await ask(rows);
  }
  return shown;
}

/** The usual size of a cursor with its mark: a last page has none, and gets one when it is cut. */
const CURSOR_BYTES = 250;

/** How many rows of a page fit into the budget; at least one. */
function rowsThatFit(data: Record<string, unknown>, list: string, budget: number): number {
  const rows = data[list] as unknown[];
  let left = budget - size({ ...data, [list]: [] }) - CURSOR_BYTES;
  let count = 0;
  for (const row of rows) {
    left -= size(row) + 1;
    if (left < 0) break;
    count++;
  }
  return Math.max(1, count);
}

/**
 * Cuts the longest texts of a reply until it fits, each with a mark and its full length, and where that is not
 * enough its longest lists. Short texts, ids above all, stay whole, and so does a cursor.
 */
export function cutToFit(data: Record<string, unknown>, budget: number): Record<string, unknown> {
  let limit = 8_000;
  let cut = data;
  while (size(cut) > budget && limit >= 100) {
    cut = shorten(data, limit) as Record<string, unknown>;
    limit = Math.floor(limit / 2);
  }
  return size(cut) > budget ? withShorterLists(cut, budget) : cut;
}

/** As many entries of each list as fit, by bisection; at least one. */
function withShorterLists(data: Record<string, unknown>, budget: number): Record<string, unknown> {
  const cutAt = (entries: number) => shortenLists(data, entries) as Record<string, unknown>;
  let [fits, above] = [1, longestList(data)];
  while (above - fits > 1) {
    const middle = Math.floor((fits + above) / 2);
    if (size(cutAt(middle)) > budget) above = middle;
    else fits = middle;
  }
  return cutAt(fits);
}

function longestList(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inner = largest(Object.values(value).map(longestList), 0);
  return Array.isArray(value) ? Math.max(value.length, inner) : inner;
}

function shorten(value: unknown, limit: number): unknown {
  if (typeof value === 'string') {
    if (value.length <= limit) return value;
    // A cut may split characters that belong together.
    return `${sanitize(value.slice(0, limit))}… [cut; ${value.length} characters in all]`;
  }
  if (Array.isArray(value)) return value.map((entry) => shorten(entry, limit));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, name === 'nextCursor' ? inner : shorten(inner, limit)]),
  );
}

function shortenLists(value: unknown, limit: number): unknown {
  if (Array.isArray(value)) return value.slice(0, limit).map((entry) => shortenLists(entry, limit));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).flatMap(([name, inner]) => {
    const shown = [name, shortenLists(inner, limit)] as const;
    return Array.isArray(inner) && inner.length > limit
      ? [shown, [`${name}_left_out`, inner.length - limit] as const]
      : [shown];
  });
  return Object.fromEntries(entries);
}
