import { createHash } from 'node:crypto';
import type { Context, Steps } from '../../context.ts';
import type { Duplicate } from './clusters.ts';
import { loadRecords } from './load.ts';
import { makePause } from './pause.ts';
import { type Profile, readProfile } from './profile.ts';
import { scan } from './scan.ts';

type Look = Pick<Steps, 'look'>;

/** How many contacts are read at once; between the reads others get theirs. */
const STRETCH = 1_000;
const USERS_KEPT = 8;

/** A change within so many milliseconds may bear the same time as the one before it. */
const UNSETTLED_MS = 2_000;

/** The latest result of a few users, for as long as their contacts stay as they were: a list is read page by page. */
const kept = new Map<string, { state: string; duplicates: Promise<Duplicate[]> }>();

/** All contacts of a user that may be one person, the surest first. Those with `ignore_merge` are left out. */
export async function findDuplicates(steps: Look): Promise<Duplicate[]> {
  const { userId, state, settled } = await steps.look(stateOf);
  const known = kept.get(userId);
  kept.delete(userId);
  if (!settled) return scanAll(steps);
  const duplicates = known?.state === state ? known.duplicates : scanAll(steps);
  kept.set(userId, { state, duplicates });
  if (kept.size > USERS_KEPT) kept.delete(kept.keys().next().value!);
  try {
    return await duplicates;
  } catch (error) {
    kept.delete(userId);
    throw error;
  }
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

async function scanAll({ look }: Look): Promise<Duplicate[]> {
  const profiles: Profile[] = [];
  const pause = makePause();
  for (let after: string | undefined = ''; after !== undefined; ) {
    const from: string = after;
    const records = await look((context) => loadRecords(context, { after: from, limit: STRETCH }));
    after = records.length < STRETCH ? undefined : records.at(-1)!.contact.id;
    for (const record of records) {
      if (!record.contact.ignore_merge) profiles.push(readProfile(record));
      if (pause.isDue()) await pause.now();
    }
  }
  return scan(profiles);
}
