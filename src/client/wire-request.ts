import { randomUUID } from 'node:crypto';
import { placeArguments, type RequestParts } from '../catalogue/arguments.ts';
import { checkRequest } from '../catalogue/check.ts';
import { badRequest } from '../catalogue/error.ts';
import type { Operation } from '../catalogue/operation.ts';
import type { CallOptions } from './options.ts';
import type { WireRequest } from './transport.ts';

/** A call before its first try: checked, and with everything in it that must be the same on every try. */
export interface PreparedCall {
  request: WireRequest;
  idempotencyKey: string | undefined;
  dryRun: boolean;
}

/** Throws a 400 that names every bad field before anything is sent. */
export function prepareCall(operation: Operation, args: Record<string, unknown>, options: CallOptions): PreparedCall {
  const writes = operation.effect !== 'read';
  const dryRun = writes && !!options.dryRun;
  const idempotencyKey = writes && !dryRun ? keyOf(options) : undefined;
  // A caller with a key of its own may say the same again later, and it must stay the same: the service's now, then.
  const fixed = idempotencyKey && options.idempotencyKey === undefined ? withTimes(operation, args) : args;
  const parts = placeArguments(operation, fixed);
  checkRequest(operation, parts);
  const { signal, onProgress, deadlineMs, timeoutMs } = options;
  return {
    idempotencyKey,
    dryRun,
    request: {
      operation,
      method: operation.method,
      path: requestPath(operation, parts, dryRun),
      headers: {
        accept: 'application/json',
        ...(parts.body !== undefined && { 'content-type': 'application/json' }),
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      },
      body: parts.body === undefined ? undefined : JSON.stringify(parts.body),
      repeatable: !idempotencyKey || operation.idempotency !== 'none',
      signal,
      onProgress,
      deadlineMs,
      timeoutMs,
    },
  };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function keyOf({ idempotencyKey = randomUUID() }: CallOptions): string {
  if (!UUID.test(idempotencyKey)) throw badRequest({ idempotency_key: 'must be a UUID' });
  return idempotencyKey;
}

/** Times that the service would set to its now: a retry, or a wait of a minute, must not move them. */
function withTimes({ defaultsToNow }: Operation, args: Record<string, unknown>): Record<string, unknown> {
  if (!defaultsToNow || args[defaultsToNow] !== undefined) return args;
  return { ...args, [defaultsToNow]: new Date().toISOString() };
}

function requestPath(operation: Operation, { path, query }: RequestParts, dryRun: boolean): string {
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
