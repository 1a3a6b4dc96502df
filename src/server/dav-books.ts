import { randomUUID } from 'node:crypto';
import { readCard } from '../dav/cards/read-card.ts';
import { isAsSent, writeCard } from '../dav/cards/write-card.ts';
import { refusalAnswer } from '../dav/server/refusal.ts';
import { answerDav } from '../dav/server/server.ts';
import type { Refused } from '../identity/users/api-keys.ts';
import { authenticateByAppPassword, deviceOf } from '../identity/users/app-passwords.ts';
import type { Caller } from '../identity/users/caller.ts';
import { type ChangePublisher, UNKNOWN_CHANGE } from '../mcp/notifications/notices.ts';
import { openAddressBook } from '../service/cards/address-book.ts';
import type { Data } from '../service/data/open-data.ts';
import { type Journal, makeJournal } from '../service/runtime/audit-buffer.ts';
import { networkOf } from '../service/runtime/client-address.ts';
import { type RateLimiter, rateLimited } from '../service/runtime/limits.ts';
import type { Service } from '../service/service.ts';
import type { DavAddressBook } from '../shared/cards/address-book.ts';
import { KithError } from '../shared/error.ts';
import { logFault, logJournal } from './composition/log.ts';
import { rateLimiter } from './rate-limiter.ts';

export interface DavData extends Data {
  service: Pick<Service, 'userData'>;
  /** Audit buffer of this process (default: a new one). */
  journal?: Journal;
  /** Rate limiter for requests without a known password. */
  strangers?: RateLimiter;
  /** The only user whose address book is served (default: all users). */
  userId?: string | undefined;
  /** Publishes the user's changes. */
  notices: ChangePublisher;
  /** The user's key in notices (default: the user id). */
  noticedAs?: string;
}

/** Authenticates and answers CardDAV requests. */
export interface DavBooks {
  answer(request: Request, address: string | undefined): Promise<Response>;
  close(): Promise<void>;
}

/** Authenticates devices, counts their requests, and gives access to their address books. */
export async function davBooks(open: () => Promise<DavData>, perMinute: number): Promise<DavBooks> {
  const [data, limiter] = await Promise.all([open(), rateLimiter(perMinute)]);
  const { store, secret, service, strangers = limiter, userId, notices, noticedAs } = data;
  const journal = data.journal ?? makeJournal(store, { onFault: logJournal });
  const authenticate = authenticateByAppPassword(store, secret);

  async function answer(request: Request, address = 'local'): Promise<Response> {
    try {
      return await counted(request, address);
    } catch (error) {
      if (error instanceof KithError && error.status !== 500) return refusalAnswer(error);
      const id = randomUUID();
      logFault(id, error);
      const message = `Internal error. See request ${id} in the server log.`;
      return refusalAnswer(new KithError('InternalServerError', message));
    }
  }

  async function counted(request: Request, address: string): Promise<Response> {
    const found = await authenticate(request);
    if (!found || 'refused' in found) return refusedTo(request, address, found);
    const { user, key } = found;
    if (userId !== undefined && user.user_id !== userId) return refusedTo(request, address, undefined);
    const quota = await limiter.take(`dav ${user.user_id}`);
    if (!quota.allowed) {
      journal.note({ event: 'limit.hit', userId: user.user_id, key, address });
      throw rateLimited(quota);
    }
    journal.note({ event: 'key.accepted', userId: user.user_id, key, address });
    journal.used(found);
    return answerDav(request, visitorOf(found), { readCard, writeCard, isAsSent });
  }

  /** Counts an unknown password against its network, like an unknown key. */
  async function refusedTo(request: Request, address: string, refused: Refused | undefined): Promise<Response> {
    const quota = await strangers.take(`address ${networkOf(address)}`);
    if (!quota.allowed) {
      journal.note({ event: 'limit.hit', address });
      throw rateLimited(quota);
    }
    if (refused)
      journal.note({ event: 'key.refused', userId: refused.userId, key: refused.key, address, detail: refused.reason });
    else if (request.headers.has('authorization'))
      journal.note({ event: 'key.refused', address, detail: 'unknown app password' });
    if (refused?.refused.status === 403) throw refused.refused;
    const answer = refusalAnswer(
      new KithError('Unauthorized', 'Sign in with your email and an app password.', {
        hint: 'To create one, use Settings › Devices or kith key add --dav.',
      }),
    );
    // RFC 7617, 2.1.
    answer.headers.set('WWW-Authenticate', 'Basic realm="kith", charset="UTF-8"');
    return answer;
  }

  function visitorOf(caller: Caller & { key: string; keyMadeAt: string }) {
    const { user, permissions, key, keyMadeAt } = caller;
    const { user_id, email, name } = user;
    const book = openAddressBook(service.userData(caller), deviceOf(key, keyMadeAt));
    return {
      ...{ userId: user_id, email, name },
      mayWrite: permissions === 'write',
      book: telling(
        book,
        () => notices.publish(noticedAs ?? user_id, () => UNKNOWN_CHANGE),
        () => journal.note({ event: 'card.conflict', userId: user_id, key }),
      ),
    };
  }

  return {
    answer,
    close: async () => void (await Promise.all([limiter.close(), data.journal ? undefined : journal.close()])),
  };
}

/** Wraps a book so that it publishes its changes and records conflicts. */
const telling = (book: DavAddressBook, tell: () => void, conflict: () => void): DavAddressBook => ({
  ...book,
  async put(...args) {
    const result = await book.put(...args);
    // A rejected write can still have been saved in part.
    if (result.outcome !== 'taken') tell();
    if ('conflicts' in result && result.conflicts) conflict();
    return result;
  },
  async remove(...args) {
    const result = await book.remove(...args);
    if (result === 'removed') tell();
    return result;
  },
});
