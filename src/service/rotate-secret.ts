import { type RawBuilder, sql } from 'kysely';
import type { Secret } from '../identity/secrets/secret.ts';
import { KEY_PURPOSE, lookupsOf } from '../identity/users/api-keys.ts';
import {
  countRecords,
  FIRST_RECORD,
  type RecordKey,
  removeExpiredRecords,
  resealRecords,
} from '../identity/users/sign-in-records.ts';
import { CREDENTIALS_PURPOSE as ACCOUNT } from '../providers/accounts/tokens.ts';
import type { Db } from '../store/store.ts';
import { PURPOSE as CARD_CONFLICT } from './cards/conflicts.ts';
import { PROPERTY_PURPOSE as CARD_PROPERTY } from './cards/properties.ts';
import { TEXT_PURPOSE as CARD_TEXT } from './cards/text.ts';
import type { Data } from './data/open-data.ts';
import { FEED_TOKENS } from './feeds/feeds.ts';
import { PURPOSE as GROUP_MERGE } from './groups/merge-records.ts';
import { PURPOSE as CONTACT_COUNTS } from './last-contact/counts.ts';
import { PURPOSE as DISMISSED_OFFER } from './last-contact/dismissed.ts';
import { PURPOSE as MESSAGES } from './messages/channel.ts';
import { PURPOSE as IDEMPOTENCY } from './runtime/idempotency.ts';
import { SHARE_TOKENS } from './share-links/share-links.ts';
import { PURPOSE as FOLLOWED_BOOK } from './sync/books.ts';
import { CARD_PURPOSE as FOLLOWED_CARD } from './sync/links.ts';
import { PURPOSE as MERGE } from './undo-records/merge-records.ts';
import { PURPOSE as TRASH } from './undo-records/trash-content.ts';

/** A table with a `sealed` column. With the user, `id` is its primary key. */
interface SealedTable {
  name: string;
  id: string;
  purpose: string;
  /** Derives a row's lookup hashes from its decrypted text and the secret. */
  lookups?: (secret: Secret, text: string) => string[];
  /** Set for tables of the directory, which has its own transactions. */
  inDirectory?: true;
  /** Selects rows that must not be changed yet. */
  busy?: (now: string) => RawBuilder<unknown>;
}

/** All tables with encrypted user data. Sign-in records are separate, because some have no user. */
export const SEALED_TABLES: readonly SealedTable[] = [
  { name: 'api_keys', id: 'name', purpose: KEY_PURPOSE, lookups: lookupsOf, inDirectory: true },
  { name: 'connected_accounts', id: 'id', purpose: ACCOUNT },
  { name: 'contact_counts', id: 'id', purpose: CONTACT_COUNTS },
  { name: 'dismissed_offers', id: 'id', purpose: DISMISSED_OFFER },
  { name: 'share_links', id: 'id', purpose: SHARE_TOKENS.purpose, lookups: SHARE_TOKENS.lookups },
  { name: 'feeds', id: 'id', purpose: FEED_TOKENS.purpose, lookups: FEED_TOKENS.lookups },
  { name: 'followed_books', id: 'id', purpose: FOLLOWED_BOOK },
  { name: 'followed_cards', id: 'id', purpose: FOLLOWED_CARD },
  { name: 'messages', id: 'user_id', purpose: MESSAGES, inDirectory: true },
  { name: 'merges', id: 'id', purpose: MERGE },
  { name: 'group_merges', id: 'id', purpose: GROUP_MERGE },
  { name: 'bin', id: 'id', purpose: TRASH },
  { name: 'card_texts', id: 'id', purpose: CARD_TEXT },
  { name: 'card_conflicts', id: 'id', purpose: CARD_CONFLICT },
  { name: 'card_properties', id: 'id', purpose: CARD_PROPERTY },
  {
    name: 'idempotency_records',
    id: 'idempotency_key',
    purpose: IDEMPOTENCY,
    // While a process works on a record, the sealed text is its claim on the key. Changing it would revoke the claim.
    busy: (now) => sql`status is null and lease_until > ${now}`,
  },
];

