import { randomUUID } from 'node:crypto';
import { KithError } from '../contract/error.ts';
import { type Operation, once } from '../contract/operation.ts';
import { outboxWork, purge } from './after-writes.ts';
import { catalogueRoutes } from './handlers.ts';
import type { AgendaServices } from './providers/agenda.ts';
import type { Visit } from './runtime/app.ts';
import { networkOf } from './runtime/client-address.ts';
import { makeCursors } from './runtime/cursor.ts';
import { type Account, type Execution, makeExecutor, type Outcome, type Write } from './runtime/execute.ts';
import type { Watcher } from './runtime/handler.ts';
import { type Journal, noJournal } from './runtime/journal.ts';
import { type Limiter, limitHeaders, noLimit, rateLimited } from './runtime/limits.ts';
import { type DirectCall, readCall, readRequest } from './runtime/read-request.ts';
import { errorResponse, internalError, photoResponse, successResponse, withHeaders } from './runtime/respond.ts';
import { deprecationHeaders, type Route } from './runtime/routes.ts';
import type { Secret } from './secrets/secret.ts';
import { readSharedGroup } from './share-links/shared-group.ts';
import type { Store } from './store/store.ts';
import type { Refused } from './users/api-keys.ts';
import type { Caller } from './users/caller.ts';

export interface ServiceOptions {
  store: Store;
  secret: Secret;
  /** Who a request is from; undefined when it brings no key that is known. */
  authenticate(request: Request): Promise<Caller | Refused | undefined>;
  version: string;
  /** Told of every fault that is ours, with the request id the caller was given. */
  onFault(requestId: string, error: unknown): void;
  /** Told of every write that took effect, after it is on disk. */
  onWrite?: (write: Write) => void;
  limiter?: Limiter;
  /** Told of keys that were accepted and refused, and of what was refused to whom. */
  journal?: Journal;
  /** Where the providers are and how long they are waited for, when not as usual. */
  agenda?: Pick<AgendaServices, 'endpoints' | 'limits'>;
  now?: () => Date;
}

export interface Service {
  /** `address` is where the request came from; requests without a valid key are counted by it. */
  fetch(request: Request, address?: string): Promise<Response>;
  /**
   * Meets a request as `fetch` does (who is it from, is it within the limit) and lets `answer` answer it. One that
   * holds several requests has the others counted by `count`, which throws a 429 when there are too many.
   */
  admit(
    request: Request,
    address: string | undefined,
    answer: (caller: Caller | undefined, count: Count) => Promise<Response>,
  ): Promise<Response>;
  /** A call from inside this process, of a caller who is known: it is not counted. Throws KithError for every refusal. */
  call(caller: Caller, call: DirectCall & Watcher): Promise<CallAnswer>;
  /** Resolves when work behind the answers is done too; call before the store closes. */
  idle(): Promise<void>;
  /** A user's data for the process that owns it; no request leads here. */
  account(caller: Caller): Account;
}

/** Who is met with a request. */
interface Met extends Pick<Visit, 'caller' | 'refusal'> {
  /** Why that could not be found out. */
  fault?: unknown;
}

/** Counts so many requests more against the limit of whoever is met. */
export type Count = (requests: number) => Promise<void>;

export interface CallAnswer {
  status: number;
  body: unknown;
  /** What an answer over HTTP says of the operation in its headers, by their names in lower case. */
  headers: Record<string, string>;
}

