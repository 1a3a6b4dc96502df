import type { Client } from '../../client/client.ts';
import { contactTitle } from '../../client/contact-names.ts';
import { fold } from '../../shared/text/fold.ts';
import { matchesPrefixes } from '../../shared/text/matches-prefixes.ts';
import type { Contact } from '../edit/contact-values.ts';

const OFFERED = 20;

/** The first people whom a typed name, email, or number finds. Those with that name come before those with that work. */
export async function peopleFound(client: Client, name: string): Promise<Contact[]> {
  if (name === '') return [];
  const include = { contact_emails: true, contact_phone_numbers: true };
  const { contacts } = (await client.call('list_contacts', { searchQuery: name, take: OFFERED, include })).data;
  const isNamed = (one: Contact) => matchesPrefixes([contactTitle(one)], name);
  return [...contacts.filter(isNamed), ...contacts.filter((one) => !isNamed(one))];
}

/**
 * The people with exactly a typed name, or else those with all of its words, or else those with a similar name, who are
 * not certain.
 */
export async function peopleNamed(
  client: Client,
  name: string,
  isOffered: (contact: Contact) => boolean = () => true,
): Promise<{ found: Contact[]; isSure: boolean }> {
  const near = (await peopleFound(client, name)).filter(isOffered);
  const found = near.filter((one) => matchesPrefixes([contactTitle(one), one.company, one.job_title], name));
  const whole = found.filter((one) => fold(contactTitle(one) ?? '') === fold(name));
  if (whole.length > 0) return { found: whole, isSure: true };
  return found.length > 0 ? { found, isSure: true } : { found: near, isSure: false };
}
