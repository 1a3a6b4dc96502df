import type { RequestParts } from '../contract/schema/arguments.ts';
import type { Operation } from '../contract/schema/operation.ts';
import { queryPairs, wireBody, wirePath } from '../contract/schema/wire.ts';
import type { PreparedCall } from './transport.ts';

/** A call as an HTTP request, the same in every attempt. */
export interface WireRequest extends PreparedCall {
  method: string;
  /** Path and query, relative to the service's root. */
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
}

export function wireRequest(call: PreparedCall): WireRequest {
  const { operation, parts, idempotencyKey, dryRun } = call;
  const body = wireBody(operation, parts.body);
  return {
    ...call,
    method: operation.method,
    path: requestPath(operation, parts, dryRun),
    headers: {
      accept: operation.envelope === 'bytes' ? 'image/*, application/json' : 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  };
}

/** Returns a call's path and query. */
function requestPath(operation: Operation, { path, query }: RequestParts, dryRun: boolean): string {
  const pairs = queryPairs(query);
  if (dryRun) pairs.push(['dryRun', 'true']);
  const text = new URLSearchParams(pairs).toString();
  const filled = wirePath(operation, path);
  return text ? `${filled}?${text}` : filled;
}
