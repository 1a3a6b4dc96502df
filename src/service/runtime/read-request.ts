import { badRequest } from '../../contract/error.ts';
import { type Operation, pathNames } from '../../contract/operation.ts';
import type { RequestParts } from '../../contract/schema/arguments.ts';
import { checkRequest, partSchemas } from '../../contract/schema/check.ts';
import { readLeniently } from '../../contract/schema/coerce.ts';
import { refuseLarge } from '../../contract/schema/request-size.ts';
import type { Secret } from '../secrets/secret.ts';
import type { Caller } from '../users/caller.ts';
import { type Execution, unwrap } from './execute.ts';
import { keyedRequest, readKey } from './idempotency.ts';
import { parseQuery } from './query.ts';
import { bodyFromHere, readJsonBody } from './read-body.ts';

/**
 * A request as the executor takes it, checked whole. Throws in the order of decisions, section 4: 413 and 415
 * before 400, and one 400 for all that is wrong with path, query and body.
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
  // A provider cannot rehearse: there dryRun stays in the query and is refused as unknown.
  const dryRun = writes && !operation.atProvider && takeDryRun(query);
  const key = writes && !dryRun ? readKey(request.headers.get('idempotency-key') ?? undefined) : undefined;
  requireKey(operation, key, dryRun);
  refuseBody(operation, body);
  const path = Object.fromEntries(pathNames(operation.path).map((name) => [name, pathValues[name] ?? '']));
  const read = readLeniently(partSchemas(operation).query, query, { commas: true }) as Record<string, unknown>;
  refuseLarge(read);
  const checked = checkRequest(operation, { path, query: read, body });
  return {
    request: unwrap(operation, checked),
    keyed: key
      ? keyedRequest(secret, { userId: user.user_id, key, method, url: new URL(request.url), body })
      : undefined,
    dryRun,
  };
}

/** A call from inside this process: what a request over HTTP brings, before it is written as one. */
export interface DirectCall {
  operation: Operation;
  parts: RequestParts;
  idempotencyKey: string | undefined;
  dryRun: boolean;
  /** Path and query as a request would have them; where there is a key. */
  target?: string | undefined;
}

/** Such a call as the executor takes it, held to the same rules as `readRequest` holds a request to. */
export function readCall(
  { user }: Caller,
  secret: Secret,
  call: DirectCall,
): Pick<Execution, 'request' | 'keyed' | 'dryRun'> {
  const { operation, parts, dryRun } = call;
  refuseLarge(parts.query);
  const body = bodyFromHere(parts.body);
  if (dryRun && operation.atProvider) throw badRequest({ dryRun: 'unknown field' });
  const key = readKey(call.idempotencyKey);
  requireKey(operation, key, dryRun);
  const checked = checkRequest(operation, { path: parts.path, query: withoutEmpty(parts.query), body });
  const url = () => new URL(call.target ?? '', 'http://kith.local');
  const { method } = operation;
  return {
    request: unwrap(operation, checked),
    keyed: key ? keyedRequest(secret, { userId: user.user_id, key, method, url: url(), body }) : undefined,
    dryRun,
  };
}

/** A query string cannot say "nothing", nor an empty list or object. */
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

function requireKey(operation: Operation, key: string | undefined, dryRun: boolean): void {
  if (operation.idempotency !== 'required' || key || dryRun) return;
  throw badRequest(
    { 'Idempotency-Key': 'required' },
    'Send the header with one UUID for each operation, and reuse it when you retry.',
  );
}

function refuseBody(operation: Operation, body: unknown): void {
  if (operation.body || body === undefined || JSON.stringify(body) === '{}') return;
  throw badRequest({ body: 'this operation takes no body' });
}
