import { sql } from 'kysely';
import { chunked } from '../../shared/lists.ts';
import { fromJson, jsonRows, listRows } from '../../store/json.ts';
import type { Context } from '../runtime/context.ts';
import { type Duplicate, rounded } from './clusters.ts';
import { commonnessIn } from './commonness.ts';
import { type ComparisonContext, compare, mayBeCertain } from './compare.ts';
import { type KnownProfiles, profilesOf, remember } from './known-profiles.ts';
import type { MatchRecord, Profile } from './profile.ts';
import { sharedKeys } from './shared-keys.ts';
import { identifyingKeys, type MatchData, matchDataOf } from './stored-keys.ts';

/** Maximum number of contacts that share a key. A more common key does not identify anyone. */
const MAX_HOLDERS = 50;

/** Rows of a new contact. */
type NewRecord = MatchRecord & { contact: { ignore_merge?: 0 | 1; updated_at?: string } };

/**
 * Finds new contacts that are almost certainly duplicates of existing ones or of each other. Reads only contacts that
 * share a key with them, and changes nothing. `stored` tells whether the new contacts are already written. `profiles`
 * caches profiles across batches, and the new ones are added to it.
 */
export async function almostCertainDuplicates(
  context: Context,
  made: readonly NewRecord[],
  { stored = true, profiles }: { stored?: boolean; profiles?: KnownProfiles | undefined } = {},
): Promise<Duplicate[]> {
  const compared = made.filter(({ contact }) => !contact.ignore_merge);
  const fresh = compared.map(matchDataOf);
  const keysOf = new Map(fresh.map((matched) => [matched.profile.id, identifyingKeys(matched)]));
  const holders = await holdersOf(context, [...new Set([...keysOf.values()].flat())], stored ? [] : fresh);
  const isMade = new Set(made.map(({ contact }) => contact.id));
  const others = [...new Set([...holders.values()].flat())].filter((id) => !isMade.has(id));
  const known = new Map(fresh.map(({ profile }) => [profile.id, profile]));
  for (const profile of await profilesOf(context, others, profiles)) known.set(profile.id, profile);
  if (profiles)
    for (const record of compared) remember(profiles, matchDataOf(record).profile, record.contact.updated_at!);

  const isShared = sharedKeys(known.values());
  const around = { commonness: commonnessIn([]), isShared, errors: new Set<number>() };
  const found: Duplicate[] = [];
  const paired = new Set<string>();
  for (const { profile } of fresh) {
    for (const id of new Set(keysOf.get(profile.id)!.flatMap((key) => holders.get(key) ?? []))) {
      const other = known.get(id);
      if (!other || other === profile) continue;
      const [older, newer] = [profile, other].sort(byAge) as [Profile, Profile];
      const pair = `${older.id} ${newer.id}`;
      if (paired.has(pair)) continue;
      paired.add(pair);
      const duplicate = certainDuplicate(older, newer, around);
      if (duplicate) found.push(duplicate);
    }
  }
  return found;
}

/** The two contacts as a duplicate, if it is almost certain. */
export function certainDuplicate(older: Profile, newer: Profile, around: ComparisonContext): Duplicate | undefined {
  if (!mayBeCertain(older, newer, around)) return undefined;
  const comparison = compare(older, newer, around);
  if (comparison?.confidence !== 'certain') return undefined;
  const { confidence, reasons, score } = comparison;
  return { contactIds: [older.id, newer.id], confidence, score: rounded(score), reasons };
}

export const byAge = (a: Profile, b: Profile): number =>
  a.createdAt === b.createdAt ? (a.id < b.id ? -1 : 1) : a.createdAt < b.createdAt ? -1 : 1;

/**
 * Ids of the contacts that share each key, for keys with 2 to `MAX_HOLDERS` contacts. Includes `unwritten` contacts.
 */
async function holdersOf(
  { db, user }: Context,
  keys: string[],
  unwritten: readonly MatchData[],
): Promise<Map<string, string[]>> {
  const holders = new Map<string, string[]>();
  const alsoHeld = new Map<string, string[]>();
  for (const { profile, keys } of unwritten)
    for (const { digest } of keys) alsoHeld.set(digest, [...(alsoHeld.get(digest) ?? []), profile.id]);
  const ofKey = db
    .selectFrom('match_keys')
    .select('match_keys.contact_id')
    .where('match_keys.user_id', '=', user.user_id)
    .where('match_keys.match_key', '=', sql.ref<string>('asked.match_key'))
    .limit(MAX_HOLDERS + 1);
  for (const part of chunked(keys)) {
    const { rows } = await sql<{
      match_key: string;
      holders: unknown;
    }>`with asked (match_key) as (${listRows(db, part)})
      select match_key, ${jsonRows(db, ofKey)} as holders from asked`.execute(db);
    for (const row of rows) {
      const written = (fromJson(row.holders) as { contact_id: string }[]).map(({ contact_id }) => contact_id);
      const ids = [...written, ...(alsoHeld.get(row.match_key) ?? [])];
      if (ids.length > 1 && ids.length <= MAX_HOLDERS) holders.set(row.match_key, ids);
    }
  }
  return holders;
}
