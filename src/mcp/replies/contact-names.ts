import type { Client } from '../../client/client.ts';
import type { DataOf } from '../../contract/operation.ts';
import type { Operations } from '../../contract/operations.ts';
import { sanitize } from '../sanitize.ts';

type Fields = Record<string, unknown>;
type Contact = DataOf<Operations['get_contact']>['contact'];
type RowOf<List> = NonNullable<List> extends (infer Row)[] ? Row : never;

/** Associations with contacts, each with the field that holds the contact's id: of notes, of reminders, of two contacts. */
const CONTACT_ID: { readonly [List in keyof Contact]?: keyof RowOf<Contact[List]> & string } = {
  timeline_items_contacts: 'contact_id',
  reminders_contacts: 'contact_id',
  contact_relations_contact_relations_sourceTocontacts: 'destination',
  contact_relations_contact_relations_destinationTocontacts: 'source',
};

interface Association {
  row: Fields;
  contactId: string;
}

/** As many contacts as one page of the filter has. */
const MOST_NAMES = 200;

/** A reply in which associations name their contacts: with an id alone, each would need a call of its own. */
export async function withContactNames(client: Client, reply: Fields): Promise<Fields> {
  const nameless = associationsIn(reply).filter(({ row }) => !row.contacts);
  if (nameless.length === 0) return reply;
  const names = await namesOf(
    client,
    nameless.map(({ contactId }) => contactId),
  );
  for (const { row, contactId } of nameless) {
    const full_name = names.get(contactId);
    if (full_name) row.contacts = { full_name };
  }
  return reply;
}

/** Names of contacts by id, archived ones too. Who has none goes by e-mail, number or company. Those with nothing of it, and beyond the first 200, are left out. */
export async function namesOf(client: Client, ids: readonly string[]): Promise<Map<string, string>> {
  const wanted = [...new Set(ids)].slice(0, MOST_NAMES);
  const names = new Map<string, string>();
  let missing = wanted.length;
  for (const is_archived of [false, true]) {
    // Few contacts are archived, so one call is mostly enough.
    if (missing === 0) break;
    const where = { in: wanted, is_archived };
    const { data } = await client.call('filter_contacts', {
      where,
      take: MOST_NAMES,
      select: { full_name: true, company: true, contact_emails: true, contact_phone_numbers: true },
    });
    missing -= data.contacts.length;
    for (const contact of data.contacts) {
      const shown = shownName(contact);
      if (shown) names.set(contact.id, sanitize(shown));
    }
  }
  return names;
}

/** What a person is told by where there may be no name. */
export const shownName = ({
  full_name,
  company,
  contact_emails,
  contact_phone_numbers,
}: Partial<Pick<Contact, 'full_name' | 'company' | 'contact_emails' | 'contact_phone_numbers'>>): string | undefined =>
  full_name || contact_emails?.[0]?.email || contact_phone_numbers?.[0]?.phone_number || company || undefined;

/** Associations inside a contact with that contact itself are left out: they tell nothing new. */
function associationsIn(value: unknown): Association[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(associationsIn);
  const { id } = value as Fields;
  return Object.entries(value).flatMap(([name, inner]) => {
    const field =
      Object.hasOwn(CONTACT_ID, name) && Array.isArray(inner) ? CONTACT_ID[name as keyof Contact] : undefined;
    if (field === undefined) return associationsIn(inner);
    return (inner as Fields[]).flatMap((row) => {
      const contactId = row[field];
      return typeof contactId === 'string' && contactId !== id ? [{ row, contactId }] : [];
    });
  });
}
