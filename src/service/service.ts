import { randomUUID } from 'node:crypto';
import { KithError } from '../contract/error.ts';
import { type Operation, once } from '../contract/operation.ts';
import { enveloped, inWireNames } from '../contract/schema/wire.ts';
import { outboxWork, purge } from './after-writes.ts';
import { catalogueRoutes } from './handlers.ts';
import type { AgendaServices } from './providers/agenda.ts';
import type { RequestContext } from './runtime/app.ts';
import { networkOf } from './runtime/client-address.ts';
import { makeCursors } from './runtime/cursor.ts';
import { type Execution, type ExecutionResult, makeExecutor, type Write } from './runtime/execute.ts';
import type { Watcher } from './runtime/handler.ts';
import { type Journal, noJournal } from './runtime/journal.ts';
import { type Limiter, limitHeaders, noLimit, rateLimited } from './runtime/limits.ts';
import { readCall, readRequest } from './runtime/read-request.ts';
import { errorResponse, internalError, photoResponse, successResponse, withHeaders } from './runtime/respond.ts';
import type { Route } from './runtime/routes.ts';
import type { UserData } from './runtime/user-data.ts';
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
  forCaller(
    request: Request,
    address: string | undefined,
    answer: (caller: Caller | undefined, count: Count) => Promise<Response>,
  ): Promise<Response>;
  /** A call from inside this process, of a caller who is known: it is not counted. Throws KithError for every refusal. */
  call(caller: Caller, ...call: DirectArguments): Promise<ExecutionResult>;
  /** Resolves when work behind the answers is done too; call before the store closes. */
  idle(): Promise<void>;
  /** A user's data for the process that owns it; no request leads here. */
  userData(caller: Caller): UserData;
}

/** Who is met with a request. */
interface Identity extends Pick<RequestContext, 'caller' | 'refusal'> {
  /** Why that could not be found out. */
  fault?: unknown;
}

/** Counts so many requests more against the limit of whoever is met. */
export type Count = (requests: number) => Promise<void>;

/** An operation, its flat arguments, and what is said beside them. */
export type DirectArguments = [
  operation: Operation,
  args: Record<string, unknown>,
  options: { idempotencyKey: string | undefined; dryRun: boolean } & Watcher,
];

/** The REST API over a store: every route comes from the catalogue, web standard request in, response out. */
export function createService(options: ServiceOptions, routes: Route[] = catalogueRoutes()): Service {
  const { store, secret, limiter = noLimit(), journal = noJournal, now = () => new Date() } = options;
  const { execute, userData, outbox } = makeExecutor({
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
    fetch: (request, address) => inContext(request, address, async (context) => (await app())(request, context)),
    forCaller: (request, address, answer) =>
      inContext(request, address, async (context, count) => {
        // A key that is good and yet may do nothing is no missing key.
        if (context.refusal.status === 403) throw context.refusal;
        return withHeaders(await answer(context.caller, count), context.headers);
      }),
    call,
    idle: outbox.idle,
    userData,
  };

  async function call(caller: Caller, ...[operation, args, options]: DirectArguments): Promise<ExecutionResult> {
    try {
      takeLeftMessages(caller);
      const { handler } = byName().get(operation.name)!;
      const permitted = permit(operation, { caller, refusal: unauthorized(), address: undefined });
      const { signal, onProgress } = options;
      return await execute(handler, {
        operation,
        caller: permitted,
        watcher: { signal, onProgress },
        ...readCall(operation, permitted, secret, args, options),
      });
    } catch (error) {
      throw outward(randomUUID(), error);
    }
  }

  function answerOperation(
    { operation, handler }: Route,
    context: RequestContext,
    request: Request,
    pathValues: Record<string, string>,
  ): Promise<Response> {
    return shaped(context, async () => {
      const permitted = permit(operation, context);
      const read = await readRequest(operation, permitted, secret, request, pathValues);
      const execution: Execution = { operation, caller: permitted, ...read };
      const { status, data, replayed } = await execute(handler, execution).catch((error) => {
        throw error instanceof KithError ? inWireNames(operation, error) : error;
      });
      if (data instanceof Uint8Array) return photoResponse(pathValues.photoId!, data, request, context.headers);
      const body = enveloped(operation, data, read.dryRun);
      return successResponse({ status, body, replayed }, context.headers);
    });
  }

  function answerShared(context: RequestContext, token: string): Promise<Response> {
    return shaped(context, async () => {
      const data = await readSharedGroup(store, secret, token, now().toISOString());
      return successResponse({ status: 200, body: { error: false, data }, replayed: false }, context.headers);
    });
  }

  /** What holds for every request alike: it is known, it is counted, and its answer says both. */
  async function inContext(
    request: Request,
    address = 'local',
    answer: (context: RequestContext, count: Count) => Response | Promise<Response>,
  ): Promise<Response> {
    const requestId = randomUUID();
    const context: RequestContext & Identity = {
      ...(await identify(request, address)),
      address,
      requestId,
      headers: {},
    };
    const { caller } = context;
    const bucket = caller ? `user ${caller.user.user_id}` : `address ${networkOf(address)}`;
    const take = async () => {
      const quota = await limiter.take(bucket);
      context.headers = { 'X-Request-Id': requestId, ...limitHeaders(quota) };
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
    return shaped(context, () => {
      if (context.fault) throw context.fault;
      if (!quota.allowed) throw rateLimited(quota);
      return answer(context, count);
    });
  }

  /** Who sent a request, or why nobody is known to have. */
  async function identify(request: Request, address: string): Promise<Identity> {
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
      takeLeftMessages(met);
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
    context: Pick<Identity, 'caller' | 'refusal'> & { address?: string | undefined },
  ): Caller {
    const { caller, refusal, address } = context;
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
  function takeLeftMessages(caller: Caller): void {
    if (seen.has(caller.user.user_id)) return;
    seen.add(caller.user.user_id);
    outbox.wake(caller);
  }

  /** Shapes every error of a request, once. */
  async function shaped(context: RequestContext, work: () => Response | Promise<Response>): Promise<Response> {
    try {
      return await work();
    } catch (error) {
      return errorResponse(outward(context.requestId, error), context.headers);
    }
  }

  /** What a caller may know of an error; what is a fault of ours goes to the log. */
  function outward(requestId: string, error: unknown): KithError {
    if (error instanceof KithError && error.status !== 500) return error;
    options.onFault(requestId, error);
    return internalError(requestId);
  }

  function refusal(context: RequestContext, refused: KithError): Promise<Response> {
    return shaped(context, () => {
      throw context.caller ? refused : context.refusal;
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
