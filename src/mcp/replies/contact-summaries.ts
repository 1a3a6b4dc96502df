import { FLAG_FIELDS, RELATION_FIELDS } from '../../contract/contact-fields.ts';

type Fields = Record<string, unknown>;

/** What tells people apart and what a next step needs; the rest of a contact is in get_contact. */
const SHOWN = ['id', 'full_name', 'job_title', 'company', 'legacy_location', 'last_seen_at', 'next_reminder_at'];

/** Keys of `where` that go by another name on the contact. */
const SEARCHED_AS: Record<string, string> = { name: 'full_name', location: 'legacy_location' };

/**
 * A reply whose lists show contacts as rows: name, id and what the question asked for. A `select` says exactly what
 * is wanted, so it is left as answered; a contact that was asked for alone stays whole.
 */
export function withContactRows(reply: Fields, args: Fields): Fields {
  if (!Object.values(reply).some(Array.isArray)) return reply;
  if (args.select && Object.keys(args.select).length > 0) return reply;
  const wanted = new Set([...SHOWN, ...RELATION_FIELDS, ...keysIn(args.where), String(args.sort ?? '')]);
  const entries = Object.entries(reply).map(([name, value]) => {
    if (!Array.isArray(value)) return [name, value];
    return [name, name === 'contacts' ? rowOrRows(value, wanted) : nested(value, wanted)];
  });
  return Object.fromEntries(entries);
}

/** Contacts inside a row of something else: the people of a note, a reminder, a favorite. */
function nested(value: unknown, wanted: Set<string>): unknown {
  if (Array.isArray(value)) return value.map((one) => nested(one, wanted));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => [
    name,
    name === 'contacts' ? rowOrRows(inner, wanted) : nested(inner, wanted),
  ]);
  return Object.fromEntries(entries);
}

const rowOrRows = (value: unknown, wanted: Set<string>): unknown =>
  Array.isArray(value) ? value.map((one) => row(one, wanted)) : row(value, wanted);

const FLAGS: readonly string[] = FLAG_FIELDS;

function row(contact: unknown, wanted: Set<string>): unknown {
  if (typeof contact !== 'object' || contact === null) return contact;
  // A flag that is set is rare and matters; one that is not goes without saying.
  const kept = ([name, value]: [string, unknown]) => wanted.has(name) || (value === true && FLAGS.includes(name));
  return Object.fromEntries(Object.entries(contact).filter(kept));
}

function keysIn(where: unknown): string[] {
  if (Array.isArray(where)) return where.flatMap(keysIn);
  if (typeof where !== 'object' || where === null) return [];
  const keys = Object.keys(where).map((key) => SEARCHED_AS[key] ?? key);
  return [...keys, ...keysIn((where as Fields).or)];
}
