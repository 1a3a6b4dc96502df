import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { KithError } from '../catalogue/error.ts';
import { describeApi } from '../catalogue/openapi.ts';
import { type Operation, once } from '../catalogue/operation.ts';
import type { AgendaServices } from './agenda/agenda.ts';
import type { Caller, Watcher } from './context.ts';
import { makeCursors } from './cursor.ts';
import { type Account, makeExecutor, type Write } from './execute.ts';
import { type Limiter, limitHeaders, noLimit, type Quota, rateLimited } from './limits.ts';
import { readRequest } from './read-request.ts';
import { descriptionResponse, errorResponse, internalError, successResponse } from './respond.ts';
import { catalogueRoutes, deprecationHeaders, type Route, routerPath, routesByPath } from './routes.ts';
import type { Secret } from './secret.ts';
import { readSharedGroup } from './shared-group.ts';
import type { Store } from './store/store.ts';

export interface ServiceOptions {
  store: Store;
  secret: Secret;
  /** Who a request is from; undefined when it brings no valid key. */
  authenticate(request: Request): Promise<Caller | undefined>;
  version: string;
  /** Told of every fault that is ours, with the request id the caller was given. */
  onFault(requestId: string, error: unknown): void;
  /** Told of every write that took effect, after it is on disk. */
  onWrite?: (write: Write) => void;
  limiter?: Limiter;
  /** Where the providers are and how long they are waited for, when not as usual. */
  agenda?: Pick<AgendaServices, 'endpoints' | 'limits'>;
  now?: () => Date;
}

export interface Service {
  /** `address` is where the request came from; requests without a valid key are counted by it. */
  fetch(request: Request, address?: string, watcher?: Watcher): Promise<Response>;
  /** Meets a request as `fetch` does (who is it from, is it within the limit) and lets `answer` answer it. */
  admit(
    request: Request,
    address: string | undefined,
    answer: (caller: Caller | undefined) => Promise<Response>,
  ): Promise<Response>;
  /** A request of a caller who was admitted already: it is not counted again. */
  fetchAs(caller: Caller, request: Request, watcher?: Watcher): Promise<Response>;
  /** Resolves when work behind the answers is done too; call before the store closes. */
  idle(): Promise<void>;
  /** A user's data for the process that owns it; no request leads here. */
  account(caller: Caller): Account;
}

/** Where a share link leads: for people outside, so no operation of the catalogue. */
const SHARED_PATH = '/v1/shared/:token';

interface Visit {
  caller: Caller | undefined;
  requestId: string;
  /** What every answer to it carries. */
  headers: Record<string, string>;
  watcher?: Watcher | undefined;
}

