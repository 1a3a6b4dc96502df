/** Number of users whose count is remembered. */
const MAX_USERS = 1_000;
const KEPT_MS = 60 * 60_000;

/** Suggestions worth a look, by user, since the list was last shown. Counting them for every page would take too long. */
const counts = new Map<string, { count: number; since: number }>();

export function rememberCount(userId: string, count: number): void {
  counts.delete(userId);
  counts.set(userId, { count, since: Date.now() });
  if (counts.size > MAX_USERS) counts.delete(counts.keys().next().value!);
}

/** Undefined if the list was not shown in the last hour. */
export function rememberedCount(userId: string): number | undefined {
  const known = counts.get(userId);
  return known && Date.now() - known.since < KEPT_MS ? known.count : undefined;
}

/** After merges. A negative number after undo. */
export function subtractFromCount(userId: string, merged: number): void {
  const known = counts.get(userId);
  if (known) known.count = Math.max(0, known.count - merged);
}
