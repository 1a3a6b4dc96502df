import type { Client } from '../../client/client.ts';
import { fetchContactNames as plainNamesOf } from '../../client/contact-names.ts';
import type { Operations } from '../../contract/operations.ts';
import type { DataOf } from '../../contract/schema/operation.ts';
import { append } from '../../shared/lists.ts';
import { sanitize } from '../../shared/text/sanitize.ts';

type Fields = Record<string, unknown>;
type Contact = DataOf<Operations['get_contact']>['contact'];
type RowOf<List> = NonNullable<List> extends (infer Row)[] ? Row : never;

/** Fields that link notes, reminders or contacts to contacts, each with the field that contains the contact's id. */
const CONTACT_ID: { readonly [List in keyof Contact]?: keyof RowOf<Contact[List]> & string } = {
  timeline_items_contacts: 'contact_id',
  reminders_contacts: 'contact_id',
  contact_relations_contact_relations_sourceTocontacts: 'destination',
  contact_relations_contact_relations_destinationTocontacts: 'source',
};

export interface Association {
  row: Fields;
  contactId: string;
}

/** Adds contact names to associations. With only an id, the model would need a call for each. */
export async function withContactNames(client: Client, reply: Fields): Promise<Fields> {
  const nameless = namelessAssociations(reply);
  if (nameless.length === 0) return reply;
  const names = await shownContactNames(
    client,
    nameless.map(({ contactId }) => contactId),
  );
  nameAssociations(nameless, names);
  return reply;
}

/** Returns the associations that have no contact name yet. */
export const namelessAssociations = (reply: Fields): Association[] =>
  associationsIn(reply).filter(({ row }) => !row.contacts);

export function nameAssociations(associations: readonly Association[], names: ReadonlyMap<string, string>): void {
  for (const { row, contactId } of associations) {
    const full_name = names.get(contactId);
    if (full_name) row.contacts = { full_name };
  }
}

/** Returns sanitized contact names by id. */
export async function shownContactNames(client: Client, ids: readonly string[]): Promise<Map<string, string>> {
  return new Map([...(await plainNamesOf(client, ids))].map(([id, name]) => [id, sanitize(name)]));
}

/** Skips associations of a contact with itself, which add nothing. */
function associationsIn(value: unknown, found: Association[] = []): Association[] {
  if (typeof value !== 'object' || value === null) return found;
  if (Array.isArray(value)) {
    for (const one of value) associationsIn(one, found);
    return found;
  }
  const record = value as Fields;
  for (const name of Object.keys(record)) {
    const inner = record[name];
    if (typeof inner !== 'object' || inner === null) continue;
    const field =
      Array.isArray(inner) && Object.hasOwn(CONTACT_ID, name) ? CONTACT_ID[name as keyof Contact] : undefined;
    if (field === undefined) associationsIn(inner, found);
    else append(found, associationsOf(inner as Fields[], field, record.id));
  }
  return found;
}

const associationsOf = (rows: Fields[], field: string, id: unknown): Association[] =>
  rows.flatMap((row) => {
    const contactId = row[field];
    return typeof contactId === 'string' && contactId !== id ? [{ row, contactId }] : [];
  });