export interface Resealed {
  /** How many records were re-encrypted with the current secret. */
  records: number;
  /** How many records were skipped because they are in use. The next run re-encrypts them. */
  busy: number;
}

const AT_ONCE = 100;

/** Called after each batch. */
type OnProgress = (done: number, total: number, what: 'users' | 'records of signing in') => void;

/**
 * Re-encrypts everything that is encrypted with a retired secret, with a few records per transaction. It can be
 * interrupted, repeated, and run while other processes use the data.
 */
export async function resealAll(data: Data, onProgress: OnProgress = () => {}): Promise<Resealed> {
  const ofUsers = await resealUsers(data, onProgress);
  return { ...ofUsers, records: ofUsers.records + (await resealSignIn(data, onProgress)) };
}

async function resealUsers({ store, secret }: Data, onProgress: OnProgress): Promise<Resealed> {
  const users = await store.directory((db) => db.selectFrom('users').select('user_id').orderBy('user_id').execute());
  const total: Resealed = { records: 0, busy: 0 };
  for (const [index, { user_id: userId }] of users.entries()) {
    for (const table of SEALED_TABLES) {
      const run = <T>(work: (db: Db) => Promise<T>) =>
        table.inDirectory ? store.directory(work) : store.write(userId, work);
      for (let after: string | undefined = ''; after !== undefined; ) {
        const from: string = after;
        const part = await run((db) => resealSome(db, secret, table, userId, from));
        total.records += part.records;
        after = part.last;
      }
      if (table.busy) total.busy += await run((db) => countBusy(db, table, userId));
    }
    onProgress(index + 1, users.length, 'users');
  }
  return total;
}

/** Re-encrypts the sign-in records, which are not grouped by user. Returns their number. */
async function resealSignIn({ store, secret }: Data, onProgress: OnProgress): Promise<number> {
  const total = await store.directory(async (db) => {
    await removeExpiredRecords(db);
    return countRecords(db);
  });
  let [records, seen] = [0, 0];
  for (let after: RecordKey | undefined = FIRST_RECORD; after !== undefined; ) {
    const from: RecordKey = after;
    const part = await store.directory((db) => resealRecords(db, secret, from, AT_ONCE));
    records += part.records;
    seen += part.seen;
    after = part.last;
    if (seen < total) onProgress(seen, total, 'records of signing in');
  }
  if (total > 0) onProgress(total, total, 'records of signing in');
  return records;
}

/** Re-encrypts the next batch of rows after the id `after`. `last` is where to continue, undefined at the end. */
async function resealSome(db: Db, secret: Secret, table: SealedTable, userId: string, after: string) {
  const id = sql.ref(table.id);
  const free = table.busy ? sql`and not (${table.busy(new Date().toISOString())})` : sql``;
  const { rows } = await sql<{ id: string; sealed: string }>`
    select ${id} as id, sealed from ${sql.table(table.name)}
    where user_id = ${userId} and ${id} > ${after} ${free} order by ${id} limit ${AT_ONCE}`.execute(db);
  let records = 0;
  for (const row of rows) {
    const sealed = secret.reseal(table.purpose, row.sealed);
    if (sealed === undefined) continue;
    const lookup = table.lookups?.(secret, secret.open(table.purpose, sealed))[0];
    await sql`
      update ${sql.table(table.name)} set sealed = ${sealed} ${lookup === undefined ? sql`` : sql`, lookup = ${lookup}`}
      where user_id = ${userId} and ${id} = ${row.id}`.execute(db);
    records++;
  }
  return { records, last: rows.length === AT_ONCE ? rows.at(-1)!.id : undefined };
}

async function countBusy(db: Db, table: SealedTable, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number | string }>`
    select count(*) as count from ${sql.table(table.name)}
    where user_id = ${userId} and ${table.busy!(new Date().toISOString())}`.execute(db);
  return Number(rows[0]!.count);
}
