import { randomUUID } from 'node:crypto';
import { isOfferedAt } from '../contract/operations.ts';
import type { Operation } from '../contract/schema/operation.ts';
import { enveloped, envelopedText, inWireNames } from '../contract/schema/wire.ts';
import type { Secret } from '../identity/secrets/secret.ts';
import type { Caller } from '../identity/users/caller.ts';
import type { AgendaServices } from '../providers/agenda.ts';
import { KithError } from '../shared/error.ts';
import { once } from '../shared/once.ts';
import type { Store } from '../store/store.ts';
import { outboxWork, purge } from './after-writes.ts';
import { allRoutes } from './handlers.ts';
import type { CountOptions, CountReport } from './last-contact/count.ts';
import { type Journal, noJournal } from './runtime/audit-buffer.ts';
import { makeCursors } from './runtime/cursor.ts';
import { type ExecutionResult, makeExecutor, type Write } from './runtime/execute.ts';
import type { InnerCall, ProgressListener, ServerLocation } from './runtime/handler.ts';
import { noLimit, type RateLimiter } from './runtime/limits.ts';
import { readCall, readRequest } from './runtime/read-request.ts';
import {
  type Authenticate,
  type Count,
  type CountedOptions,
  type RequestContext,
  type RequestContextServices,
  requestContexts,
  unauthorized,
} from './runtime/request-context.ts';
import { jsonResponse, photoResponse, successResponse, withHeaders } from './runtime/respond.ts';
import type { Route } from './runtime/routes.ts';
import type { UserData } from './runtime/user-data.ts';
import { readSharedGroup } from './share-links/shared-group.ts';

export interface ServiceOptions extends Pick<RequestContextServices, 'authenticate' | 'onFault'> {
  store: Store;
  secret: Secret;
  version: string;
  /** Called for every write that took effect, after it is on disk. */
  onWrite?: (write: Write) => void;
  limiter?: RateLimiter;
  /** Log of accepted and refused keys and operations. */
  journal?: Journal;
  /** Replaces the providers' endpoints, limits, and clock. */
  agenda?: Pick<AgendaServices, 'endpoints' | 'limits' | 'clock'>;
  /** Where the server runs, once it listens. Default: serves other people, and has no web app. */
  place?: () => ServerLocation;
  now?: () => Date;
}

export interface Service {
  /** Answers a request. `address` is the client address; requests without a valid key count toward its limit. */
  fetch(request: Request, address?: string): Promise<Response>;
  /** Authenticates and counts a request like `fetch`, then calls `answer`. `authenticate` replaces the default. */
  forCaller(
    request: Request,
    address: string | undefined,
    answer: (caller: Caller | undefined, count: Count) => Promise<Response>,
    authenticate?: Authenticate,
  ): Promise<Response>;
  /** Counts a request without a key, by default against its client address, and calls `answer`. */
  counted(address: string | undefined, answer: () => Promise<Response>, options?: CountedOptions): Promise<Response>;
  /** Runs an operation for an authenticated caller in this process. Not rate limited. Throws KithError if refused. */
  call(caller: Caller, ...call: DirectArguments): Promise<ExecutionResult>;
  /** Resolves when deferred work is done too. Call it before closing the store. */
  idle(): Promise<void>;
  /** A user's data for the process that owns it. Over the network, only the web app uses it, for the signed-in user. */
  userData(caller: Caller): UserData;
  /** Updates last-contact dates from mail and meetings of the accounts for which the user enabled this. */
  countContact(caller: Caller, options?: CountOptions): Promise<CountReport>;
}

/** An operation, its flat arguments, and call options. */
export type DirectArguments = [
  operation: Operation,
  args: Record<string, unknown>,
  options: { idempotencyKey: string | undefined; dryRun: boolean } & ProgressListener,
];

const isInApi = ({ operation }: Route): boolean => isOfferedAt(operation, 'api');