/** The REST API over a store: every route comes from the catalogue, web standard request in, response out. */
export function createService(options: ServiceOptions, routes: Route[] = catalogueRoutes()): Service {
  const { store, secret, limiter = noLimit(), journal = noJournal, now = () => new Date() } = options;
  const { execute, account, outbox } = makeExecutor({
    store,
    secret,
    cursors: makeCursors(secret),
    now,
    agenda: once(async () =>
      (await import('./providers/agenda.ts')).makeAgenda({ store, secret, now, ...options.agenda }),
    ),
    outboxWork,
    purge,
    onFault: (error) => options.onFault('outbox', error),
    onWrite: options.onWrite,
  });
  const seen = new Set<string>();
  const byName = once(() => new Map(routes.map((route) => [route.operation.name, route])));
  // Who is called from inside this process alone needs no router.
  const app = once(async () => {
    const { makeApp } = await import('./runtime/app.ts');
    return makeApp(routes, options.version, { operation: answerOperation, shared: answerShared, refusal });
  });

  return {
    fetch: (request, address) => visit(request, address, async (visitor) => (await app())(request, visitor)),
    admit: (request, address, answer) =>
      visit(request, address, async (visitor, count) => {
        // A key that is good and yet may do nothing is no missing key.
        if (visitor.refusal.status === 403) throw visitor.refusal;
        return withHeaders(await answer(visitor.caller, count), visitor.headers);
      }),
    call,
    idle: outbox.idle,
    account,
  };

  async function call(caller: Caller, given: DirectCall & Watcher): Promise<CallAnswer> {
    const { operation, signal, onProgress } = given;
    try {
      greet(caller);
      const { handler } = byName().get(operation.name)!;
      const permitted = permit(operation, { caller, refusal: unauthorized(), address: undefined });
      const watcher = { signal, onProgress };
      const outcome = await execute(handler, {
        operation,
        caller: permitted,
        watcher,
        ...readCall(permitted, secret, given),
      });
      return { status: outcome.status, body: outcome.body, headers: headersOf(operation, outcome) };
    } catch (error) {
      throw outward(randomUUID(), error);
    }
  }

  function headersOf(operation: Operation, { replayed }: Outcome): Record<string, string> {
    const headers = operation.deprecated ? deprecationHeaders(operation, routes) : {};
    const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
    return { ...Object.fromEntries(named), ...(replayed && { 'idempotent-replayed': 'true' }) };
  }

  function answerOperation(
    { operation, handler }: Route,
    visitor: Visit,
    request: Request,
    pathValues: Record<string, string>,
  ): Promise<Response> {
    return shaped(visitor, async () => {
      const permitted = permit(operation, visitor);
      const read = await readRequest(operation, permitted, secret, request, pathValues);
      const execution: Execution = { operation, caller: permitted, ...read };
      const outcome = await execute(handler, execution);
      return outcome.body instanceof Uint8Array
        ? photoResponse(pathValues.photoId!, outcome.body, request, visitor.headers)
        : successResponse(outcome, visitor.headers);
    });
  }

  function answerShared(visitor: Visit, token: string): Promise<Response> {
    return shaped(visitor, async () => {
      const data = await readSharedGroup(store, secret, token, now().toISOString());
      return successResponse({ status: 200, body: { error: false, data }, replayed: false }, visitor.headers);
    });
  }

  /** What holds for every request alike: it is known, it is counted, and its answer says both. */
  async function visit(
    request: Request,
    address = 'local',
    answer: (visit: Visit, count: Count) => Response | Promise<Response>,
  ): Promise<Response> {
    const requestId = randomUUID();
    const visitor: Visit & Met = { ...(await meet(request, address)), address, requestId, headers: {} };
    const { caller } = visitor;
    const bucket = caller ? `user ${caller.user.user_id}` : `address ${networkOf(address)}`;
    const take = async () => {
      const quota = await limiter.take(bucket);
      visitor.headers = { 'X-Request-Id': requestId, ...limitHeaders(quota) };
      if (!quota.allowed) journal.note({ event: 'limit.hit', userId: caller?.user.user_id, address });
      return quota;
    };
    const quota = await take();
    const count: Count = async (requests) => {
      for (let left = requests; left > 0; left--) {
        const next = await take();
        if (!next.allowed) throw rateLimited(next);
      }
    };
    return shaped(visitor, () => {
      if (visitor.fault) throw visitor.fault;
      if (!quota.allowed) throw rateLimited(quota);
      return answer(visitor, count);
    });
  }

  /** Who sent a request, or why nobody is known to have. */
  async function meet(request: Request, address: string): Promise<Met> {
    try {
      const met = await options.authenticate(request);
      if (!met) {
        if (request.headers.has('authorization')) journal.note({ event: 'key.refused', address, detail: 'unknown' });
        return { caller: undefined, refusal: unauthorized() };
      }
      if ('refused' in met) {
        const { userId, key, reason, refused } = met;
        journal.note({ event: 'key.refused', userId, key, address, detail: reason });
        return { caller: undefined, refusal: refused };
      }
      greet(met);
      if (met.key !== undefined) {
        journal.note({ event: 'key.accepted', userId: met.user.user_id, key: met.key, address });
        journal.used(met);
      }
      return { caller: met, refusal: unauthorized() };
    } catch (fault) {
      return { caller: undefined, refusal: unauthorized(), fault };
    }
  }

  function permit(
    operation: Operation,
    visitor: Pick<Met, 'caller' | 'refusal'> & { address?: string | undefined },
  ): Caller {
    const { caller, refusal, address } = visitor;
    if (operation.public) return caller ?? NOBODY;
    if (!caller) throw refusal;
    if (operation.effect !== 'read' && caller.permissions === 'read') {
      const { user, key } = caller;
      journal.note({ event: 'permission.refused', userId: user.user_id, key, address, detail: operation.name });
      throw new KithError('Forbidden', 'This API key may only read.', { hint: 'Use a key with write permission.' });
    }
    return caller;
  }

  /** A process that died may have left messages of a user; the next one takes them when it first meets the user. */
  function greet(caller: Caller): void {
    if (seen.has(caller.user.user_id)) return;
    seen.add(caller.user.user_id);
    outbox.wake(caller);
  }

  /** Shapes every error of a request, once. */
  async function shaped(visitor: Visit, work: () => Response | Promise<Response>): Promise<Response> {
    try {
      return await work();
    } catch (error) {
      return errorResponse(outward(visitor.requestId, error), visitor.headers);
    }
  }

  /** What a caller may know of an error; what is a fault of ours goes to the log. */
  function outward(requestId: string, error: unknown): KithError {
    if (error instanceof KithError && error.status !== 500) return error;
    options.onFault(requestId, error);
    return internalError(requestId);
  }

  function refusal(visitor: Visit, refused: KithError): Promise<Response> {
    return shaped(visitor, () => {
      throw visitor.caller ? refused : visitor.refusal;
    });
  }
}

/** The caller of operations that need none; its id owns no rows. */
const NOBODY: Caller = {
  permissions: 'read',
  user: { user_id: '', email: '', name: null, plan: 'free', time_zone: 'UTC', country: null, created_at: '' },
};

const unauthorized = () =>
  new KithError('Unauthorized', 'A valid API key is required.', { hint: 'Send it as Authorization: Bearer kith_…' });
