import { FLAG_FIELDS, RELATION_FIELDS } from '../../contract/contact-fields.ts';
import type { Operations } from '../../contract/operations.ts';
import type { DataOf } from '../../contract/schema/operation.ts';

type Fields = Record<string, unknown>;
type Field = keyof DataOf<Operations['get_contact']>['contact'];

/** Fields that distinguish people or that a next step needs. get_contact returns the rest. */
const SUMMARY_FIELDS: readonly Field[] = [
  'id',
  'full_name',
  'job_title',
  'company',
  'legacy_location',
  'last_seen_at',
  'next_reminder_at',
  ...RELATION_FIELDS,
];

/** Conditions of `where` whose contact field has another name. */
const FIELD_OF: Record<string, Field> = { name: 'full_name', location: 'legacy_location' };

/**
 * Shortens the contacts in lists to name, id and the fields that the call mentions. A reply with `select` is unchanged, and
 * so is a single contact.
 */
export function withContactSummaries(reply: Fields, args: Fields): Fields {
  if (!Object.values(reply).some(Array.isArray)) return reply;
  if (args.select && Object.keys(args.select).length > 0) return reply;
  const shown = new Set([...SUMMARY_FIELDS, ...fieldsIn(args.where), String(args.sort ?? '')]);
  const entries = Object.entries(reply).map(([name, value]) => {
    if (!Array.isArray(value)) return [name, value];
    return [name, name === 'contacts' ? summaries(value, shown) : nested(value, shown)];
  });
  return Object.fromEntries(entries);
}

/** Shortens contacts inside other records, such as the people of a note. */
function nested(value: unknown, shown: Set<string>): unknown {
  if (Array.isArray(value)) return value.map((one) => nested(one, shown));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => [
    name,
    name === 'contacts' ? summaries(inner, shown) : nested(inner, shown),
  ]);
  return Object.fromEntries(entries);
}

const summaries = (value: unknown, shown: Set<string>): unknown =>
  Array.isArray(value) ? value.map((one) => summary(one, shown)) : summary(value, shown);

const FLAGS: readonly string[] = FLAG_FIELDS;

function summary(contact: unknown, shown: Set<string>): unknown {
  if (typeof contact !== 'object' || contact === null) return contact;
  // A set flag is rare and matters. An unset flag is the default.
  const kept = ([name, value]: [string, unknown]) => shown.has(name) || (value === true && FLAGS.includes(name));
  return Object.fromEntries(Object.entries(contact).filter(kept));
}

function fieldsIn(where: unknown): string[] {
  if (Array.isArray(where)) return where.flatMap(fieldsIn);
  if (typeof where !== 'object' || where === null) return [];
  const fields = Object.keys(where).map((condition) => FIELD_OF[condition] ?? condition);
  return [...fields, ...fieldsIn((where as Fields).or)];
}
