import { randomUUID } from 'node:crypto';
import { placeArguments } from '../contract/schema/arguments.ts';
import type { Operation } from '../contract/schema/operation.ts';
import { badRequest } from '../shared/error.ts';
import type { CallOptions } from './options.ts';
import type { PreparedCall } from './transport.ts';

/**
 * A call with its arguments in their places and its key made. Throws a 400 for arguments that the operation does not
 * have.
 */
export function prepareCall(operation: Operation, args: Record<string, unknown>, options: CallOptions): PreparedCall {
  const writes = operation.effect !== 'read';
  const dryRun = writes && !!options.dryRun;
  const idempotencyKey = writes && !dryRun ? keyOf(options) : undefined;
  const { signal, waitsForAnswer, onProgress, deadlineMs, timeoutMs } = options;
  return {
    operation,
    // Nothing is added: whoever makes the call again under its key must send the same, so the service fills what is absent.
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

/** The key a write goes out under. Throws a 400 for one that is not a UUID. */
export function keyOf({ idempotencyKey = randomUUID() }: CallOptions): string {
  if (!UUID.test(idempotencyKey)) throw badRequest({ idempotency_key: 'must be a UUID' });
  return idempotencyKey;
}
