import { withoutHidden } from './hidden.ts';

/** Of one user and always the same, or derived from what stands beside it. */
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
    else if (isListsAlone(value)) reply[name] = value;
  }
  return reply;
}

/** As the reminders of a briefing: lists by kind, and none of a kind is an answer too. */
const isListsAlone = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(value).length > 0 &&
  Object.values(value).every(Array.isArray);

function trim(value: unknown): unknown {
  if (value === null) return undefined;
  if (Array.isArray(value)) return value.length > 0 ? value.map((entry) => trim(entry) ?? {}) : undefined;
  if (typeof value !== 'object') return typeof value === 'string' ? withoutHidden(value) : value;
  const entries = Object.entries(value)
    .filter(([name]) => !NOISE.has(name))
    .map(([name, inner]) => [withoutHidden(name), trim(inner)] as const)
    .filter(([, inner]) => inner !== undefined);
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}
