import { isRecord } from '../../shared/records.ts';
import { sanitize } from '../../shared/text/sanitize.ts';
import { giveWay, isTimeToGiveWay } from '../../shared/yield.ts';

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
const USUAL = new Map<string, unknown>([
  ['audience', 'private'],
  ['is_origin', false],
  ['isRecurring', false],
  ['email_sent', false],
  ['push_notification_sent', false],
]);

/** When a part of a record was made, such as an e-mail address of a contact. */
const STAMPS = ['created_at', 'updated_at'];

/** What a contact is linked to by mere ids, newest first: a list tool tells what they are. */
const LINKS = new Map([
  ['timeline_items_contacts', 'timeline_item_id'],
  ['reminders_contacts', 'reminder_id'],
]);
const LINKS_TOLD = 3;

/** How fields of a name are read, whatever record they stand in. */
interface Field {
  /** The name as a model may read it. */
  shown: string;
  isNoise: boolean;
  /** What nearly every record says under it; undefined where there is no such thing. */
  usual: unknown;
  isStamp: boolean;
  isId: boolean;
  /** For links: the field that the rows of a list of mere ids have. */
  linked: string | undefined;
}

/** A service elsewhere may send any names. */
const [MOST_FIELDS, LONGEST_NAME] = [2_000, 100];
const fields = new Map<string, Field>();

/** Worked out once for each name: a record has a hundred fields, and most records have the same. */
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
  if (fields.size >= MOST_FIELDS) fields.clear();
  if (name.length <= LONGEST_NAME) fields.set(name, field);
  return field;
}

/**
 * An answer as a model should read it: nulls, empty lists and objects, and fields that tell it nothing are
 * left out; ids stay, save where a part of a record repeats the record's own. The top level keeps its lists, so that "none" can be seen.
 * Gives way between rows: an answer has megabytes of text to sanitize.
 */
export async function trimReply(data: Record<string, unknown>): Promise<Record<string, unknown>> {
  const reply: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(data))
    tell(reply, name, value, Array.isArray(value) ? await trimRows(value) : trim(value));
  return reply;
}

/** The same for a small record. */
export function trimRecord(record: Record<string, unknown>): Record<string, unknown> {
  const reply: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(record)) tell(reply, name, value, trim(value));
  return reply;
}

function tell(reply: Record<string, unknown>, name: string, value: unknown, trimmed: unknown): void {
  if (trimmed !== undefined) reply[name] = trimmed;
  else if (Array.isArray(value)) reply[name] = [];
  else if (isOnlyLists(value)) reply[name] = value;
}

async function trimRows(rows: readonly unknown[]): Promise<unknown[] | undefined> {
  const trimmed: unknown[] = [];
  for (const row of rows) {
    if (isTimeToGiveWay()) await giveWay();
    trimmed.push(trim(row) ?? {});
  }
  return trimmed.length > 0 ? trimmed : undefined;
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
  const within = record.id ?? around;
  for (const name of Object.keys(record)) {
    const whole = record[name];
    // Most fields of most records.
    if (whole === null || whole === undefined) continue;
    const field = fieldNamed(name);
    if (field.isNoise || saysNothing(field, whole, around)) continue;
    const left = field.linked === undefined ? 0 : linksLeft(field.linked, whole);
    const inner = trim(left > 0 ? (whole as unknown[]).slice(0, LINKS_TOLD) : whole, within);
    if (inner === undefined) continue;
    kept ??= {};
    put(kept, field.shown, inner);
    if (left > 0) put(kept, `${name}_left_out`, left);
  }
  return kept;
}

/** How many of the rows of a list of mere ids are not told. */
const linksLeft = (linked: string, value: unknown): number =>
  Array.isArray(value) && value.every((row) => isRecord(row) && linked in row)
    ? Math.max(0, value.length - LINKS_TOLD)
    : 0;

/** Whether a field says what goes without saying. `around` is the id of the record that this one is a part of. */
function saysNothing({ usual, isStamp, isId }: Field, value: unknown, around: unknown): boolean {
  if (usual !== undefined) return value === usual;
  if (around === undefined) return false;
  return (isStamp && typeof value === 'string') || (isId && value === around);
}

/** Field names come from outside too, and assigning to `__proto__` would not set a field. */
function put(record: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') record[name] = value;
  else Object.defineProperty(record, name, { value, enumerable: true, writable: true, configurable: true });
}
