import { processSettings } from '../../settings.ts';
import { largest } from '../../shared/lists.ts';
import { once } from '../../shared/once.ts';
import { sanitize } from '../../shared/text/sanitize.ts';

/** Maximum size of a reply in bytes (docs/replies.md#size). Cached, because reading the environment is slow. */
export const replyBytes = once(() => processSettings.KITH_REPLY_BYTES);

const size = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** The name of a page's list of rows; undefined if the reply is not a page. */
export function pageList(data: Record<string, unknown>): string | undefined {
  if (!data.pagination) return undefined;
  return Object.keys(data).find((name) => Array.isArray(data[name]) && name !== 'failed');
}

/**
 * Shortens a page to the rows that fit. The page is requested again with fewer rows, so that its cursor continues after the
 * last one shown. At least one row remains, whatever its size.
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

/** Usual size of a cursor with its mark. A last page gets a cursor when it is shortened. */
const CURSOR_BYTES = 250;

/** Returns the number of rows that fit, at least one. */
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
 * Truncates the longest strings of a reply until it fits, each with a mark and its full length. If that is not enough, it
 * shortens the longest lists. Short strings, such as ids, and cursors are never truncated.
 */
export function truncateToFit(data: Record<string, unknown>, budget: number): Record<string, unknown> {
  let limit = 8_000;
  let cut = data;
  while (size(cut) > budget && limit >= 100) {
    cut = shorten(data, limit) as Record<string, unknown>;
    limit = Math.floor(limit / 2);
  }
  return size(cut) > budget ? withShorterLists(cut, budget) : cut;
}

/** Keeps as many entries of each list as fit, at least one. Found by bisection. */
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
    // Truncating can split a surrogate pair.
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
