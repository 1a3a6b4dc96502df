import { createHash } from 'node:crypto';
import { shouldYield, yieldToOthers } from '../../shared/yield.ts';
import type { Context } from '../runtime/context.ts';
import type { Steps } from '../runtime/handler.ts';
import type { Duplicate } from './clusters.ts';
import { loadRecords } from './load.ts';
import { type Profile, readProfile } from './profile.ts';
import { scan } from './scan.ts';

type Reader = Pick<Steps, 'read'>;

/** How many contacts are read at once; between the reads others get theirs. */
const STRETCH = 1_000;
const MAX_CACHED_USERS = 8;

/** Changes within this many milliseconds may have the same time. */
const UNSETTLED_MS = 2_000;

/** How long the pages of a list come from the search that began it. */
const READ_ON_MS = 10 * 60_000;

interface Cached {
  /** Which contacts there were, and when each was changed last. */
  state: string;
  settled: boolean;
  since: number;
  duplicates: Promise<Duplicate[]>;
}

/** The latest result of a few users. */
const cache = new Map<string, Cached>();

/** All contacts of a user that may be one person, the surest first. Archived ones and those with `ignore_merge` are left out. */
export async function findDuplicates(steps: Reader): Promise<Duplicate[]> {
  const { userId, state, settled } = await steps.read(stateOf);
  const known = cache.get(userId);
  const isSame = settled && known?.settled && known.state === state;
  const duplicates = isSame ? known.duplicates : scanAll(steps);
  cache.delete(userId);
  cache.set(userId, { state, settled, duplicates, since: Date.now() });
  if (cache.size > MAX_CACHED_USERS) cache.delete(cache.keys().next().value!);
  try {
    return await duplicates;
  } catch (error) {
    if (cache.get(userId)?.duplicates === duplicates) cache.delete(userId);
    throw error;
  }
}

/**
 * The result of the search a short while ago, for the next pages of its list: searching again for each page would be
 * slow, and would give other scores when a contact was merged meanwhile.
 */
export async function foundLast(userId: string): Promise<Duplicate[] | undefined> {
  const last = cache.get(userId);
  return last && Date.now() - last.since < READ_ON_MS ? last.duplicates : undefined;
}

/** The duplicates whose contacts all still exist and may be merged. */
export async function stillThere({ db, user }: Context, duplicates: Duplicate[]): Promise<Duplicate[]> {
  const ids = [...new Set(duplicates.flatMap(({ contactIds }) => contactIds))];
  const rows = await db
    .selectFrom('contacts')
    .select('id')
    .where('user_id', '=', user.user_id)
    .where('id', 'in', ids)
    .where('ignore_merge', '=', 0)
    .where('is_archived', '=', 0)
    .execute();
  const there = new Set(rows.map(({ id }) => id));
  return duplicates.filter(({ contactIds }) => contactIds.every((id) => there.has(id)));
}

/** A digest of which contacts there are and when each was changed last. */
async function stateOf({ db, user, now }: Context): Promise<{ userId: string; state: string; settled: boolean }> {
  const rows = await db
    .selectFrom('contacts')
    .select(['id', 'updated_at'])
    .where('user_id', '=', user.user_id)
    // As an index has them, which is then all that is read.
    .orderBy('is_archived')
    .orderBy('updated_at')
    .orderBy('id')
    .execute();
  const before = new Date(Date.parse(now) - UNSETTLED_MS).toISOString();
  const all = rows.map(({ id, updated_at }) => id + updated_at).join();
  const state = createHash('sha256').update(`${user.country}\n${all}`).digest('base64');
  return { userId: user.user_id, state, settled: rows.every(({ updated_at }) => updated_at <= before) };
}

async function scanAll({ read }: Reader): Promise<Duplicate[]> {
  const profiles: Profile[] = [];
  for (let after: string | undefined = ''; after !== undefined; ) {
    const from: string = after;
    const records = await read((context) => loadRecords(context, { after: from, limit: STRETCH }));
    after = records.length < STRETCH ? undefined : records.at(-1)!.contact.id;
    for (const record of records) {
      if (!record.contact.ignore_merge && !record.contact.is_archived) profiles.push(readProfile(record));
      if (shouldYield()) await yieldToOthers();
    }
  }
  return scan(profiles);
}
