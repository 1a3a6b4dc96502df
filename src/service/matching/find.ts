import { createHash } from 'node:crypto';
import { shouldYield, yieldToOthers } from '../../shared/yield.ts';
import type { Context } from '../runtime/context.ts';
import type { MultiStepContext } from '../runtime/handler.ts';
import type { Duplicate } from './clusters.ts';
import { loadRecords } from './load.ts';
import { type Profile, readProfile } from './profile.ts';
import { scan } from './scan.ts';

type Reader = Pick<MultiStepContext, 'read'>;

/** Contacts per read. Other requests run between the reads. */
const STRETCH = 1_000;
const MAX_CACHED_USERS = 8;

/** Changes within this many milliseconds may have the same timestamp. */
const UNSETTLED_MS = 2_000;

/** How long later pages reuse the first page's search, in milliseconds. */
const READ_ON_MS = 10 * 60_000;

interface Cached {
  /** Digest of the contacts and their modification times. */
  state: string;
  settled: boolean;
  since: number;
  duplicates: Promise<Duplicate[]>;
}

/** Latest result per user, for a few users. */
const cache = new Map<string, Cached>();

/**
 * Finds all contacts that may be the same person, most certain first. Excludes archived contacts and contacts with
 * `ignore_merge`.
 */
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
 * Result of the recent search, used for later pages of the same list. Searching again would be slow, and scores could
 * change if a contact was merged in the meantime.
 */
export async function recentDuplicates(userId: string): Promise<Duplicate[] | undefined> {
  const last = cache.get(userId);
  return last && Date.now() - last.since < READ_ON_MS ? last.duplicates : undefined;
}

/** Filters duplicates to those whose contacts still exist and may be merged. */
export async function onlyMergeable({ db, user }: Context, duplicates: Duplicate[]): Promise<Duplicate[]> {
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

/** Digest of the contacts and their modification times. */
async function stateOf({ db, user, now }: Context): Promise<{ userId: string; state: string; settled: boolean }> {
  const rows = await db
    .selectFrom('contacts')
    .select(['id', 'updated_at'])
    .where('user_id', '=', user.user_id)
    // Matches the order of a covering index.
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
