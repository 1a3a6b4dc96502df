import type { Operation } from '../../contract/schema/operation.ts';
import { mapIds } from '../names/ids-in.ts';

// The people that a write touches: named by its arguments and its response.

type Fields = Record<string, unknown>;

/** Maximum number of names in `touched`. */
export const MAX_NAMES = 10;

export function touchedPeople(ids: readonly string[], names: ReadonlyMap<string, string>, count: number): Fields {
  const contacts = ids.slice(0, MAX_NAMES).flatMap((id) => names.get(id) ?? []);
  const more = count - contacts.length;
  return { count, contacts, ...(more > 0 && { more }) };
}

/** Contacts in the arguments. */
export function contactIdsIn(operation: Operation, args: Fields): string[] {
  const ids = new Set<string>();
  mapIds(operation, args, (id, kind) => {
    if (kind === 'contact') ids.add(id);
    return id;
  });
  return [...ids];
}

const rowsIn = (value: unknown): Fields[] =>
  [value].flat().filter((one): one is Fields => typeof one === 'object' && one !== null);

/** Records in a write's response that are contacts. */
const contactsIn = ({ contact, contacts, merged }: Fields): Fields[] => [contact, contacts, merged].flatMap(rowsIn);

/** Records in a write's response that belong to contacts. */
const ownedIn = ({ note, notes, reminder, favorite, favorites }: Fields): Fields[] => [
  ...[note, notes].flatMap(rowsIn).flatMap((one) => rowsIn(one.timeline_items_contacts)),
  ...rowsIn(reminder).flatMap((one) => rowsIn(one.reminders_contacts)),
  ...[favorite, favorites].flatMap(rowsIn),
];

/** Names of contacts in a response. */
export const namesIn = (reply: Fields): [string, string][] =>
  contactsIn(reply).flatMap(({ id, full_name }) => (full_name ? [[String(id), String(full_name)]] : []));

/** Contacts in a response. */
export function contactIdsInReply(reply: Fields): string[] {
  const ids = [
    ...contactsIn(reply).map(({ id }) => id),
    ...ownedIn(reply).map(({ contact_id }) => contact_id),
    ...rowsIn(reply.restored).flatMap(({ id, kind }) => (kind === 'contact' ? [id] : [])),
    ...[reply.contactIds].flat(),
  ];
  return ids.filter((id): id is string => typeof id === 'string');
}

/** Rows of the arguments that failed. */
export const failedIds = (reply: Fields): string[] =>
  rowsIn(reply.failed).flatMap(({ id, contactIds }) => [id, contactIds].flat() as string[]);
