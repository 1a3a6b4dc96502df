import type { Client } from '../../client/client.ts';
import type { ArchiveRow, ArchiveRows } from '../../contract/archive.ts';
import { PROFILE_FIELDS } from '../../contract/contact-fields.ts';
import { groupBy } from '../../shared/lists.ts';
import type { ContactFields } from '../records/record.ts';
import { loadMatchIndex, type MatchIndex } from './match-index.ts';

/**
 * Finds archive contacts that the service has under another id, as in any import: by a shared email address, phone
 * number or profile and compatible names. No contact is matched with two people of the archive.
 */
export async function matchContacts(client: Client, rows: ArchiveRows): Promise<Map<string, string>> {
  return matchesIn(await loadMatchIndex(client), rows);
}

/** The same for contacts that are already loaded. */
export function matchesIn(index: MatchIndex, rows: ArchiveRows): Map<string, string> {
  const claimed = new Set<string>();
  const found = new Map<string, string>();
  const contacts = [...(rows.contacts ?? [])].sort((a, b) => (String(a.id) < String(b.id) ? -1 : 1));
  for (const { id } of contacts) if (index.get(String(id))) claimed.add(String(id));
  const fields = fieldsIn(rows);
  for (const contact of contacts) {
    const id = String(contact.id);
    if (index.get(id)) continue;
    const match = firstFree(index, claimed, fields(contact));
    if (!match) continue;
    found.set(id, match);
    claimed.add(match);
  }
  return found;
}

/** Returns the fields used for matching. */
function fieldsIn(rows: ArchiveRows): (contact: ArchiveRow) => ContactFields {
  const emails = byContact(rows.contact_emails);
  const phones = byContact(rows.contact_phone_numbers);
  return (contact) => fieldsOf(contact, emails.get(String(contact.id)), phones.get(String(contact.id)));
}

const firstFree = (index: MatchIndex, claimed: Set<string>, contact: ContactFields): string | undefined =>
  index.matches(contact).find(({ id }) => !claimed.has(id))?.id;

const byContact = (rows: ArchiveRow[] = []) => groupBy(rows, ({ contact_id }) => String(contact_id));

function fieldsOf(contact: ArchiveRow, emails: ArchiveRow[] = [], phones: ArchiveRow[] = []): ContactFields {
  const fields: ContactFields = {
    contact_emails: emails.map(({ email }) => ({ email: String(email), ranking: 0 })),
    contact_phone_numbers: phones.map(({ phone_number, label }) => ({
      ...{ phone_number: String(phone_number), ranking: 0 },
      ...(typeof label === 'string' && { label }),
    })),
  };
  for (const field of ['full_name', 'first_name', 'last_name', 'birthday', ...PROFILE_FIELDS] as const) {
    if (typeof contact[field] === 'string') fields[field] = contact[field];
  }
  return fields;
}
