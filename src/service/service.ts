import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { checkRequest, partSchemas } from '../catalogue/check.ts';
import { badRequest, KithError } from '../catalogue/error.ts';
import { readLeniently } from '../catalogue/lenient.ts';
import { describeApi } from '../catalogue/openapi.ts';
import { type Operation, once, pathNames } from '../catalogue/operation.ts';
import { type OperationName, operation as operationNamed, operationNames } from '../catalogue/operations.ts';
import type { Caller } from './context.ts';
import { makeCursors } from './cursor.ts';
import { makeExecutor, unwrap } from './execute.ts';
import { handlers } from './handlers/handlers.ts';
import { fingerprint, type KeyedRequest, readKey } from './idempotency.ts';
import { parseQuery } from './query.ts';
import { readJsonBody } from './read-request.ts';
import { errorResponse, internalError, successResponse } from './respond.ts';
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
  now?: () => Date;
}

export interface Service {
  fetch(request: Request): Promise<Response>;
}

const isWrite = (operation: Operation) => operation.effect !== 'read';

/** The REST API over a store: every route comes from the catalogue, web standard request in, response out. */
export function createService(options: ServiceOptions): Service {
  const { store, secret } = options;
  const now = options.now ?? (() => new Date());
  const execute = makeExecutor({ store, secret, cursors: makeCursors(secret), now });
  const description = once(() => JSON.stringify(describeApi(operationNames.map(operationNamed), options.version)));
  const app = new Hono({ strict: false });

  for (const name of byPathNames()) {
    const operation = operationNamed(name);
    const path = operation.path.replace(/\{(\w+)\}/g, ':$1');
    app.on(operation.method, path, (context) => answer(name, operation, context.req.raw, context.req.param()));
  }
  app.get('/openapi.json', () => new Response(description(), { headers: { 'Content-Type': 'application/json' } }));
  app.get('/v1/shared/:token', (context) =>
    guarded(context.req.raw, (_, requestId) => answerShared(context.req.param('token'), requestId)),
  );
  app.notFound((context) => guarded(context.req.raw, (request) => refuseRoute(request)));

  return { fetch: async (request) => app.fetch(request) };

  async function answer(
    name: OperationName,
    operation: Operation,
    raw: Request,
    path: Record<string, string>,
  ): Promise<Response> {
    return guarded(raw, async (request, requestId) => {
      const caller = await permit(operation, request);
      const body = await readJsonBody(request);
      const url = new URL(request.url);
      const { dryRun, parts } = readParts(operation, url, path, body);
      const key =
        isWrite(operation) && !dryRun ? readKey(request.headers.get('idempotency-key') ?? undefined) : undefined;
      requireKey(operation, key, dryRun);
      const checked = checkRequest(operation, parts);
      const keyed = key && keyedRequest(caller, key, request.method, url, body);
      const execution = { operation, caller, request: unwrap(operation, checked), keyed: keyed || undefined, dryRun };
      return successResponse(await execute(handlers[name] as Parameters<typeof execute>[0], execution), requestId);
    });
  }

  /** What a share link shows to whoever has it. */
  async function answerShared(token: string, requestId: string): Promise<Response> {
    const data = await readSharedGroup(store, secret, token, now().toISOString());
    return successResponse({ status: 200, body: { error: false, data }, replayed: false }, requestId);
  }

  /** Shapes every error of a request, once. */
  async function guarded(
    request: Request,
    work: (request: Request, requestId: string) => Promise<Response>,
  ): Promise<Response> {
    const requestId = randomUUID();
    try {
      return await work(request, requestId);
    } catch (error) {
      if (error instanceof KithError && error.status !== 500)
        return errorResponse(error, requestId, allowHeader(error));
      options.onFault(requestId, error);
      return errorResponse(internalError(requestId), requestId);
    }
  }

  async function permit(operation: Operation, request: Request): Promise<Caller> {
    if (operation.public) return NOBODY;
    const caller = await options.authenticate(request);
    if (!caller) throw unauthorized();
    if (isWrite(operation) && caller.permissions === 'read') {
      throw new KithError('Forbidden', 'This API key may only read.', { hint: 'Use a key with write permission.' });
    }
    return caller;
  }

  async function refuseRoute(request: Request): Promise<Response> {
    if (!(await options.authenticate(request))) throw unauthorized();
    const { pathname } = new URL(request.url);
    const routes = [...operationNames.map(operationNamed), ...KEYLESS_ROUTES];
    const allowed = routes.filter(({ path }) => pathPattern(path).test(pathname));
    if (allowed.length === 0)
      throw new KithError('NotFound', 'There is nothing at this path.', { hint: 'GET /openapi.json lists all paths.' });
    const methods = [...new Set(allowed.map(({ method }) => method))];
    throw new KithError('MethodNotAllowed', `This path takes ${methods.join(', ')}.`, { details: { allow: methods } });
  }
}

/** The caller of operations that need none; its id owns no rows. */
const NOBODY: Caller = {
  permissions: 'read',
  user: { user_id: '', email: '', name: null, plan: 'free', time_zone: 'UTC', country: null, created_at: '' },
};

const unauthorized = () =>
  new KithError('Unauthorized', 'A valid API key is required.', { hint: 'Send it as Authorization: Bearer kith_…' });

const allowHeader = (error: KithError): Record<string, string> =>
  error.status === 405 ? { Allow: String(error.details?.allow) } : {};

/** What is served beside the catalogue, to anyone. */
const KEYLESS_ROUTES = [
  { method: 'GET', path: '/openapi.json' },
  { method: 'GET', path: '/v1/shared/{token}' },
];

const pathPattern = (path: string) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`);

/** The parts of a request in wire form, its query read by the types the catalogue declares. */
function readParts(operation: Operation, url: URL, path: Record<string, string>, body: unknown) {
  const raw = parseQuery(url.searchParams);
  const dryRun = isWrite(operation) && takeDryRun(raw);
  const query = readLeniently(partSchemas(operation).query, raw, { commas: true }) as Record<string, unknown>;
  if (!operation.body && body !== undefined && JSON.stringify(body) !== '{}') {
    throw badRequest({ body: 'this operation takes no body' });
  }
  const names = pathNames(operation.path);
  const pathValues = Object.fromEntries(names.map((name) => [name, path[name] ?? '']));
  return { dryRun, parts: { path: pathValues, query, body } };
}

function takeDryRun(query: Record<string, unknown>): boolean {
  const { dryRun } = query;
  delete query.dryRun;
  if (dryRun === undefined || dryRun === 'false') return false;
  if (dryRun !== 'true') throw badRequest({ dryRun: 'must be true or false' });
  return true;
}

function requireKey(operation: Operation, key: string | undefined, dryRun: boolean): void {
  if (operation.idempotency !== 'required' || key || dryRun) return;
  throw badRequest(
    { 'Idempotency-Key': 'required' },
    'Send the header with one UUID for each operation, and reuse it when you retry.',
  );
}

const keyedRequest = (caller: Caller, key: string, method: string, url: URL, body: unknown): KeyedRequest => ({
  userId: caller.user.user_id,
  key,
  fingerprint: fingerprint(method, url, body),
});

/** Fixed paths before those with ids in them: `/contacts/count` is not a contact called count. */
const byPathNames = () =>
  [...operationNames].sort(
    (a, b) => pathNames(operationNamed(a).path).length - pathNames(operationNamed(b).path).length,
  );
