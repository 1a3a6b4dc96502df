import { chunked } from '../../shared/lists.ts';
import type { Context } from '../runtime/context.ts';
import { loadRecords } from './load.ts';
import { type Profile, readProfile } from './profile.ts';

/** Maximum cache size. This many profiles take about 10 MB. */
const MAX_CACHED = 5_000;

/** Cached profiles by contact id. Batch imports reuse them, because the same people recur. */
export type KnownProfiles = Map<string, { profile: Profile; updatedAt: string }>;

/** Loads profiles, except for contacts with `ignore_merge`. Only changed contacts are read again. */
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
  if (known.size > MAX_CACHED) known.delete(known.keys().next().value!);
}

/** Cached profiles of contacts that have not changed. */
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
