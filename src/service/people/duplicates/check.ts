import type { Context } from '../../context.ts';
import { inList, inParts } from '../../store/in-list.ts';
import { type Duplicate, rounded } from './clusters.ts';
import { commonnessIn } from './commonness.ts';
import { compare } from './compare.ts';
import { loadRecords } from './load.ts';
import { type Profile, readProfile } from './profile.ts';
import { sharedKeys } from './shared-keys.ts';
import { storedKeys } from './stored-keys.ts';

/** A key with more holders says nothing of who somebody is. */
const MOST_HOLDERS = 50;

/**
 * Which of some contacts, just made, are almost certainly there already. Reads only the contacts that they share a
 * key with; says, and changes nothing.
 */
export async function almostCertainDuplicates(context: Context, newIds: string[]): Promise<Duplicate[]> {
  const records = await loadRecords(context, { ids: newIds });
  const fresh = records.filter(({ contact }) => !contact.ignore_merge).map(readProfile);
  const keysOf = new Map(fresh.map((profile) => [profile.id, storedKeys(profile)]));
  const holders = await holdersOf(context, [...new Set([...keysOf.values()].flat())]);
  const known = new Map(fresh.map((profile) => [profile.id, profile]));
  const others = [...new Set([...holders.values()].flat())].filter((id) => !known.has(id));
  for (const record of await loadRecords(context, { ids: others }))
    if (!record.contact.ignore_merge) known.set(record.contact.id, readProfile(record));

  const isShared = sharedKeys(known.values());
  const around = { commonness: commonnessIn([]), isShared, errors: new Set<number>() };
  const found: Duplicate[] = [];
  const paired = new Set<string>();
  for (const profile of fresh) {
    for (const id of new Set(keysOf.get(profile.id)!.flatMap((key) => holders.get(key) ?? []))) {
      const other = known.get(id);
      if (!other || other === profile) continue;
      const [older, newer] = [profile, other].sort(byAge);
      const pair = `${older!.id} ${newer!.id}`;
      if (paired.has(pair)) continue;
      paired.add(pair);
      const comparison = compare(older!, newer!, around);
      if (comparison?.confidence !== 'certain') continue;
      const { confidence, reasons, score } = comparison;
      found.push({ contactIds: [older!.id, newer!.id], confidence, score: rounded(score), reasons });
    }
  }
  return found;
}

const byAge = (a: Profile, b: Profile): number =>
  a.createdAt === b.createdAt ? (a.id < b.id ? -1 : 1) : a.createdAt < b.createdAt ? -1 : 1;

/** The contacts that hold each key, of those keys that not too many hold. */
async function holdersOf({ db, user }: Context, keys: string[]): Promise<Map<string, string[]>> {
  const holders = new Map<string, string[]>();
  const rows = () => db.selectFrom('match_keys').where('user_id', '=', user.user_id);
  for (const part of inParts(keys)) {
    const telling = await rows()
      .select('match_key')
      .where('match_key', 'in', inList(part))
      .groupBy('match_key')
      .having((row) => row.between(row.fn.countAll<number>(), 2, MOST_HOLDERS))
      .execute();
    if (telling.length === 0) continue;
    const names = telling.map(({ match_key }) => match_key);
    const found = await rows().select(['match_key', 'contact_id']).where('match_key', 'in', inList(names)).execute();
    for (const { match_key, contact_id } of found)
      holders.set(match_key, [...(holders.get(match_key) ?? []), contact_id]);
  }
  return holders;
}
