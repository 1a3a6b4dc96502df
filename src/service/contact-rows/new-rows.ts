import type { z } from 'zod';
import { PROFILE_FIELDS } from '../../contract/contact-fields.ts';
import type { contactCreate } from '../../contract/contact-input.ts';
import { KithError } from '../../shared/error.ts';
import type { IndexedRecord } from '../../store/indexed-records.ts';
import { insertRows } from '../../store/insert.ts';
import type { AddressRow, ContactRow, EmailRow, PhoneRow } from '../../store/tables.ts';
import { putNewWords } from '../../store/word-index.ts';
import { newDetails } from '../common/detail-kinds.ts';
import { ownedIds } from '../common/owned.ts';
import { foldedColumns, namesOf, partsOf, withNames, wordsOfContact } from '../indexing/contact-index.ts';
import { markChanged } from '../runtime/changes.ts';
import type { Context } from '../runtime/context.ts';
import { addToCounts, countsOfContact } from '../runtime/counts.ts';
import { queueChanges } from '../runtime/outbox.ts';
import { contactColumns } from './columns.ts';

/** The rows of a new contact, without its links to other records. */
export interface NewContactRows {
  contact: Partial<ContactRow> & { id: string };
  emails: EmailRow[];
  phones: PhoneRow[];
  addresses: AddressRow[];
  search: IndexedRecord;
}

/** Computes the rows of a new contact without reading the database. Throws 400 for an invalid birthday. */
export function newContactRows(context: Context, id: string, input: NewContact): NewContactRows {
  const { user, now } = context;
  const emails = newDetails(context, 'contact_emails', id, input.contact_emails ?? []);
  const phones = newDetails(context, 'contact_phone_numbers', id, input.contact_phone_numbers ?? []);
  const addresses = newDetails(context, 'legacy_contact_addresses', id, input.legacy_contact_addresses ?? []);
  const columns = contactColumns(input, undefined, now);
  const folded = foldedColumns(columns, addresses);
  const contact = {
    ...columns,
    ...folded,
    user_id: user.user_id,
    id,
    created_at: now,
    updated_at: now,
  };
  const values = (input.custom_fields ?? []).flatMap(({ text_value }) => text_value ?? []);
  const words = wordsOfContact(columns, folded, { emails, phones, values });
  const search = { userId: user.user_id, id, ...words, parts: partsOf(folded), sortTime: now };
  return { contact, emails, phones, addresses, search };
}

/** Inserts new contacts, and adds their messages to the outbox. */
export async function insertContacts(context: Context, contacts: NewContactRows[]): Promise<void> {
  const { db } = context;
  const all = <R>(rowsOf: (rows: NewContactRows) => R[]): R[] => contacts.flatMap(rowsOf);
  await insertRows(
    db,
    'contacts',
    all(({ contact }) => [contact]),
  );
  await insertRows(
    db,
    'contact_emails',
    all(({ emails }) => emails),
  );
  await insertRows(
    db,
    'contact_phone_numbers',
    all(({ phones }) => phones),
  );
  await insertRows(
    db,
    'legacy_contact_addresses',
    all(({ addresses }) => addresses),
  );
  // Loaded with the first write to keep startup fast.
  const { nameKeys } = await import('../names/name-keys.ts');
  await putNewWords(
    db,
    'contact',
    all(({ contact, search }) => [withNames(search, nameKeys(namesOf(contact), search.words))]),
  );
  // Also loaded with the first write.
  const { newKeys } = await import('../matching/stored-keys.ts');
  await insertRows(
    db,
    'match_keys',
    all((rows) => newKeys(context.user.user_id, rows)),
  );
  const counted = all(({ contact }) => (contact.is_archived ? [] : [contact]));
  await addToCounts(
    context,
    counted.flatMap((contact) => countsOfContact(contact)),
  );
  const idsOf = (some: readonly NewContactRows[]) => some.map(({ contact }) => contact.id);
  markChanged(context, 'contact', idsOf(contacts));
  await queueChanges(context, idsOf(contacts.filter(hasProfile)));
}

const hasProfile = ({ contact }: NewContactRows): boolean => PROFILE_FIELDS.some((field) => contact[field]);

/** The ids that are already used. Maps the id of a merged contact to the id of its survivor. */
export async function takenIds(context: Context, ids: string[]): Promise<Map<string, string | undefined>> {
  if (ids.length === 0) return new Map();
  const { db, user } = context;
  const contacts = await ownedIds(context, 'contacts', ids);
  const merged = await db
    .selectFrom('merged_contacts')
    .select(['contact_id', 'survivor_id'])
    .where('user_id', '=', user.user_id)
    .where('contact_id', 'in', ids)
    .execute();
  return new Map([
    ...[...contacts].map((id) => [id, undefined] as const),
    ...merged.map(({ contact_id, survivor_id }) => [contact_id, survivor_id] as const),
  ]);
}

export const idIsTaken = (id: string, survivorId: string | undefined): KithError =>
  new KithError('Conflict', `The id ${id} is already used.`, {
    hint: 'Omit the id to generate one.',
    details: { id, ...(survivorId && { merged_into: survivorId }) },
  });

export type NewContact = z.output<ReturnType<typeof contactCreate>>;
