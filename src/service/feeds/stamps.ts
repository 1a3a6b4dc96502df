import { KithError } from '../../shared/error.ts';
import type { FeedStamp } from '../../shared/feed.ts';
import { chunked } from '../../shared/lists.ts';
import { toText } from '../../shared/zones.ts';
import type { FeedEventRow } from '../../store/feed-tables.ts';
import { insertRows } from '../../store/insert.ts';
import type { Context } from '../runtime/context.ts';
import type { UserData } from '../runtime/user-data.ts';

/** The current content of a feed event, as a digest. */
export interface EventDigest {
  id: string;
  digest: string;
}

export interface FeedStamps {
  /** When an event was last changed, added, or removed. */
  changedAt: string;
  of: Map<string, FeedStamp>;
}

/**
 * Returns when each event last changed. Changes since the last read of the feed are saved, so that all nodes return the
 * same times; without changes, this only reads. Throws 404 if the feed was turned off.
 */
export async function stampEvents(data: UserData, feedId: string, events: EventDigest[]): Promise<FeedStamps> {
  const found = await data.read((context) => compared(context, feedId, events));
  if (found.changed.length + found.gone.length === 0) return toStamps(found);
  return data.write(async (context) => {
    const { db, user } = context;
    const isSame = (await revisionOf(context, feedId))?.revision === found.feed?.revision;
    const before = isSame ? found : await compared(context, feedId, events);
    const { feed, changed, gone } = before;
    const known = new Map(before.known);
    if (!feed) throw new KithError('NotFound', 'The calendar feed was just turned off.');
    if (changed.length + gone.length === 0) return toStamps(before);
    const at = nextSecond(feed.changed_at, context.now);
    const replaced = changed.filter(({ id }) => known.has(id)).map(({ id }) => id);
    for (const ids of chunked([...gone, ...replaced]))
      await db
        .deleteFrom('feed_events')
        .where('user_id', '=', user.user_id)
        .where('feed_id', '=', feedId)
        .where('id', 'in', ids)
        .execute();
    const rows = changed.map(({ id, digest }) => ({
      user_id: user.user_id,
      feed_id: feedId,
      ...{ id, digest, revision: feed.revision, changed_at: at },
    }));
    await insertRows(db, 'feed_events', rows);
    const next = { revision: feed.revision + 1, changed_at: at };
    await db.updateTable('feeds').set(next).where('user_id', '=', user.user_id).where('id', '=', feedId).execute();
    for (const row of rows) known.set(row.id, row);
    for (const id of gone) known.delete(id);
    return toStamps({ ...before, known, feed: next });
  });
}

/** Change times are full seconds and unique, because calendar apps may compare only these times. */
const nextSecond = (last: string, now: string): string =>
  toText(Math.max(Date.parse(last) + 1000, Math.floor(Date.parse(now) / 1000) * 1000));

type Known = Map<string, Pick<FeedEventRow, 'id' | 'digest' | 'revision' | 'changed_at'>>;

interface Compared {
  /** Undefined if it was turned off in the meantime. */
  feed: { revision: number; changed_at: string } | undefined;
  known: Known;
  changed: EventDigest[];
  gone: string[];
  now: string;
}

const revisionOf = ({ db, user }: Context, feedId: string) =>
  db
    .selectFrom('feeds')
    .select(['revision', 'changed_at'])
    .where('user_id', '=', user.user_id)
    .where('id', '=', feedId)
    .executeTakeFirst();

async function compared(context: Context, feedId: string, events: EventDigest[]): Promise<Compared> {
  const { db, user, now } = context;
  const feed = await revisionOf(context, feedId);
  const rows = await db
    .selectFrom('feed_events')
    .select(['id', 'digest', 'revision', 'changed_at'])
    .where('user_id', '=', user.user_id)
    .where('feed_id', '=', feedId)
    .execute();
  const known: Known = new Map(rows.map((row) => [row.id, row]));
  const there = new Set(events.map(({ id }) => id));
  const changed = events.filter(({ id, digest }) => known.get(id)?.digest !== digest);
  return { feed, known, changed, gone: rows.map(({ id }) => id).filter((id) => !there.has(id)), now };
}

const toStamps = ({ feed, known, now }: Compared): FeedStamps => ({
  changedAt: feed?.changed_at ?? now,
  of: new Map([...known].map(([id, { revision, changed_at }]) => [id, { sequence: revision, at: changed_at }])),
});
