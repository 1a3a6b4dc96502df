import { isRecord } from '../../shared/records.ts';
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

/** What nearly every record says. */
const USUAL: Record<string, unknown> = {
  audience: 'private',
  is_origin: false,
  isRecurring: false,
  email_sent: false,
  push_notification_sent: false,
};

/** When a part of a record was made, such as an e-mail address of a contact. */
const STAMPS = ['created_at', 'updated_at'];

/**
 * An answer as a model should read it: nulls, empty lists and objects, and fields that tell it nothing are
 * left out; ids stay, save where a part of a record repeats the record's own. The top level keeps its lists, so that "none" can be seen.
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

function trim(value: unknown, around?: unknown): unknown {
  if (typeof value === 'string') return sanitize(value);
  if (value === null || typeof value !== 'object') return value ?? undefined;
  if (Array.isArray(value)) return value.length > 0 ? value.map((entry) => trim(entry, around) ?? {}) : undefined;
  let kept: Record<string, unknown> | undefined;
  const record = value as Record<string, unknown>;
  for (const name of Object.keys(record)) {
    if (NOISE.has(name) || saysNothing(name, record, around)) continue;
    const whole = record[name];
    const inner = trim(isOfLinks(name, whole) ? whole.slice(0, LINKS_TOLD) : whole, record.id ?? around);
    if (inner === undefined) continue;
    kept ??= {};
    put(kept, sanitize(name), inner);
    if (isOfLinks(name, whole) && whole.length > LINKS_TOLD) put(kept, `${name}_left_out`, whole.length - LINKS_TOLD);
  }
  return kept;
}

/** What a contact is linked to by mere ids, newest first: a list tool tells what they are. */
const LINKS: Record<string, string> = {
  timeline_items_contacts: 'timeline_item_id',
  reminders_contacts: 'reminder_id',
};
const LINKS_TOLD = 3;

const isOfLinks = (name: string, value: unknown): value is unknown[] =>
  Object.hasOwn(LINKS, name) && Array.isArray(value) && value.every((row) => isRecord(row) && LINKS[name]! in row);

/** Whether a field says what goes without saying. `around` is the id of the record that this one is a part of. */
function saysNothing(name: string, record: Record<string, unknown>, around: unknown): boolean {
  const value = record[name];
  if (Object.hasOwn(USUAL, name)) return value === USUAL[name];
  if (around === undefined) return false;
  return (STAMPS.includes(name) && typeof value === 'string') || (name.endsWith('_id') && value === around);
}

/** Field names come from outside too, and assigning to `__proto__` would not set a field. */
function put(record: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') record[name] = value;
  else Object.defineProperty(record, name, { value, enumerable: true, writable: true, configurable: true });
}
