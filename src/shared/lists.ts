/** The rows by a key they share, in their order. (`Map.groupBy` is newer than the oldest Node we run on.) */
export function groupBy<R, K>(rows: readonly R[], keyOf: (row: R) => K): Map<K, R[]> {
  const groups = new Map<K, R[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}

/** Rows in the order of `ids`; an id without a row is left out. */
export function inOrderOf<R extends { id: string }>(ids: readonly string[], rows: readonly R[]): R[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** A list in chunks of at most so many; unless told, as a statement has room for: it takes some tens of thousands of parameters. */
export function chunked<T>(list: readonly T[], size = 500): T[][] {
  const chunks: T[][] = [];
  for (let start = 0; start < list.length; start += size) chunks.push(list.slice(start, start + size));
  return chunks;
}

// Spreading a list into arguments overflows the stack when it is long (scripts/lint/spread.grit).

/** Adds rows to the end of a list. */
export function append<T>(list: T[], rows: Iterable<T>): void {
  for (const row of rows) list.push(row);
}

/** The largest of some numbers, or `least` if none is larger. */
export function largest(numbers: Iterable<number>, least = Number.NEGATIVE_INFINITY): number {
  let found = least;
  for (const number of numbers) if (number > found) found = number;
  return found;
}

/** The smallest of some numbers; infinity if there are none. */
export function smallest(numbers: Iterable<number>): number {
  let found = Number.POSITIVE_INFINITY;
  for (const number of numbers) if (number < found) found = number;
  return found;
}

/** The parts of a text that commas or spaces separate. */
export const listOf = (text = ''): string[] => text.split(/[\s,]+/).filter(Boolean);
