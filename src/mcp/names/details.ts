import { fold } from '../../shared/text/fold.ts';
import type { LookupContext, NameArgument, NameCandidate, NameMatch } from './name.ts';

/** Finds a contact's email addresses, phone numbers and postal addresses by value instead of by id. */
export async function findDetails(
  { client, signal }: LookupContext,
  contactId: unknown,
  names: readonly NameArgument[],
): Promise<Map<NameArgument, NameMatch>> {
  const found = new Map<NameArgument, NameMatch>();
  if (names.length === 0 || typeof contactId !== 'string') return found;
  const select = { contact_emails: true, contact_phone_numbers: true };
  const { contact } = (await client.call('get_contact', { contactId, select }, { signal })).data;
  const emails = (contact.contact_emails ?? []).map(({ id, email }) => ({ id, name: email }));
  const phones = (contact.contact_phone_numbers ?? []).map(({ id, phone_number }) => ({ id, name: phone_number }));
  for (const name of names) {
    const isEmail = name.kind === 'email address';
    const rows: NameCandidate[] = isEmail ? emails : phones;
    const same = isEmail ? fold : digits;
    const matches = rows.filter((row) => same(row.name) === same(name.given));
    found.set(name, matches.length > 0 ? { matches } : { matches, nearest: rows });
  }
  return found;
}

const digits = (number: string): string => number.normalize('NFKC').replace(/\D/g, '');
