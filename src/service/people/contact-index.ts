import { POSTAL_FIELDS } from '../../catalogue/contact-fields.ts';
import type { Db } from '../store/store.ts';
import type { AddressRow, ContactRow, EmailRow } from '../store/tables.ts';
import { putWords } from '../store/word-index.ts';
import { fold, wordsOfAll } from './fold.ts';
import { indexNotesOf } from './note-index.ts';

/**
 * Brings everything derived from a contact up to date: the folded columns that filters compare, the words that
 * search finds it by, the keys that its likes are found by, and, when its name changed, the words of its notes.
 * Call it last, after any change to the contact or its details.
 */
export async function indexContact(db: Db, userId: string, contactId: string): Promise<void> {
  const contact = await db
    .selectFrom('contacts')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', contactId)
    .executeTakeFirstOrThrow();
  const emails = await db
    .selectFrom('contact_emails')
    .select(['email', 'normal'])
    .where('user_id', '=', userId)
    .where('contact_id', '=', contactId)
    .execute();
  const addresses = await db
    .selectFrom('legacy_contact_addresses')
    .select(POSTAL_FIELDS)
    .where('user_id', '=', userId)
    .where('contact_id', '=', contactId)
    .orderBy('id')
    .execute();
  const folded = foldedColumns(contact, addresses);
  if (Object.entries(folded).some(([column, value]) => contact[column as keyof ContactRow] !== value)) {
    await db.updateTable('contacts').set(folded).where('user_id', '=', userId).where('id', '=', contactId).execute();
  }
  const words = wordsOfContact(contact, emails);
  await putWords(db, 'contact', { userId, id: contactId, words, sortTime: contact.created_at });
  const phones = await db
    .selectFrom('contact_phone_numbers')
    .select('normal')
    .where('user_id', '=', userId)
    .where('contact_id', '=', contactId)
    .execute();
  // Loaded with the first write: what compares people is no part of a start.
  const { keepKeys } = await import('./duplicates/stored-keys.ts');
  await keepKeys({ db, user: { user_id: userId } }, { contact, emails, phones, addresses });
  if (folded.folded_name !== contact.folded_name) await indexNotesOf(db, userId, contactId);
}

type Searched = Partial<ContactRow>;

/** What search finds a contact by. */
export function wordsOfContact(contact: Searched, emails: Pick<EmailRow, 'email'>[]): string[] {
  return wordsOfAll([...namesOf(contact), contact.company, contact.job_title, ...emails.map(({ email }) => email)]);
}

type Address = Pick<AddressRow, (typeof POSTAL_FIELDS)[number]>;

/** What filters compare. */
export function foldedColumns(contact: Searched, addresses: Address[]) {
  const places = addresses.map((address) =>
    POSTAL_FIELDS.filter((field) => field !== 'address_type' && address[field])
      .map((field) => address[field]!)
      .join(', '),
  );
  return {
    folded_name: foldAll(namesOf(contact)),
    folded_company: foldAll([contact.company]),
    folded_job_title: foldAll([contact.job_title]),
    folded_education: foldAll([contact.education]),
    folded_location: foldAll([contact.legacy_location, ...places]),
    folded_description: foldAll([contact.description]),
  };
}

/** The full name first: it is what lists sort by. First and last follow only where they say something more. */
export function namesOf(contact: Searched): string[] {
  const { full_name, first_name, last_name } = contact;
  const more = [first_name, last_name].filter((name) => name && !full_name?.includes(name));
  return [full_name, ...more].filter((name): name is string => !!name);
}

const foldAll = (texts: (string | null | undefined)[]): string =>
  texts
    .filter(Boolean)
    .map((text) => fold(text!))
    .join(' ');
