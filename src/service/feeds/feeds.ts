import { ownerTokens } from '../../identity/secrets/owner-tokens.ts';
import { KithError } from '../../shared/error.ts';
import { FEED_PARTS, type FeedPart, type FeedSettings, FIRST_FEED_SETTINGS } from '../../shared/feed.ts';
import { toText } from '../../shared/zones.ts';
import type { FeedRow } from '../../store/feed-tables.ts';
import { newId } from '../../store/ids.ts';
import type { Db } from '../../store/store.ts';
import type { UserRow } from '../../store/tables.ts';
import type { Context } from '../runtime/context.ts';

/** Calendar apps that read a feed are not signed in, so the token in its URL identifies the owner. */
export const FEED_TOKENS = ownerTokens('calendar feed');

export interface Feed extends FeedSettings {
  id: string;
  createdAt: string;
}

/** A transaction and the feed's owner. */
interface FeedOwner {
  db: Db;
  user: Pick<UserRow, 'user_id'>;
}

type Sealing = FeedOwner & Pick<Context, 'secret'>;

/** A user's feed. Undefined if there is none. */
export async function feedOf(context: FeedOwner): Promise<Feed | undefined> {
  const row = await rowOf(context);
  return row && viewFeed(row);
}

/** The user's feed, if the token is valid. */
export async function feedByToken({ db, user, secret }: Sealing, token: string): Promise<Feed | undefined> {
  const row = await db
    .selectFrom('feeds')
    .selectAll()
    .where('user_id', '=', user.user_id)
    .where('lookup', 'in', FEED_TOKENS.lookups(secret, token))
    .executeTakeFirst();
  return row && viewFeed(row);
}

/** The token in the feed's URL. Undefined if there is no feed. */
export async function tokenOf(context: Sealing): Promise<string | undefined> {
  const row = await rowOf(context);
  return row && context.secret.open(FEED_TOKENS.purpose, row.sealed);
}

/** Creates the feed, or gives an existing one a new URL. The old URL no longer works. */
export async function newAddress(
  context: Sealing & Pick<Context, 'now'>,
): Promise<{ token: string; is: 'made' | 'replaced' }> {
  const { db, user, secret, now } = context;
  const token = FEED_TOKENS.make(secret, user.user_id);
  const address = {
    lookup: FEED_TOKENS.lookups(secret, token)[0]!,
    sealed: secret.seal(FEED_TOKENS.purpose, token),
    created_at: now,
  };
  if (await rowOf(context)) {
    await db.updateTable('feeds').set(address).where('user_id', '=', user.user_id).execute();
    return { token, is: 'replaced' };
  }
  await db
    .insertInto('feeds')
    .values({
      user_id: user.user_id,
      id: newId(),
      ...address,
      ...columns(FIRST_FEED_SETTINGS),
      revision: 0,
      // Precedes the times of all events, which come with the first read.
      changed_at: toText(Math.floor(Date.parse(now) / 1000) * 1000 - 1000),
    })
    .execute();
  return { token, is: 'made' };
}

/** Changes the settings. Returns false if there is no feed. */
export async function changeFeed(context: FeedOwner, settings: FeedSettings): Promise<boolean> {
  const { db, user } = context;
  if (!(await rowOf(context))) return false;
  await db.updateTable('feeds').set(columns(settings)).where('user_id', '=', user.user_id).execute();
  return true;
}

/** Deletes the feed, so its URL no longer works. Returns false if there is no feed. */
export async function endFeed(context: FeedOwner): Promise<boolean> {
  const { db, user } = context;
  if (!(await rowOf(context))) return false;
  await db.deleteFrom('feeds').where('user_id', '=', user.user_id).execute();
  return true;
}

export const noFeed = (): KithError =>
  new KithError('NotFound', 'The calendar feed is off.', {
    hint: 'Turn it on with kith feed, or in Settings › Calendar feed.',
  });

const rowOf = ({ db, user }: FeedOwner) =>
  db.selectFrom('feeds').selectAll().where('user_id', '=', user.user_id).executeTakeFirst();

const columns = ({ parts, alarmMinutes }: FeedSettings) => ({
  parts: JSON.stringify(FEED_PARTS.filter((part) => parts.includes(part))),
  alarm_minutes: alarmMinutes,
});

const viewFeed = ({ id, parts, alarm_minutes, created_at }: FeedRow): Feed => ({
  id,
  parts: JSON.parse(parts) as FeedPart[],
  alarmMinutes: alarm_minutes,
  createdAt: created_at,
});
