import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FeedContent, FeedPart, FeedSettings, FeedStamp } from '../../shared/feed.ts';
import { turns } from '../../shared/semaphore.ts';
import { giveWay, isTimeToGiveWay } from '../../shared/yield.ts';
import { calendarText } from './calendar.ts';
import { eventsOf, type FeedEvent } from './events.ts';

/** A feed as it is handed in. */
export interface OpenFeed extends FeedSettings {
  id: string;
  read(): Promise<FeedContent>;
  /** Since when each event has been what it is, and when one last changed, came or went. */
  stamp(events: { id: string; digest: string }[]): Promise<{ changedAt: string; of: Map<string, FeedStamp> }>;
}

/** A feed as text. */
export interface Written {
  /** Of the text, without quotes. */
  tag: string;
  changedAt: string;
  zipped: Buffer;
}

interface Kept extends Written {
  /** Of all that the text was made of. */
  made: string;
}

/** Raise it when the same content is to be written otherwise. */
const FORMAT = 1;
const MOST_BYTES = 32 * 1024 * 1024;

/**
 * Writes feeds. The last texts are kept: programs ask again and again for what has not changed, and it is then read and
 * compared, but not written anew.
 */
export function feedWriter(pages: string | undefined) {
  const kept = new Map<string, Kept>();
  const turn = turns(1);

  return async (feed: OpenFeed, parts: readonly FeedPart[]): Promise<Written> => {
    const content = await feed.read();
    const made = digestOf(JSON.stringify([FORMAT, feed.parts, feed.alarmMinutes, content]));
    const key = `${feed.id} ${parts.join(' ')}`;
    const known = () => {
      const written = kept.get(key);
      return written?.made === made ? written : undefined;
    };
    const written = known() ?? (await inTurn(async () => known() ?? { made, ...(await write(feed, content, parts)) }));
    keep(key, written);
    return written;
  };

  /** A large feed takes memory while it is written. */
  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const leave = await turn();
    try {
      return await work();
    } finally {
      leave();
    }
  }

  async function write(feed: OpenFeed, content: FeedContent, parts: readonly FeedPart[]): Promise<Written> {
    const events: FeedEvent[] = [];
    const digests: { id: string; digest: string }[] = [];
    for (const event of eventsOf(content, { alarmMinutes: feed.alarmMinutes, pages })) {
      events.push(event);
      digests.push({ id: event.id, digest: digestOf(event.text) });
      if (isTimeToGiveWay()) await giveWay();
    }
    const { changedAt, of: stamps } = await feed.stamp(digests);
    const text = await calendarText({ ...content, parts, events, stamps });
    return { tag: digestOf(text), changedAt, zipped: await promisify(gzip)(text) };
  }

  function keep(key: string, written: Kept): void {
    kept.delete(key);
    kept.set(key, written);
    let bytes = 0;
    for (const [old, { zipped }] of [...kept].toReversed()) {
      bytes += zipped.length;
      if (bytes > MOST_BYTES) kept.delete(old);
    }
  }
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22);
