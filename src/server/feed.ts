import { randomUUID } from 'node:crypto';
import type { OpenFeed } from '../dav/feed/format-feed.ts';
import type { Secret } from '../identity/secrets/secret.ts';
import { userById } from '../identity/users/users.ts';
import { settings } from '../process/environment.ts';
import { FEED_TOKENS, type Feed, feedByToken } from '../service/feeds/feeds.ts';
import { readFeed } from '../service/feeds/read.ts';
import { stampEvents } from '../service/feeds/stamps.ts';
import type { Journal } from '../service/runtime/audit-buffer.ts';
import { networkOf } from '../service/runtime/client-address.ts';
import { limitHeaders, noLimit, type RateLimiter, rateLimited } from '../service/runtime/limits.ts';
import { errorResponse, internalError } from '../service/runtime/respond.ts';
import type { UserData } from '../service/runtime/user-data.ts';
import type { Service } from '../service/service.ts';
import { KithError } from '../shared/error.ts';
import { once } from '../shared/once.ts';
import type { Store } from '../store/store.ts';
import { logFault } from './composition/log.ts';
import { originIn } from './composition/public-origin.ts';
import type { LaterService } from './open-later.ts';

/** Calendar programs poll about once an hour, so more reads than this are a malfunction. */
const READS_A_MINUTE = 60;

interface FeedOptions {
  /** Address of the web app. */
  pages?: string | undefined;
  /** Yields the data of users whose feed may have the token. */
  mayOwn(token: string): AsyncIterable<UserData>;
  /** Counts a request by its address, and rejects it over the limit. */
  counted(address: string | undefined, answer: () => Promise<Response>): Promise<Response>;
}

/** Returns the response at `/feed/…`; undefined on other paths. */
export type FeedRoute = (request: Request, address: string | undefined) => Promise<Response> | undefined;

/** Serves calendar feeds at their secret addresses. */
function feedRoute({ pages, mayOwn, counted }: FeedOptions): FeedRoute {
  const load = once(async () => {
    const [{ feedHandler, HIDDEN }, { memoryLimiter }] = await Promise.all([
      import('../dav/feed/answer.ts'),
      import('../service/runtime/memory-limiter.ts'),
    ]);
    const limiter: RateLimiter = settings.KITH_RATE_LIMIT === 0 ? noLimit() : memoryLimiter(READS_A_MINUTE);
    return { answer: feedHandler(pages), hidden: HIDDEN, limiter };
  });

  async function answer(request: Request, address: string | undefined): Promise<Response> {
    const { answer, hidden, limiter } = await load();
    let headers: Record<string, string> = hidden;
    try {
      const feed = READ.includes(request.method) ? await open(request) : undefined;
      if (!feed) return await counted(address, async () => errorResponse(refusalOf(request), hidden));
      const quota = await limiter.take(feed.id);
      if (!quota.allowed) {
        headers = { ...hidden, ...limitHeaders(quota) };
        throw rateLimited(quota);
      }
      return await answer(request, feed);
    } catch (error) {
      return errorResponse(error instanceof KithError && error.status !== 500 ? error : faultOf(error), headers);
    }
  }

  async function open({ url }: Request): Promise<OpenFeed | undefined> {
    const token = PATH.exec(new URL(url).pathname)?.[1];
    if (token === undefined) return undefined;
    for await (const data of mayOwn(token)) {
      const feed = await data.read((context) => feedByToken(context, token));
      if (feed) return opened(feed, data);
    }
    return undefined;
  }

  return (request, address) =>
    new URL(request.url).pathname.startsWith('/feed/') ? answer(request, address) : undefined;
}

const READ = ['GET', 'HEAD'];
const PATH = /^\/feed\/([\w-]{43})\.ics$/;

function refusalOf({ method }: Request): KithError {
  if (!READ.includes(method))
    return new KithError('MethodNotAllowed', 'A calendar feed can only be read.', { details: { allow: READ } });
  return new KithError('NotFound', 'There is no such calendar feed. Its address may have been replaced.', {
    hint: 'To get the address, use kith feed or Settings › Calendar feed.',
  });
}

const opened = (feed: Feed, data: UserData): OpenFeed => ({
  ...feed,
  read: () => readFeed(data, feed),
  stamp: (events) => stampEvents(data, feed.id, events),
});

function faultOf(error: unknown): KithError {
  const id = randomUUID();
  logFault(id, error);
  return internalError(id);
}

interface Serving {
  store: Store;
  secret: Secret;
  service: Pick<Service, 'counted' | 'userData'>;
  journal: Journal;
}

/** The feeds of all users of a service. */
export const servedFeeds = ({ store, secret, service, journal }: Serving): FeedRoute =>
  feedRoute({
    // A loopback address would be a useless link in a calendar.
    pages: settings.KITH_PUBLIC_URL && originIn(settings.KITH_PUBLIC_URL),
    async *mayOwn(token) {
      for (const owner of FEED_TOKENS.ownersOf(secret, token)) {
        const user = await userById(store, owner);
        if (user) yield service.userData({ user, permissions: 'write' });
      }
    },
    counted(address, answer) {
      journal.note({ event: 'feed.refused', address });
      return service.counted(address, answer);
    },
  });

/** The local user's feed, in a process for one user; none if the data is remote. */
export function localFeed({ userData }: Pick<LaterService, 'userData'>): FeedRoute {
  const limiter = once(async () => {
    const { memoryLimiter } = await import('../service/runtime/memory-limiter.ts');
    return settings.KITH_RATE_LIMIT === 0 ? noLimit() : memoryLimiter(settings.KITH_RATE_LIMIT);
  });
  return feedRoute({
    async *mayOwn() {
      const data = await userData();
      if (data) yield data;
    },
    async counted(address, answer) {
      const quota = await (await limiter()).take(networkOf(address ?? 'local'));
      return quota.allowed ? answer() : errorResponse(rateLimited(quota), limitHeaders(quota));
    },
  });
}
