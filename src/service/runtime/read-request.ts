import { placeArguments } from '../../contract/schema/arguments.ts';
import { checkRequest, checkWireRequest, partSchemas } from '../../contract/schema/check.ts';
import { coerce } from '../../contract/schema/coerce.ts';
import { type Operation, pathNames } from '../../contract/schema/operation.ts';
import { refuseLarge } from '../../contract/schema/request-size.ts';
import { queryPairs, wireBody, wirePath } from '../../contract/schema/wire.ts';
import type { Secret } from '../../identity/secrets/secret.ts';
import type { Caller } from '../../identity/users/caller.ts';
import { badRequest } from '../../shared/error.ts';
import type { Execution } from './execute.ts';
import type { RequestOf } from './handler.ts';
import { keyedRequest, readKey, type Target } from './idempotency.ts';
import { parseQuery } from './query.ts';
import { readJsonBody, toJsonBody } from './read-body.ts';

/**
 * Parses and validates an HTTP request for the executor. Throws in the order that docs/api/errors.md lists: 413 and 415
 * before 400, and one 400 for all errors in path, query, and body.
 */
export async function readRequest(
  operation: Operation,
  { user }: Caller,
  secret: Secret,
  request: Request,
  pathValues: Record<string, string>,
): Promise<Pick<Execution, 'request' | 'keyed' | 'dryRun'>> {
  const { method } = request;
  const body = await readJsonBody(request);
  const query = request.url.includes('?') ? parseQuery(new URL(request.url).searchParams) : {};
  const writes = operation.effect !== 'read';
  // If the operation has no dry run, dryRun stays in the query and is refused as unknown.
  const dryRun = writes && hasDryRun(operation) && takeDryRun(query);
  const key = writes && !dryRun ? readKey(request.headers.get('idempotency-key') ?? undefined) : undefined;
  requireKey(operation, key, dryRun);
  refuseBody(operation, body);
  const path = Object.fromEntries(pathNames(operation.path).map((name) => [name, pathValues[name] ?? '']));
  const read = coerce(partSchemas(operation).query, query, { commas: true }) as Record<string, unknown>;
  refuseLarge(read);
  const target = (): Target => {
    const url = new URL(request.url);
    return { method, path: url.pathname, query: [...url.searchParams], body };
  };
  return {
    request: checkWireRequest(operation, { path, query: read, body }) as RequestOf<Operation>,
    keyed: key ? keyedRequest(secret, { userId: user.user_id, key }, target()) : undefined,
    dryRun,
  };
}

/** Validates a call from inside this process by the same rules as an HTTP request. */
export function readCall(
  operation: Operation,
  { user }: Caller,
  secret: Secret,
  args: Record<string, unknown>,
  { idempotencyKey, dryRun }: { idempotencyKey: string | undefined; dryRun: boolean },
): Pick<Execution, 'request' | 'keyed' | 'dryRun'> {
  const { path, query, body: given } = placeArguments(operation, args);
  refuseLarge(query);
  const body = toJsonBody(given);
  if (dryRun && !hasDryRun(operation)) throw badRequest({ dryRun: 'unknown field' });
  const key = readKey(idempotencyKey);
  requireKey(operation, key, dryRun);
  // The same key identifies the same request, both over HTTP and from inside.
  const target = (): Target => ({
    method: operation.method,
    path: wirePath(operation, path),
    query: queryPairs(query),
    body: wireBody(operation, body),
  });
  return {
    request: checkRequest(operation, { path, query: withoutEmpty(query), body }) as RequestOf<Operation>,
    keyed: key ? keyedRequest(secret, { userId: user.user_id, key }, target()) : undefined,
    dryRun,
  };
}

/** Removes undefined values and empty lists and objects, which a query string cannot express. */
function withoutEmpty(query: Record<string, unknown>): Record<string, unknown> {
  const said = Object.entries(query).flatMap(([name, value]) => {
    if (value === undefined) return [];
    if (typeof value !== 'object' || value === null) return [[name, value]];
    return Object.keys(value).length > 0 ? [[name, JSON.parse(JSON.stringify(value))]] : [];
  });
  return Object.fromEntries(said);
}

function takeDryRun(query: Record<string, unknown>): boolean {
  const { dryRun } = query;
  delete query.dryRun;
  if (dryRun === undefined || dryRun === 'false') return false;
  if (dryRun !== 'true') throw badRequest({ dryRun: 'must be true or false' });
  return true;
}

/** Changes at a provider, or outside the transaction of the user's data, cannot be rolled back. */
const hasDryRun = ({ atProvider, management }: Operation): boolean => !atProvider && !management;

function requireKey(operation: Operation, key: string | undefined, dryRun: boolean): void {
  if (operation.idempotency !== 'required' || key || dryRun) return;
  throw badRequest(
    { 'Idempotency-Key': 'required' },
    'Send the header with one UUID for each operation, and reuse it for retries.',
  );
}

function refuseBody(operation: Operation, body: unknown): void {
  if (operation.body || body === undefined || JSON.stringify(body) === '{}') return;
  throw badRequest({ body: 'must be empty for this operation' });
}
