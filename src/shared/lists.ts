/** Groups rows by a key and keeps their order. (`Map.groupBy` is not available in the oldest supported Node.) */
export function groupBy<R, K>(rows: readonly R[], keyOf: (row: R) => K): Map<K, R[]> {
  const groups = new Map<K, R[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}

/** Rows in the order of `ids`. Ids without a row are skipped. */
export function inOrderOf<R extends { id: string }>(ids: readonly string[], rows: readonly R[]): R[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/**
 * Splits a list into chunks of at most `size` items. The default fits the parameters of a statement, which allows some
 * tens of thousands.
 */
export function chunked<T>(list: readonly T[], size = 500): T[][] {
  const chunks: T[][] = [];
  for (let start = 0; start < list.length; start += size) chunks.push(list.slice(start, start + size));
  return chunks;
}

// Spreading a long list into arguments overflows the stack (scripts/lint/spread.grit).

/** Appends rows to a list. */
export function append<T>(list: T[], rows: Iterable<T>): void {
  for (const row of rows) list.push(row);
}

/** The largest number, or `least` if none is larger. */
export function largest(numbers: Iterable<number>, least = Number.NEGATIVE_INFINITY): number {
  let found = least;
  for (const number of numbers) if (number > found) found = number;
  return found;
}

/** The smallest number, or infinity if there are none. */
export function smallest(numbers: Iterable<number>): number {
  let found = Number.POSITIVE_INFINITY;
  for (const number of numbers) if (number < found) found = number;
  return found;
}

/** Splits a string at commas and white space. */
export const listOf = (text = ''): string[] => text.split(/[\s,]+/).filter(Boolean);
