import { checkRequest, partSchemas } from '../catalogue/check.ts';
import { badRequest } from '../catalogue/error.ts';
import { readLeniently } from '../catalogue/lenient.ts';
import { type Operation, pathNames } from '../catalogue/operation.ts';
import type { Caller } from './context.ts';
import { type Execution, unwrap } from './execute.ts';
import { fingerprint, type KeyedRequest, readKey } from './idempotency.ts';
import { parseQuery } from './query.ts';
import { readJsonBody } from './read-body.ts';

/**
 * A request as the executor takes it, checked whole. Throws in the order of decisions, section 4: 413 and 415
 * before 400, and one 400 for all that is wrong with path, query and body.
 */
export async function readRequest(
  operation: Operation,
  caller: Caller,
  request: Request,
  pathValues: Record<string, string>,
): Promise<Pick<Execution, 'request' | 'keyed' | 'dryRun'>> {
  const body = await readJsonBody(request);
  const url = new URL(request.url);
  const query = parseQuery(url.searchParams);
  const writes = operation.effect !== 'read';
  // A provider cannot rehearse: there dryRun stays in the query and is refused as unknown.
  const dryRun = writes && !operation.atProvider && takeDryRun(query);
  const key = writes && !dryRun ? readKey(request.headers.get('idempotency-key') ?? undefined) : undefined;
  requireKey(operation, key, dryRun);
  refuseBody(operation, body);
  const path = Object.fromEntries(pathNames(operation.path).map((name) => [name, pathValues[name] ?? '']));
  const read = readLeniently(partSchemas(operation).query, query, { commas: true }) as Record<string, unknown>;
  const checked = checkRequest(operation, { path, query: read, body });
  return {
    request: unwrap(operation, checked),
    keyed: key ? keyedRequest(caller, key, request.method, url, body) : undefined,
    dryRun,
  };
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

const keyedRequest = (caller: Caller, key: string, method: string, url: URL, body: unknown): KeyedRequest => ({
  userId: caller.user.user_id,
  key,
  fingerprint: fingerprint(method, url, body),
});