/** The REST API over a store: every route comes from the catalogue, web standard request in, response out. */
export function createService(options: ServiceOptions, routes: Route[] = catalogueRoutes()): Service {
  const { store, secret, limiter = noLimit(), now = () => new Date() } = options;
  const { execute, account, outbox } = makeExecutor({
    store,
    secret,
    cursors: makeCursors(secret),
    now,
    agenda: once(async () =>
      (await import('./agenda/agenda.ts')).makeAgenda({ store, secret, now, ...options.agenda }),
    ),
    onFault: (error) => options.onFault('outbox', error),
    onWrite: options.onWrite,
  });
  const seen = new Set<string>();
  const description = once(() =>
    JSON.stringify(
      describeApi(
        routes.map(({ operation }) => operation),
        options.version,
      ),
    ),
  );
  const app = new Hono<{ Bindings: Visit }>({ strict: false });

  for (const [path, there] of routesByPath(routes)) {
    for (const route of there) serve(route);
    // A path takes no other methods, also where it would fit one with an id in it.
    app.all(routerPath(path), (context) => refuse(context.env, otherMethod(there)));
  }
  app.get('/openapi.json', ({ env }) => descriptionResponse(description(), env.headers));
  app.get(SHARED_PATH, ({ env, req }) => shaped(env, () => answerShared(req.param('token'), env)));
  for (const path of ['/openapi.json', SHARED_PATH]) {
    app.all(path, (context) => refuse(context.env, otherMethod([{ operation: { method: 'GET' } }])));
  }
  app.notFound((context) => refuse(context.env, nothingThere()));

  return {
    fetch: (request, address, watcher) =>
      visit(request, address, (visitor) => app.fetch(request, { ...visitor, watcher })),
    admit: (request, address, answer) =>
      visit(request, address, async (visitor) =>
        withHeaders(await shaped(visitor, () => answer(visitor.caller)), visitor.headers),
      ),
    fetchAs: async (caller, request, watcher) =>
      app.fetch(request, { caller, requestId: randomUUID(), headers: {}, watcher }),
    idle: outbox.idle,
    account,
  };

  function serve({ operation, handler }: Route): void {
    const deprecation = deprecationHeaders(operation, routes);
    app.on(operation.method, routerPath(operation.path), ({ env, req }) => {
      const visit = { ...env, headers: { ...env.headers, ...deprecation } };
      return shaped(visit, async () => {
        const permitted = permit(operation, visit.caller);
        const request = await readRequest(operation, permitted, req.raw, req.param());
        const execution = { operation, caller: permitted, watcher: visit.watcher, ...request };
        return successResponse(await execute(handler, execution), visit.headers);
      });
    });
  }

  async function answerShared(token: string, { headers }: Visit): Promise<Response> {
    const data = await readSharedGroup(store, secret, token, now().toISOString());
    return successResponse({ status: 200, body: { error: false, data }, replayed: false }, headers);
  }

  /** What holds for every request alike: it is known, it is counted, and its answer says both. */
  async function visit(
    request: Request,
    address = 'local',
    answer: (visit: Visit) => Response | Promise<Response>,
  ): Promise<Response> {
    const visitor: Visit = { caller: undefined, requestId: randomUUID(), headers: {} };
    const count = async (bucket: string): Promise<Quota> => {
      const quota = await limiter.take(bucket);
      visitor.headers = { 'X-Request-Id': visitor.requestId, ...limitHeaders(quota) };
      return quota;
    };
    let refusal: unknown;
    try {
      visitor.caller = await options.authenticate(request);
    } catch (error) {
      refusal = error;
    }
    const { caller } = visitor;
    if (caller) greet(caller);
    const quota = await count(caller ? `user ${caller.user.user_id}` : `address ${address}`);
    return shaped(visitor, () => {
      if (refusal) throw refusal;
      if (!quota.allowed) throw rateLimited(quota);
      return answer(visitor);
    });
  }

  /** A process that died may have left messages of a user; the next one takes them when it first meets the user. */
  function greet(caller: Caller): void {
    if (seen.has(caller.user.user_id)) return;
    seen.add(caller.user.user_id);
    outbox.wake(caller);
  }

  /** Shapes every error, once. */
  async function shaped({ requestId, headers }: Visit, work: () => Response | Promise<Response>): Promise<Response> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof KithError && error.status !== 500) return errorResponse(error, headers);
      options.onFault(requestId, error);
      return errorResponse(internalError(requestId), headers);
    }
  }

  function refuse(visitor: Visit, refusal: KithError): Promise<Response> {
    return shaped(visitor, () => {
      throw visitor.caller ? refusal : unauthorized();
    });
  }
}

const nothingThere = () =>
  new KithError('NotFound', 'There is nothing at this path.', { hint: 'GET /openapi.json lists all paths.' });

function otherMethod(routes: { operation: Pick<Operation, 'method'> }[]): KithError {
  const methods = routes.map(({ operation }) => operation.method);
  return new KithError('MethodNotAllowed', `This path takes ${methods.join(', ')}.`, { details: { allow: methods } });
}

/** The caller of operations that need none; its id owns no rows. */
const NOBODY: Caller = {
  permissions: 'read',
  user: { user_id: '', email: '', name: null, plan: 'free', time_zone: 'UTC', country: null, created_at: '' },
};

function permit(operation: Operation, caller: Caller | undefined): Caller {
  if (operation.public) return caller ?? NOBODY;
  if (!caller) throw unauthorized();
  if (operation.effect !== 'read' && caller.permissions === 'read') {
    throw new KithError('Forbidden', 'This API key may only read.', { hint: 'Use a key with write permission.' });
  }
  return caller;
}

const unauthorized = () =>
  new KithError('Unauthorized', 'A valid API key is required.', { hint: 'Send it as Authorization: Bearer kith_…' });

function withHeaders(response: Response, headers: Record<string, string>): Response {
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}
