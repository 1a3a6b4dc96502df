import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FeedContent, FeedPart, FeedSettings, FeedStamp } from '../../shared/feed.ts';
import { semaphore } from '../../shared/semaphore.ts';
import { shouldYield, yieldToOthers } from '../../shared/yield.ts';
import { calendarText } from './calendar.ts';
import { eventsOf, type FeedEvent } from './events.ts';

/** A feed with functions to read its content. */
export interface OpenFeed extends FeedSettings {
  id: string;
  read(): Promise<FeedContent>;
  /** Records changed events. Returns each event's last change, and when an event was last changed, added or removed. */
  stamp(events: { id: string; digest: string }[]): Promise<{ changedAt: string; of: Map<string, FeedStamp> }>;
}

/** A formatted feed. */
export interface FormattedFeed {
  /** ETag of the text, without quotes. */
  tag: string;
  changedAt: string;
  zipped: Buffer;
}

interface CachedFeed extends FormattedFeed {
  /** Digest of everything the text was generated from. */
  made: string;
}

/** Increment this when the output format changes. */
const FORMAT = 1;
const MAX_BYTES = 32 * 1024 * 1024;

/**
 * Formats feeds and caches the latest texts, because programs poll unchanged feeds. The content is read and compared
 * each time, but formatted only if it changed.
 */
export function feedFormatter(pages: string | undefined) {
  const kept = new Map<string, CachedFeed>();
  const turn = semaphore(1);

  return async (feed: OpenFeed, parts: readonly FeedPart[]): Promise<FormattedFeed> => {
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

  /** Formats one feed at a time, because a large one needs a lot of memory. */
  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const leave = await turn();
    try {
      return await work();
    } finally {
      leave();
    }
  }

  async function write(feed: OpenFeed, content: FeedContent, parts: readonly FeedPart[]): Promise<FormattedFeed> {
    const events: FeedEvent[] = [];
    const digests: { id: string; digest: string }[] = [];
    for (const event of eventsOf(content, { alarmMinutes: feed.alarmMinutes, pages })) {
      events.push(event);
      digests.push({ id: event.id, digest: digestOf(event.text) });
      if (shouldYield()) await yieldToOthers();
    }
    const { changedAt, of: stamps } = await feed.stamp(digests);
    const text = await calendarText({ ...content, parts, events, stamps });
    return { tag: digestOf(text), changedAt, zipped: await promisify(gzip)(text) };
  }

  function keep(key: string, written: CachedFeed): void {
    kept.delete(key);
    kept.set(key, written);
    let bytes = 0;
    for (const [old, { zipped }] of [...kept].toReversed()) {
      bytes += zipped.length;
      if (bytes > MAX_BYTES) kept.delete(old);
    }
  }
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22);
