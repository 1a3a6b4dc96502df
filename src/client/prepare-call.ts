import { randomUUID } from 'node:crypto';
import { placeArguments } from '../catalogue/arguments.ts';
import { badRequest } from '../catalogue/error.ts';
import type { Operation } from '../catalogue/operation.ts';
import type { CallOptions } from './options.ts';
import type { PreparedCall } from './transport.ts';

/** A call with its arguments in their places and its key made. Throws a 400 for arguments that the operation does not have. */
export function prepareCall(operation: Operation, args: Record<string, unknown>, options: CallOptions): PreparedCall {
  const writes = operation.effect !== 'read';
  const dryRun = writes && !!options.dryRun;
  const idempotencyKey = writes && !dryRun ? keyOf(options) : undefined;
  // A caller with a key of its own may say the same again later, and it must stay the same: the service's now, then.
  const fixed = idempotencyKey && options.idempotencyKey === undefined ? withTimes(operation, args) : args;
  const { signal, waitsForAnswer, onProgress, deadlineMs, timeoutMs } = options;
  return {
    operation,
    parts: placeArguments(operation, fixed),
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

function keyOf({ idempotencyKey = randomUUID() }: CallOptions): string {
  if (!UUID.test(idempotencyKey)) throw badRequest({ idempotency_key: 'must be a UUID' });
  return idempotencyKey;
}

/** Times that the service would set to its now: a retry, or a wait of a minute, must not move them. */
function withTimes({ defaultsToNow }: Operation, args: Record<string, unknown>): Record<string, unknown> {
  if (!defaultsToNow || args[defaultsToNow] !== undefined) return args;
  return { ...args, [defaultsToNow]: new Date().toISOString() };
}
