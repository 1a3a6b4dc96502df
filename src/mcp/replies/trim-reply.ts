import { isRecord } from '../../shared/records.ts';
import { sanitize } from '../../shared/text/sanitize.ts';
import { shouldYield, yieldToOthers } from '../../shared/yield.ts';

/** Fields that are constant for one user, or that follow from another field. */
const NOISE = new Set([
  'user_id',
  'workspace_id',
  'geocode_attempts',
  'frequency_interval',
  'folded',
  'users',
  'meeting_types',
]);

/** Default values that nearly every record has. */
const USUAL = new Map<string, unknown>([
  ['audience', 'private'],
  ['is_origin', false],
  ['isRecurring', false],
  ['email_sent', false],
  ['push_notification_sent', false],
]);

/** Timestamps of nested records, such as a contact's email address. */
const STAMPS = ['created_at', 'updated_at'];

/** Links of a contact that are only ids, newest first. A list tool returns the records. */
const LINKS = new Map([
  ['timeline_items_contacts', 'timeline_item_id'],
  ['reminders_contacts', 'reminder_id'],
]);
const MAX_LINKS = 3;

/** How a field is trimmed, by its name. */
interface Field {
  /** Sanitized name. */
  shown: string;
  isNoise: boolean;
  /** Default value, if any. */
  usual: unknown;
  isStamp: boolean;
  isId: boolean;
  /** For links: the only field of their rows. */
  linked: string | undefined;
}

/** Limits for the field names of a remote service. */
const [MAX_FIELDS, MAX_NAME_LENGTH] = [2_000, 100];
const fields = new Map<string, Field>();

/** Cached by name, because a record has 100 fields and most records have the same. */
function fieldNamed(name: string): Field {
  const known = fields.get(name);
  if (known) return known;
  const field = {
    shown: sanitize(name),
    isNoise: NOISE.has(name),
    usual: USUAL.get(name),
    isStamp: STAMPS.includes(name),
    isId: name.endsWith('_id'),
    linked: LINKS.get(name),
  };
  if (fields.size >= MAX_FIELDS) fields.clear();
  if (name.length <= MAX_NAME_LENGTH) fields.set(name, field);
  return field;
}

/**
 * Trims a response for a model: removes nulls, empty lists and objects, default values and noise. Keeps ids, except for a
 * nested record's copy of its parent's id. Keeps empty lists at the top level, so that "none" is visible. Yields between
 * rows, because a response can have megabytes of text.
 */
export async function trimReply(data: Record<string, unknown>): Promise<Record<string, unknown>> {
  const reply: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(data))
    addTrimmed(reply, name, value, Array.isArray(value) ? await trimRows(value) : trim(value));
  return reply;
}

/** Trims a small record. */
export function trimRecord(record: Record<string, unknown>): Record<string, unknown> {
  const reply: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(record)) addTrimmed(reply, name, value, trim(value));
  return reply;
}

function addTrimmed(reply: Record<string, unknown>, name: string, value: unknown, trimmed: unknown): void {
  if (trimmed !== undefined) reply[name] = trimmed;
  else if (Array.isArray(value)) reply[name] = [];
  else if (isOnlyLists(value)) reply[name] = value;
}

async function trimRows(rows: readonly unknown[]): Promise<unknown[] | undefined> {
  const trimmed: unknown[] = [];
  for (const row of rows) {
    if (shouldYield()) await yieldToOthers();
    trimmed.push(trim(row) ?? {});
  }
  return trimmed.length > 0 ? trimmed : undefined;
}

/** Returns whether an object contains only lists, such as a briefing's reminders. Its empty lists are kept. */
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
  const within = record.id ?? around;
  for (const name of Object.keys(record)) {
    const whole = record[name];
    // The most common case first.
    if (whole === null || whole === undefined) continue;
    const field = fieldNamed(name);
    if (field.isNoise || saysNothing(field, whole, around)) continue;
    const left = field.linked === undefined ? 0 : linksLeft(field.linked, whole);
    const inner = trim(left > 0 ? (whole as unknown[]).slice(0, MAX_LINKS) : whole, within);
    if (inner === undefined) continue;
    kept ??= {};
    put(kept, field.shown, inner);
    if (left > 0) put(kept, `${name}_left_out`, left);
  }
  return kept;
}

/** Returns how many links are left out. */
const linksLeft = (linked: string, value: unknown): number =>
  Array.isArray(value) && value.every((row) => isRecord(row) && linked in row)
    ? Math.max(0, value.length - MAX_LINKS)
    : 0;

/** Returns whether a field is redundant. `around` is the id of the parent record. */
function saysNothing({ usual, isStamp, isId }: Field, value: unknown, around: unknown): boolean {
  if (usual !== undefined) return value === usual;
  if (around === undefined) return false;
  return (isStamp && typeof value === 'string') || (isId && value === around);
}

/** Sets a field by an untrusted name. Plain assignment to `__proto__` would not set a field. */
function put(record: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') record[name] = value;
  else Object.defineProperty(record, name, { value, enumerable: true, writable: true, configurable: true });
}
