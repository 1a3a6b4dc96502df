import type { ExpressionBuilder } from 'kysely';
import { POSTAL_FIELDS } from '../../contract/contact-fields.ts';
import { append, chunked, groupBy } from '../../shared/lists.ts';
import type { Tables } from '../../store/tables.ts';
import type { DetailTable } from '../common/detail-kinds.ts';
import type { Context } from '../runtime/context.ts';
import { COMPARED_COLUMNS, type MatchRecord } from './profile.ts';

const COLUMNS = ['id', 'created_at', 'updated_at', 'ignore_merge', 'is_archived', ...COMPARED_COLUMNS] as const;

/** The user and the database to read from. */
export type Owner = Pick<Context, 'db'> & { user: Pick<Context['user'], 'user_id'> };

/** A selection of contacts: by id, or a range in id order. */
type ContactSelection = { ids: string[] } | { after: string; limit: number };

export interface LoadedRecord extends MatchRecord {
  contact: MatchRecord['contact'] & { updated_at: string; ignore_merge: 0 | 1; is_archived: 0 | 1 };
}

/**
 * Loads the fields used for comparison. A range is sorted by id. Contacts selected by id are in no particular order.
 */
export async function loadRecords(context: Owner, which: ContactSelection): Promise<LoadedRecord[]> {
  if ('ids' in which) {
    const records: LoadedRecord[] = [];
    for (const part of chunked([...new Set(which.ids)])) append(records, await load(context, { ids: part }));
    return records;
  }
  return load(context, which);
}

async function load({ db, user }: Owner, which: ContactSelection): Promise<LoadedRecord[]> {
  const own = db.selectFrom('contacts').select(COLUMNS).where('user_id', '=', user.user_id);
  const rows = await ('ids' in which
    ? own.where('id', 'in', which.ids)
    : own.where('id', '>', which.after).orderBy('id').limit(which.limit)
  ).execute();
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const isTheirs = (row: ExpressionBuilder<Tables, DetailTable>) =>
    row.and([
      row('user_id', '=', user.user_id),
      ...('ids' in which
        ? [row('contact_id', 'in', ids)]
        : [row('contact_id', '>=', ids[0]!), row('contact_id', '<=', ids.at(-1)!)]),
    ]);
  const byContact = <R extends { contact_id: string }>(found: R[]) => groupBy(found, ({ contact_id }) => contact_id);
  const emailRows = db.selectFrom('contact_emails').select(['contact_id', 'normal']).where(isTheirs);
  const phoneRows = db.selectFrom('contact_phone_numbers').select(['contact_id', 'normal']).where(isTheirs);
  const addressRows = db
    .selectFrom('legacy_contact_addresses')
    .select(['contact_id', ...POSTAL_FIELDS])
    .where(isTheirs);
  const emails = byContact(await emailRows.orderBy('contact_id').orderBy('normal').execute());
  const phones = byContact(await phoneRows.orderBy('contact_id').orderBy('normal').execute());
  const addresses = byContact(await addressRows.orderBy('contact_id').orderBy('normal').execute());
  return rows.map((contact) => ({
    contact,
    emails: emails.get(contact.id) ?? [],
    phones: phones.get(contact.id) ?? [],
    addresses: addresses.get(contact.id) ?? [],
  }));
}
