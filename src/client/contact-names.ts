import type { Operations } from '../contract/operations.ts';
import type { DataOf } from '../contract/schema/operation.ts';
import type { Client } from './client.ts';

type Contact = DataOf<Operations['get_contact']>['contact'];

/** Maximum page size of the filter. */
const MAX_NAMES = 200;

/**
 * Looks up contacts' names by id, including archived contacts. Without a name, the email, number, or company is used. Omits
 * contacts without any of these, and all after the first 200.
 */
export async function fetchContactNames(client: Client, ids: readonly string[]): Promise<Map<string, string>> {
  const wanted = [...new Set(ids)].slice(0, MAX_NAMES);
  const names = new Map<string, string>();
  let missing = wanted.length;
  for (const is_archived of [false, true]) {
    // Few contacts are archived, so one call is usually enough.
    if (missing === 0) break;
    const where = { in: wanted, is_archived };
    const { data } = await client.call('filter_contacts', {
      where,
      take: MAX_NAMES,
      select: { full_name: true, company: true, contact_emails: true, contact_phone_numbers: true },
    });
    missing -= data.contacts.length;
    for (const contact of data.contacts) {
      const shown = contactTitle(contact);
      if (shown) names.set(contact.id, shown);
    }
  }
  return names;
}

/** Returns the text that identifies a person, who may have no name. */
export const contactTitle = ({
  full_name,
  company,
  contact_emails,
  contact_phone_numbers,
}: Partial<Pick<Contact, 'full_name' | 'company' | 'contact_emails' | 'contact_phone_numbers'>>): string | undefined =>
  full_name || contact_emails?.[0]?.email || contact_phone_numbers?.[0]?.phone_number || company || undefined;
