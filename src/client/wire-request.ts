import type { Operation } from '../contract/operation.ts';
import type { RequestParts } from '../contract/schema/arguments.ts';
import type { PreparedCall } from './transport.ts';

/** A call as it goes over HTTP; the same on every try. */
export interface WireRequest extends PreparedCall {
  method: string;
  /** Path and query, from the root of the service. */
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
}

export function wireRequest(call: PreparedCall): WireRequest {
  const { operation, parts, idempotencyKey, dryRun } = call;
  return {
    ...call,
    method: operation.method,
    path: requestPath(operation, parts, dryRun),
    headers: {
      accept: operation.envelope === 'bytes' ? 'image/*, application/json' : 'application/json',
      ...(parts.body !== undefined && { 'content-type': 'application/json' }),
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    },
    body: parts.body === undefined ? undefined : JSON.stringify(parts.body),
  };
}

/** Path and query of a call, as text. */
export function requestPath(operation: Operation, { path, query }: RequestParts, dryRun: boolean): string {
  const filled = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
  const pairs = Object.entries(query).flatMap(([name, value]) => queryPairs(name, value));
  if (dryRun) pairs.push(['dryRun', 'true']);
  const text = new URLSearchParams(pairs).toString();
  return text ? `${filled}?${text}` : filled;
}

/** Objects in brackets, `where` as JSON, lists as repeated names (decisions, Objects in a query). */
function queryPairs(name: string, value: unknown): [string, string][] {
  if (value === undefined || value === null) return [];
  if (name === 'where') return [[name, JSON.stringify(value)]];
  if (Array.isArray(value)) return value.flatMap((entry) => queryPairs(name, entry));
  if (typeof value !== 'object') return [[name, String(value)]];
  return Object.entries(value).flatMap(([key, inner]) => queryPairs(`${name}[${key}]`, inner));
}
