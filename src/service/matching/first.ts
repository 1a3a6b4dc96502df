import { append, groupBy } from '../../shared/lists.ts';
import { ownRows } from '../../store/own-rows.ts';
import type { Context } from '../runtime/context.ts';
import { byAge, certainDuplicate } from './check.ts';
import { type Duplicate, inOrder, orderKey } from './clusters.ts';
import { commonnessIn } from './commonness.ts';
import { loadRecords } from './load.ts';
import { type Profile, readProfile } from './profile.ts';
import { sharedKeys } from './shared-keys.ts';

// Limits that make the time independent of the size of the address book.
const MAX_KEYS_READ = 50_000;
const MAX_KEYS = 150;
const MAX_HOLDERS = 5;

/**
 * Finds some certain duplicates by their stored keys, for a page that waits for all duplicates. No contact is in two of
 * them.
 */
export async function firstDuplicates(context: Context): Promise<Duplicate[]> {
  const holders = await holdersOfShared(context);
  const profiles = await profilesOf(context, [...new Set(holders.flat())]);
  const isShared = sharedKeys(profiles.values());
  const around = { commonness: commonnessIn([]), isShared, errors: new Set<number>() };
  const found: Duplicate[] = [];
  for (const ids of holders) {
    const [oldest, ...others] = ids.flatMap((id) => profiles.get(id) ?? []).sort(byAge);
    append(
      found,
      others.flatMap((other) => certainDuplicate(oldest!, other, around) ?? []),
    );
  }
  const taken = new Set<string>();
  return found
    .sort((a, b) => inOrder(orderKey(a), orderKey(b)))
    .filter(({ contactIds }) => {
      const isFree = contactIds.every((id) => !taken.has(id));
      if (isFree) for (const id of contactIds) taken.add(id);
      return isFree;
    });
}

/** The contacts of each key that a few contacts share. */
async function holdersOfShared({ db, user }: Context): Promise<string[][]> {
  const shared = await db
    .selectFrom(
      db
        .selectFrom('match_keys')
        .select('match_key')
        .where('user_id', '=', user.user_id)
        .orderBy('match_key')
        .limit(MAX_KEYS_READ)
        .as('read'),
    )
    .select('match_key')
    .groupBy('match_key')
    .having(({ fn, between }) => between(fn.countAll<number>(), 2, MAX_HOLDERS))
    .limit(MAX_KEYS)
    .execute();
  const keys = shared.map(({ match_key }) => match_key);
  const rows = await ownRows(db, user.user_id, 'match_keys', ['match_key', 'contact_id'], {
    where: { match_key: keys },
  });
  return [...groupBy(rows, ({ match_key }) => match_key).values()].map((own) => own.map((row) => row.contact_id));
}

async function profilesOf(context: Context, ids: string[]): Promise<Map<string, Profile>> {
  const profiles = new Map<string, Profile>();
  for (const record of await loadRecords(context, { ids })) {
    const { id, ignore_merge, is_archived } = record.contact;
    if (!ignore_merge && !is_archived) profiles.set(id, readProfile(record));
  }
  return profiles;
}
