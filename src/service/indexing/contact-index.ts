import { sql } from 'kysely';
import { POSTAL_FIELDS } from '../../contract/contact-fields.ts';
import { append, chunked, groupBy } from '../../shared/lists.ts';
import { fold, indexable, wordsOfAll } from '../../shared/text/fold.ts';
import { phoneWords } from '../../shared/text/phones.ts';
import { shouldYield, yieldToOthers } from '../../shared/yield.ts';
import { runCompiled } from '../../store/compiled-queries.ts';
import type { IndexedRecord } from '../../store/indexed-records.ts';
import { ownRows } from '../../store/own-rows.ts';
import type { Db } from '../../store/store.ts';
import type { AddressRow, ContactRow, EmailRow, PhoneRow } from '../../store/tables.ts';
import { putWords } from '../../store/word-index.ts';
import { addToCounts, type Count, countsOfCompany } from '../runtime/counts.ts';
import { DESCRIBING_LENGTH, describingWords } from './describing-words.ts';
import { indexNotesOf } from './note-index.ts';

export const indexContact = (db: Db, userId: string, contactId: string): Promise<void> =>
  indexContacts(db, userId, [contactId]);

/**
 * Updates everything derived from contacts: folded filter columns, full-text search words, duplicate keys and, if a
 * name changed, the index entries of linked notes. Call it last, after all changes to the contacts or their details.
 */
export async function indexContacts(db: Db, userId: string, contactIds: Iterable<string>): Promise<void> {
  for (const ids of chunked([...new Set(contactIds)])) await indexPart(db, userId, ids);
}

/** Values of custom fields that are indexed as words: all but dates. */
const describingValues = (db: Db, userId: string, ids: string[]) =>
  db
    .selectFrom('contacts_custom_fields')
    .select(['contact_id', sql<string>`substr(folded_value, 1, ${sql.lit(DESCRIBING_LENGTH)})`.as('text')])
    .where('user_id', '=', userId)
    .where('contact_id', 'in', ids)
    .where('date_value', 'is', null);

async function indexPart(db: Db, userId: string, ids: string[]): Promise<void> {
  const contacts = await ownRows(db, userId, 'contacts', '*', { where: { id: ids } });
  const theirs = { where: { contact_id: ids }, orderBy: 'id' } as const;
  const byContact = <R extends { contact_id: string }>(rows: R[]) => groupBy(rows, ({ contact_id }) => contact_id);
  const emails = byContact(await ownRows(db, userId, 'contact_emails', ['contact_id', 'email', 'normal'], theirs));
  const phones = byContact(await ownRows(db, userId, 'contact_phone_numbers', ['contact_id', 'normal'], theirs));
  const postal = ['contact_id', ...POSTAL_FIELDS] as const;
  const addresses = byContact(await ownRows(db, userId, 'legacy_contact_addresses', postal, theirs));
  const values = byContact(await runCompiled(db, 'describing values', describingValues, [userId, ids]));

  const renamed: string[] = [];
  const moved: Count[] = [];
  const foldedById = new Map<string, FoldedColumns>();
  const records = contacts.map((contact) => ({
    contact,
    emails: emails.get(contact.id) ?? [],
    phones: phones.get(contact.id) ?? [],
    addresses: addresses.get(contact.id) ?? [],
  }));
  for (const { contact, addresses } of records) {
    const folded = foldedColumns(contact, addresses);
    foldedById.set(contact.id, folded);
    if (shouldYield()) await yieldToOthers();
    if (folded.folded_name !== contact.folded_name) renamed.push(contact.id);
    if (folded.folded_company !== contact.folded_company && !contact.is_archived) {
      append(moved, countsOfCompany(contact.folded_company, -1));
      append(moved, countsOfCompany(folded.folded_company, 1));
    }
    if (Object.entries(folded).every(([column, value]) => contact[column as keyof ContactRow] === value)) continue;
    await db.updateTable('contacts').set(folded).where('user_id', '=', userId).where('id', '=', contact.id).execute();
  }
  await addToCounts({ db, user: { user_id: userId } }, moved);
  // Loaded on the first write to keep startup fast.
  const { nameKeys } = await import('../names/name-keys.ts');
  const { updateKeys } = await import('../matching/stored-keys.ts');
  const searched: IndexedRecord[] = [];
  for (const { contact, emails, phones } of records) {
    const folded = foldedById.get(contact.id)!;
    const texts = (values.get(contact.id) ?? []).map(({ text }) => text);
    const words = wordsOfContact(contact, folded, { emails, phones, values: texts });
    const record = { userId, id: contact.id, ...words, parts: partsOf(folded), sortTime: contact.created_at };
    searched.push(withNames(record, nameKeys(namesOf(contact), words.words)));
    if (shouldYield()) await yieldToOthers();
  }
  await putWords(db, 'contact', userId, searched);
  await updateKeys({ db, user: { user_id: userId } }, records);
  await indexNotesOf(db, userId, renamed);
}

type Searched = Partial<ContactRow>;

interface SearchedDetails {
  emails: Pick<EmailRow, 'email'>[];
  phones: Pick<PhoneRow, 'normal'>[];
  /** Values of custom fields. */
  values: string[];
}

/** Words under which full-text search finds a contact. */
export const wordsOfContact = (
  contact: Searched,
  folded: FoldedColumns,
  { emails, phones, values }: SearchedDetails,
): Pick<IndexedRecord, 'words' | 'others'> => ({
  words: wordsOfAll([...namesOf(contact), contact.company, contact.job_title, ...emails.map(({ email }) => email)]),
  others: [
    ...phoneWords(phones.map(({ normal }) => normal)),
    ...describingWords(
      folded,
      emails.map(({ email }) => email),
      values,
    ),
  ],
});

/** Adds index words for the name (see `nameKeys`) to a record. */
export const withNames = (record: IndexedRecord, keys: string[]): IndexedRecord => ({
  ...record,
  others: [...(record.others ?? []), ...keys],
});

type Address = Pick<AddressRow, (typeof POSTAL_FIELDS)[number]>;

/** Folded columns used by filters. */
export function foldedColumns(contact: Searched, addresses: Address[]) {
  const places = addresses.map((address) =>
    POSTAL_FIELDS.filter((field) => field !== 'address_type' && address[field])
      .map((field) => address[field]!)
      .join(', '),
  );
  return {
    folded_name: indexable(foldAll(namesOf(contact))),
    folded_company: foldAll([contact.company]),
    folded_job_title: foldAll([contact.job_title]),
    folded_education: foldAll([contact.education]),
    folded_location: foldAll([contact.legacy_location, ...places]),
    folded_description: foldAll([contact.description]),
  };
}

export type FoldedColumns = ReturnType<typeof foldedColumns>;

/** Text for substring filters, with one column per line. */
export const partsOf = (folded: FoldedColumns): string => Object.values(folded).filter(Boolean).join('\n');

/**
 * A contact's names. The full name comes first, because lists sort by it. The first and last name follow if they are
 * not part of it.
 */
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
