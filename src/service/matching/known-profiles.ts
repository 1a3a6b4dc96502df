import { chunked } from '../../shared/lists.ts';
import type { Context } from '../runtime/context.ts';
import { loadRecords } from './load.ts';
import { type Profile, readProfile } from './profile.ts';

/** So many profiles take some ten megabytes. */
const MOST_KNOWN = 5_000;

/**
 * Profiles by id, as contacts were at a time. Whoever looks for the likes of many, one batch after the other, keeps them:
 * the same people come up again and again.
 */
export type KnownProfiles = Map<string, { profile: Profile; updatedAt: string }>;

/** The profiles of contacts, save those that are not to be compared. Of the known ones only those that were changed are read. */
export async function profilesOf(context: Context, ids: readonly string[], known?: KnownProfiles): Promise<Profile[]> {
  const profiles = known ? await unchanged(context, ids, known) : [];
  const there = new Set(profiles.map(({ id }) => id));
  for (const record of await loadRecords(context, { ids: ids.filter((id) => !there.has(id)) })) {
    if (record.contact.ignore_merge) continue;
    const profile = readProfile(record);
    profiles.push(profile);
    if (known) remember(known, profile, record.contact.updated_at);
  }
  return profiles;
}

export function remember(known: KnownProfiles, profile: Profile, updatedAt: string): void {
  known.delete(profile.id);
  known.set(profile.id, { profile, updatedAt });
  if (known.size > MOST_KNOWN) known.delete(known.keys().next().value!);
}

/** The known profiles of contacts that are still the same. */
async function unchanged({ db, user }: Context, ids: readonly string[], known: KnownProfiles): Promise<Profile[]> {
  const profiles: Profile[] = [];
  for (const part of chunked(ids.filter((id) => known.has(id)))) {
    const rows = await db
      .selectFrom('contacts')
      .select(['id', 'updated_at', 'ignore_merge'])
      .where('user_id', '=', user.user_id)
      .where('id', 'in', part)
      .execute();
    for (const { id, updated_at, ignore_merge } of rows) {
      const { profile, updatedAt } = known.get(id)!;
      if (ignore_merge || updated_at !== updatedAt) continue;
      profiles.push(profile);
      remember(known, profile, updatedAt);
    }
  }
  return profiles;
}
