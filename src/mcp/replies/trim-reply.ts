import { sanitize } from '../sanitize.ts';

/** Fields that are the same in all answers to one user, or that follow from another field of the record. */
const NOISE = new Set([
  'user_id',
  'workspace_id',
  'geocode_attempts',
  'frequency_interval',
  'folded',
  'users',
  'meeting_types',
]);

/**
 * An answer as a model should read it: nulls, empty lists and objects, and fields that tell it nothing are
 * left out; ids always stay. The top level keeps its lists, so that "none" can be seen.
 */
export function trimReply(data: Record<string, unknown>): Record<string, unknown> {
  const reply: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(data)) {
    const trimmed = trim(value);
    if (trimmed !== undefined) reply[name] = trimmed;
    else if (Array.isArray(value)) reply[name] = [];
    else if (isOnlyLists(value)) reply[name] = value;
  }
  return reply;
}

/** An object of lists by kind, such as the reminders of a briefing: an empty list is an answer too. */
const isOnlyLists = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(value).length > 0 &&
  Object.values(value).every(Array.isArray);

function trim(value: unknown): unknown {
  if (typeof value === 'string') return sanitize(value);
  if (value === null || typeof value !== 'object') return value ?? undefined;
  if (Array.isArray(value)) return value.length > 0 ? value.map((entry) => trim(entry) ?? {}) : undefined;
  let kept: Record<string, unknown> | undefined;
  for (const name of Object.keys(value)) {
    if (NOISE.has(name)) continue;
    const inner = trim((value as Record<string, unknown>)[name]);
    if (inner === undefined) continue;
    kept ??= {};
    put(kept, sanitize(name), inner);
  }
  return kept;
}

/** Field names come from outside too, and assigning to `__proto__` would not set a field. */
function put(record: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') record[name] = value;
  else Object.defineProperty(record, name, { value, enumerable: true, writable: true, configurable: true });
}
