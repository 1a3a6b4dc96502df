import { randomUUID } from 'node:crypto';
import { placeArguments } from '../contract/schema/arguments.ts';
import type { Operation } from '../contract/schema/operation.ts';
import { badRequest } from '../shared/error.ts';
import type { CallOptions } from './options.ts';
import type { PreparedCall } from './transport.ts';

/** Prepares a call: places its arguments and generates its key. Throws a 400 for unknown arguments. */
export function prepareCall(operation: Operation, args: Record<string, unknown>, options: CallOptions): PreparedCall {
  const writes = operation.effect !== 'read';
  const dryRun = writes && !!options.dryRun;
  const idempotencyKey = writes && !dryRun ? keyOf(options) : undefined;
  const { signal, waitsForAnswer, onProgress, deadlineMs, timeoutMs } = options;
  return {
    operation,
    // Adds no defaults: a repeat with the same key must send the same request, so the service fills in absent fields.
    parts: placeArguments(operation, args),
    idempotencyKey,
    dryRun,
    repeatable: !idempotencyKey || operation.idempotency !== 'none',
    signal,
    waitsForAnswer,
    onProgress,
    deadlineMs,
    timeoutMs,
  };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns the write's idempotency key. Throws a 400 if it is not a UUID. */
export function keyOf({ idempotencyKey = randomUUID() }: CallOptions): string {
  if (!UUID.test(idempotencyKey)) throw badRequest({ idempotency_key: 'must be a UUID' });
  return idempotencyKey;
}
