import { hash } from 'node:crypto';
import { PROFILE_FIELDS } from '../../contract/contact-fields.ts';
import { chunked, groupBy } from '../../shared/lists.ts';
import { insertRows } from '../../store/insert.ts';
import { ownRows } from '../../store/own-rows.ts';
import { matchKeys } from './keys.ts';
import type { Owner } from './load.ts';
import { type MatchRecord, type Profile, readProfile } from './profile.ts';

/** Kinds of keys that almost certain matches share. The full scan uses more kinds. */
const STORED = new Set<string>(['email', 'phone', 'name', 'born', 'place', ...PROFILE_FIELDS]);

export interface MatchData {
  profile: Profile;
  keys: { kind: string; digest: string }[];
}

const known = new WeakMap<MatchRecord, MatchData>();

/**
 * Computes a contact's profile and stored keys. Cached per record, because a new contact is compared after its keys are
 * written.
 */
export function matchDataOf(record: MatchRecord): MatchData {
  let matched = known.get(record);
  if (!matched) {
    const profile = readProfile(record);
    const kept = [...matchKeys(profile, STORED)].map((key) => ({
      kind: key.slice(0, key.indexOf(':')),
      digest: hash('sha1', key, 'base64url').slice(0, 14),
    }));
    matched = { profile, keys: kept };
    known.set(record, matched);
  }
  return matched;
}

/**
 * Digests of the keys that may lead to an almost certain match (see `confidenceLimit` in compare.ts). A name counts
 * only with a birthday or an address.
 */
export function identifyingKeys({ profile, keys }: MatchData): string[] {
  const isPlaced = !!profile.birthday || profile.addresses.length > 0;
  return keys.filter(({ kind }) => isPlaced || kind !== 'name').map(({ digest }) => digest);
}

interface KeyRow {
  user_id: string;
  contact_id: string;
  match_key: string;
}

/** Key rows for a contact that has none yet. */
export const newKeys = (user_id: string, record: MatchRecord): KeyRow[] =>
  matchDataOf(record).keys.map(({ digest }) => ({ user_id, contact_id: record.contact.id, match_key: digest }));

/** Updates the stored keys of contacts. */
export async function updateKeys({ db, user }: Owner, records: readonly MatchRecord[]): Promise<void> {
  for (const part of chunked(records)) {
    const ids = part.map(({ contact }) => contact.id);
    const columns = ['user_id', 'contact_id', 'match_key'] as const;
    const before = await ownRows(db, user.user_id, 'match_keys', columns, { where: { contact_id: ids } });
    const now = part.flatMap((record) => newKeys(user.user_id, record));
    const nameOf = ({ contact_id, match_key }: KeyRow) => `${contact_id} ${match_key}`;
    const [known, wanted] = [new Set(before.map(nameOf)), new Set(now.map(nameOf))];
    await insertRows(
      db,
      'match_keys',
      now.filter((row) => !known.has(nameOf(row))),
    );
    const gone = before.filter((row) => !wanted.has(nameOf(row)));
    for (const [contactId, rows] of groupBy(gone, ({ contact_id }) => contact_id)) {
      const keys = rows.map(({ match_key }) => match_key);
      await db
        .deleteFrom('match_keys')
        .where('user_id', '=', user.user_id)
        .where('contact_id', '=', contactId)
        .where('match_key', 'in', keys)
        .execute();
    }
  }
}
