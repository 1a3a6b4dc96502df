import { randomUUID } from 'node:crypto';
import type { Operation } from '../../contract/schema/operation.ts';
import { scopesFor } from '../../contract/scopes.ts';
import { insufficientScope } from '../../identity/users/access-tokens.ts';
import type { Refused } from '../../identity/users/api-keys.ts';
import type { Caller } from '../../identity/users/caller.ts';
import { KithError, replacedByUpdate } from '../../shared/error.ts';
import type { Journal } from './audit-buffer.ts';
import { networkOf } from './client-address.ts';
import { limitHeaders, type RateLimiter, rateLimited } from './limits.ts';
import { errorResponse, internalError } from './respond.ts';

/** A request's caller and metadata, collected before routing. */
export interface RequestContext {
  caller: Caller | undefined;
  /** The error for an identified caller who has no access. Also undefined for anonymous requests. */
  refused: KithError | undefined;
  /** The client address, or "local". */
  address: string;
  /** The request's id in the log and in `X-Request-Id`. */
  requestId: string;
  /** Headers of every response to this request. */
  headers: Record<string, string>;
}

/** The rate limit window that a request counts toward. */
interface Window {
  bucket: string;
  userId: string | undefined;
}

export interface CountedOptions {
  /** How many requests this one counts as. Default: 1. */
  requests?: number;
  /** The session's user. The request counts against this user instead of its address. */
  userId?: string | undefined;
}

/** Counts additional requests toward the caller's limit. Throws 429 if the limit is reached. */
export type Count = (requests: number) => Promise<void>;

/** Identifies a request's caller. Returns undefined if it has no known credentials. */
export type Authenticate = (request: Request) => Promise<Caller | Refused | undefined>;

export interface RequestContextServices {
  authenticate: Authenticate;
  limiter: RateLimiter;
  journal: Journal;
  /** Called for every internal error, with the request id that the caller received. */
  onFault(requestId: string, error: unknown): void;
  /** Called with the caller of each authenticated request. */
  onCaller(caller: Caller): void;
}

interface Identity extends Pick<RequestContext, 'caller' | 'refused'> {
  /** The error that prevented authentication. */
  fault?: unknown;
}

