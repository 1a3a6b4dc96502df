import { randomUUID } from 'node:crypto';
import { flatFieldName, placeArguments, type RequestParts } from '../catalogue/arguments.ts';
import { checkRequest } from '../catalogue/check.ts';
import { badRequest, KithError } from '../catalogue/error.ts';
import type { Operation } from '../catalogue/operation.ts';
import { operation as operationNamed } from '../catalogue/operations.ts';
import type { CallOptions, CallResult, Client } from './client.ts';
import type { Transport, WireResponse } from './transport.ts';

/** The one path that every call takes, whatever carries it. */
export function createClient(transport: Transport): Client {
  const call = async (name: Parameters<Client['call']>[0], args: object, options: CallOptions = {}) => {
    const operation = operationNamed(name);
    try {
      return await request(transport, operation, args as Record<string, unknown>, options);
    } catch (error) {
      throw error instanceof KithError ? inFlatNames(operation, error) : error;
    }
  };
  return { call: call as Client['call'], close: () => transport.close() };
}

async function request(
  transport: Transport,
  operation: Operation,
  args: Record<string, unknown>,
  options: CallOptions,
): Promise<CallResult<unknown>> {
  const parts = placeArguments(operation, args);
  checkRequest(operation, parts);
  const writes = operation.effect !== 'read';
  const dryRun = writes && !!options.dryRun;
  // Made before the first try, so that every retry is the same operation.
  const idempotencyKey = writes && !dryRun ? (options.idempotencyKey ?? randomUUID()) : undefined;
  const response = await transport.send({
    method: operation.method,
    path: requestPath(operation, parts, dryRun),
    headers: {
      accept: 'application/json',
      ...(parts.body !== undefined && { 'content-type': 'application/json' }),
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    },
    body: parts.body === undefined ? undefined : JSON.stringify(parts.body),
    signal: options.signal,
  });
  if (response.status >= 400) throw errorFrom(response);
  return {
    data: operation.envelope === 'text' ? response.text : dataFrom(response),
    ...(idempotencyKey && { idempotencyKey }),
    replayed: response.header('idempotent-replayed') === 'true',
    dryRun,
  };
}

function requestPath(operation: Operation, { path, query }: RequestParts, dryRun: boolean): string {
  const filled = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
  const pairs = Object.entries(query).flatMap(([name, value]) => queryPairs(name, value));
  if (dryRun) pairs.push(['dryRun', 'true']);
  const text = new URLSearchParams(pairs).toString();
  return text ? `${filled}?${text}` : filled;
}

/** Objects in brackets, lists as JSON where nested and repeated names otherwise (decisions, Objects in a query). */
function queryPairs(name: string, value: unknown): [string, string][] {
  if (value === undefined || value === null) return [];
  if (name === 'where') return [[name, JSON.stringify(value)]];
  if (Array.isArray(value)) return value.flatMap((entry) => queryPairs(name, entry));
  if (typeof value !== 'object') return [[name, String(value)]];
  return Object.entries(value).flatMap(([key, inner]) => queryPairs(`${name}[${key}]`, inner));
}

function dataFrom(response: WireResponse): unknown {
  return (readJson(response) as { data?: unknown }).data;
}

function readJson(response: WireResponse): unknown {
  try {
    return JSON.parse(response.text);
  } catch (cause) {
    throw new KithError(
      'ServiceUnavailable',
      `The service answered ${response.status} with something that is not JSON.`,
      {
        hint: 'Check that KITH_BASE_URL points to the API itself.',
        cause,
      },
    );
  }
}

/** The service's own error; unknown codes pass through as they are. */
function errorFrom(response: WireResponse): KithError {
  const { error } = readJson(response) as {
    error?: { code?: string; message?: string; hint?: string; details?: Record<string, unknown> };
  };
  const wait = Number(response.header('retry-after'));
  return new KithError(
    error?.code ?? 'InternalServerError',
    error?.message ?? `The service answered ${response.status}.`,
    {
      status: response.status,
      hint: error?.hint,
      details: error?.details,
      retryAfter: Number.isFinite(wait) && wait > 0 ? wait : undefined,
    },
  );
}

/** Bad fields under the names of the flat arguments, which are the ones the caller knows. */
function inFlatNames(operation: Operation, error: KithError): KithError {
  const fields = error.details?.fields as Record<string, string> | undefined;
  if (error.status !== 400 || !fields) return error;
  const renamed = Object.entries(fields).map(([field, reason]) => [flatFieldName(operation, field), reason]);
  return badRequest(Object.fromEntries(renamed), error.hint);
}
