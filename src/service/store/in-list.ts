const SIZES = [1, 2, 5, 10, 20, 50, 100, 200, 500];

/**
 * Ids for an `in (…)`, filled up to one of a few lengths by repeating the last, so that lists of any length
 * share a handful of prepared statements. An empty list matches nothing.
 */
export function inList(ids: readonly string[]): string[] {
  if (ids.length === 0) return [''];
  const size = SIZES.find((length) => length >= ids.length) ?? ids.length;
  return [...ids, ...Array<string>(size - ids.length).fill(ids.at(-1)!)];
}

/** Rows in the order of the ids they were asked by; an id without a row is left out. */
export function inOrderOf<R extends { id: string }>(ids: readonly string[], rows: readonly R[]): R[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** A list in parts that a statement has room for: it takes some tens of thousands of parameters at most. */
export function inParts<T>(list: readonly T[], size = 500): T[][] {
  const parts: T[][] = [];
  for (let start = 0; start < list.length; start += size) parts.push(list.slice(start, start + size));
  return parts;
}