/** Handles authentication, the rate limit, and error responses for every request. */
export function requestContexts({ authenticate, limiter, journal, onFault, onCaller }: RequestContextServices) {
  return { within, counted, permit, shaped, outward: toPublicError };

  /** Answers a request within its context. A request that contains several calls `count` for the others. */
  async function within(
    request: Request,
    address = 'local',
    answer: (context: RequestContext, count: Count) => Response | Promise<Response>,
    by = authenticate,
  ): Promise<Response> {
    const { caller, refused, fault } = await identify(request, address, by);
    const context = contextOf(address, { caller, refused });
    const userId = caller?.user.user_id;
    const bucket = userId === undefined ? addressBucket(address) : `user ${userId}`;
    return limited(context, { bucket, userId }, (count) => {
      if (fault) throw fault;
      return answer(context, count);
    });
  }

  /** Answers a request without a key. Sessions and keys have separate windows, so neither can use up the other. */
  async function counted(
    address = 'local',
    answer: (context: RequestContext) => Promise<Response>,
    { requests = 1, userId }: CountedOptions = {},
  ): Promise<Response> {
    const context = contextOf(address, { caller: undefined, refused: undefined });
    const bucket = userId === undefined ? addressBucket(address) : `session ${userId}`;
    return limited(context, { bucket, userId }, async (count) => {
      await count(requests - 1);
      return answer(context);
    });
  }

  /** Counts a request in its window and answers it within its context. Above the limit, answers with a 429. */
  async function limited(
    context: RequestContext,
    { bucket, userId }: Window,
    answer: (count: Count) => Response | Promise<Response>,
  ): Promise<Response> {
    const { address, requestId } = context;
    const take = async () => {
      const quota = await limiter.take(bucket);
      context.headers = { ...limitHeaders(quota), 'X-Request-Id': requestId };
      if (!quota.allowed) journal.note({ event: 'limit.hit', userId, address });
      return quota;
    };
    const quota = await take();
    const count: Count = async (requests) => {
      for (let left = requests; left > 0; left--) {
        const next = await take();
        if (!next.allowed) throw rateLimited(next);
      }
    };
    return shaped(context, () => {
      if (!quota.allowed) throw rateLimited(quota);
      return answer(count);
    });
  }

  async function identify(request: Request, address: string, by: Authenticate): Promise<Identity> {
    try {
      const found = await by(request);
      if (!found) {
        if (request.headers.has('authorization')) journal.note({ event: 'key.refused', address, detail: 'unknown' });
        return { caller: undefined, refused: undefined };
      }
      if ('refused' in found) {
        const { userId, key, reason, refused } = found;
        journal.note({ event: 'key.refused', userId, key, address, detail: reason });
        return { caller: undefined, refused };
      }
      onCaller(found);
      if (found.key !== undefined) {
        journal.note({ event: 'key.accepted', userId: found.user.user_id, key: found.key, address });
        journal.used(found);
      }
      if (found.host) {
        journal.note({ event: 'host.accepted', userId: found.user.user_id, key: found.host.name, address });
        journal.used(found);
      }
      return { caller: found, refused: undefined };
    } catch (fault) {
      return { caller: undefined, refused: undefined, fault };
    }
  }

  /** Returns the caller an operation runs for. Throws 401 without a caller, and 403 if permissions are missing. */
  function permit(
    operation: Operation,
    { caller, refused, address }: Pick<RequestContext, 'caller' | 'refused'> & { address?: string },
  ): Caller {
    if (operation.public) return caller ?? ANONYMOUS;
    if (!caller) throw refused ?? unauthorized();
    if (operation.effect !== 'read' && caller.permissions === 'read') {
      const { user, key } = caller;
      journal.note({ event: 'permission.refused', userId: user.user_id, key, address, detail: operation.name });
      throw new KithError('Forbidden', 'This API key is read-only.', { hint: 'Use a key with write permission.' });
    }
    if (caller.scopes) requireScopes(operation, caller.scopes);
    if (operation.fresh && !caller.isOwner && !caller.session?.isFresh) {
      journal.note({ event: 'permission.refused', userId: caller.user.user_id, address, detail: operation.name });
      throw new KithError('Forbidden', 'This requires a recent sign-in.', {
        hint: 'Sign in to the web app again, and do it there.',
      });
    }
    return address === undefined ? caller : { ...caller, address };
  }

  /** Converts all errors of a request to error responses. */
  async function shaped(context: RequestContext, work: () => Response | Promise<Response>): Promise<Response> {
    try {
      return await work();
    } catch (error) {
      return errorResponse(toPublicError(context.requestId, error), context.headers);
    }
  }

  /** Converts an error to one that is safe to send. Internal errors are logged with the request's id. */
  function toPublicError(requestId: string, error: unknown): KithError {
    if (error instanceof KithError && error.status !== 500) return error;
    const replaced = replacedByUpdate(error);
    if (replaced) return replaced;
    onFault(requestId, error);
    return internalError(requestId);
  }
}

const addressBucket = (address: string): string => `address ${networkOf(address)}`;

const contextOf = (address: string, known: Pick<RequestContext, 'caller' | 'refused'>): RequestContext => ({
  ...known,
  address,
  requestId: randomUUID(),
  headers: {},
});

/** The anonymous caller of public operations. Its id owns no rows. */
const ANONYMOUS: Caller = {
  permissions: 'read',
  user: { user_id: '', email: '', name: null, plan: 'free', time_zone: 'UTC', country: null, created_at: '' },
};

/** A function, because creating an error takes longer than most of a request. */
export const unauthorized = () =>
  new KithError('Unauthorized', 'A valid API key is required.', { hint: 'Send it as Authorization: Bearer kith_…' });

function requireScopes(operation: Operation, scopes: Caller['scopes']): void {
  if (operation.management) {
    throw new KithError('Forbidden', 'Connected apps cannot manage the account.', {
      hint: 'Do it in the web app or with an API key.',
    });
  }
  const needed = scopesFor(operation);
  if (!needed.every((scope) => scopes?.includes(scope))) throw insufficientScope(needed);
}