/** Creates the REST API over a store. Routes come from the contract; requests and responses are web-standard. */
export function createService(options: ServiceOptions, routes: Route[] = allRoutes()): Service {
  const { store, secret, limiter = noLimit(), journal = noJournal, now = () => new Date() } = options;
  const { authenticate, onFault, onWrite } = options;
  const agenda = once(async () =>
    (await import('../providers/agenda.ts')).makeAgenda({ store, secret, now, ...options.agenda }),
  );
  const { execute, userData, outbox } = makeExecutor({
    store,
    secret,
    cursors: makeCursors(secret),
    now,
    agenda,
    place: options.place ?? (() => ({ isLocal: false, origin: undefined })),
    callFor,
    outboxWork,
    purge,
    onFault: (error) => onFault('outbox', error),
    onWrite,
  });
  const contexts = requestContexts({ authenticate, limiter, journal, onFault, onCaller: resumeOutbox });
  const { within, permit, shaped } = contexts;
  const seen = new Set<string>();
  const byName = once(() => new Map(routes.map((route) => [route.operation.name, route])));
  // The router is loaded with the first HTTP request. Calls from inside this process need none.
  const app = once(async () => {
    const { makeApp } = await import('./runtime/app.ts');
    return makeApp(routes.filter(isInApi), options.version, {
      operation: answerOperation,
      shared: answerShared,
      refusal,
    });
  });

  return {
    fetch: (request, address) => within(request, address, async (context) => (await app())(request, context)),
    forCaller: (request, address, answer, authenticate) =>
      within(
        request,
        address,
        async (context, count) => {
          // A valid key without access is not a missing key.
          if (context.refused?.status === 403) throw context.refused;
          return withHeaders(await answer(context.caller, count), context.headers);
        },
        authenticate,
      ),
    counted: (address, answer, options) =>
      contexts.counted(address, async ({ headers }) => withHeaders(await answer(), headers), options),
    call,
    idle: outbox.idle,
    userData,
    async countContact(caller, options) {
      const { countContact } = await import('./last-contact/count.ts');
      return countContact(userData(caller), await agenda(), options);
    },
  };

  async function call(caller: Caller, ...[operation, args, options]: DirectArguments): Promise<ExecutionResult> {
    try {
      resumeOutbox(caller);
      const { handler } = byName().get(operation.name)!;
      const permitted = permit(operation, { caller, refused: undefined });
      const { signal, onProgress, onWait } = options;
      return await execute(handler, {
        operation,
        caller: permitted,
        watcher: { signal, onProgress, onWait },
        ...readCall(operation, permitted, secret, args, options),
      });
    } catch (error) {
      throw contexts.outward(randomUUID(), error);
    }
  }

  /** Returns a function that calls other operations for the same caller. */
  function callFor(caller: Caller): InnerCall {
    return (operation, args) => call(caller, operation, args, { idempotencyKey: randomUUID(), dryRun: false });
  }

  function answerOperation(
    { operation, handler, written }: Route,
    context: RequestContext,
    request: Request,
    pathValues: Record<string, string>,
  ): Promise<Response> {
    return shaped(context, async () => {
      const caller = permit(operation, context);
      const read = await readRequest(operation, caller, secret, request, pathValues);
      const { status, data, replayed } = await execute(written ?? handler, { ...read, operation, caller }).catch(
        (error) => {
          throw error instanceof KithError ? inWireNames(operation, error) : error;
        },
      );
      if (data instanceof Uint8Array) return photoResponse(pathValues.photoId!, data, request, context.headers);
      if (written) return jsonResponse(status, envelopedText(operation, data as string), context.headers);
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

  /** Processes messages that a crashed process left in the outbox, at the user's first request. */
  function resumeOutbox(caller: Caller): void {
    if (seen.has(caller.user.user_id)) return;
    seen.add(caller.user.user_id);
    outbox.wake(caller);
  }

  function refusal(context: RequestContext, refused: KithError): Promise<Response> {
    return shaped(context, () => {
      throw context.caller ? refused : (context.refused ?? unauthorized());
    });
  }
}
