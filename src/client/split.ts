import { randomUUID } from 'node:crypto';
import {
  type OperationName,
  type Operations,
  operation as operationNamed,
  operations,
} from '../contract/operations.ts';
import { placeArguments } from '../contract/schema/arguments.ts';
import type { Batching } from '../contract/schema/batching.ts';
import { checkRequest } from '../contract/schema/check.ts';
import type { ArgumentsOf, DataOf } from '../contract/schema/operation.ts';
import { KithError } from '../shared/error.ts';
import { type Clock, realClock } from '../shared/http/wait.ts';
import { chunked } from '../shared/lists.ts';
import type { Client } from './client.ts';
import { derivedKey } from './derived-key.ts';
import type { CallOptions, CallResult } from './options.ts';

// A remote service reports no progress during a call and cannot stop it. So a call of many rows is sent in parts if that
// has the same effect. Each part is as large as the service's own transactions.

type SplittableOperation = {
  [N in OperationName]: Operations[N] extends { splits: object } ? N : never;
}[OperationName];

// Compiles only if each entry matches its operation's arguments and results.
operations satisfies {
  [N in SplittableOperation]: { splits: Batching<DataOf<Operations[N]>> & { list: keyof ArgumentsOf<Operations[N]> } };
};

type Args = Record<string, unknown>;

/** Creates a client that sends calls of many rows in parts. `deadlineMs` applies to all parts together. */
export function splittingClient(client: Client, deadlineMs: number, clock: Clock = realClock): Client {
  const call = async (name: OperationName, args: Args, options: CallOptions = {}) => {
    // An untyped program may name an unknown operation; the inner client reports it.
    const splits = operationNamed(name)?.splits;
    const rows = splits && args[splits.list];
    if (
      !splits ||
      !Array.isArray(rows) ||
      rows.length <= splits.size ||
      options.dryRun ||
      splits.together?.(rows, args)
    ) {
      return client.call(name, args as never, options);
    }
    const whole = { name, args, rows, options: { ...options, deadlineMs: options.deadlineMs ?? deadlineMs } };
    return inParts(client, clock, splits, whole);
  };
  return { ...client, call: call as Client['call'] };
}

interface WholeCall {
  name: OperationName;
  args: Args;
  rows: unknown[];
  options: CallOptions & { deadlineMs: number };
}

async function inParts(client: Client, clock: Clock, splits: Batching, { name, args, rows, options }: WholeCall) {
  const { idempotencyKey = randomUUID(), signal, onProgress, deadlineMs, ...others } = options;
  const deadline = clock.now() + deadlineMs;
  // A bad row fails the whole call, as if the service saw all rows at once.
  const operation = operationNamed(name);
  checkRequest(operation, placeArguments(operation, args));
  let all: CallResult<unknown> | undefined;
  let ended = false;
  for (const [index, chunk] of chunked(rows, splits.size).entries()) {
    const offset = index * splits.size;
    const reached = { done: offset, total: rows.length };
    const part = { ...args, [splits.list]: chunk };
    const key = partKey(idempotencyKey, index);
    try {
      const left = Math.max(1, deadline - clock.now());
      const options = { ...others, signal, waitsForAnswer: true, deadlineMs: left, idempotencyKey: key };
      const answer: CallResult<unknown> = await client.call(name, part as never, options);
      all = all ? { ...joined(all, answer), data: splits.join(all.data, answer.data, offset) } : answer;
      ended = splits.stops?.(answer.data, args) ?? false;
    } catch (error) {
      // Aborted while waiting or during the response: does not start the next part.
      if (signal?.aborted) throw stopped(reached, idempotencyKey);
      throw error instanceof KithError ? begun(error, reached, idempotencyKey) : error;
    }
    onProgress?.(offset + chunk.length, rows.length);
    if (ended) break;
  }
  return { ...all!, data: splits.whole?.(all!.data, rows.length) ?? all!.data, idempotencyKey };
}

const joined = (all: CallResult<unknown>, answer: CallResult<unknown>): CallResult<unknown> => {
  const missing = [...new Set([...(all.missing ?? []), ...(answer.missing ?? [])])];
  return { ...all, replayed: all.replayed && answer.replayed, ...(missing.length > 0 && { missing }) };
};

/**
 * Returns the key of a part, derived from the call's key, so that repeating the call repeats each part. The first part has the
 * call's own key: a key already used for the undivided call is then rejected instead of used twice.
 */
const partKey = (key: string, index: number): string => (index === 0 ? key : derivedKey(key, index));

interface SplitProgress {
  done: number;
  total: number;
}

const hint = (key: string) => `Repeat the call with idempotency_key ${key} to continue with the rest.`;

const said = ({ done, total }: SplitProgress) =>
  done > 0 ? `${done} of ${total} are done and kept` : 'nothing is known to be done yet';

/** The same error as the service's when it is stopped between steps. */
const stopped = (reached: SplitProgress, key: string) =>
  new KithError('cancelled', `Cancelled: ${said(reached)}.`, {
    status: 499,
    hint: hint(key),
    details: { ...reached, idempotency_key: key },
  });

/** Adds advice for continuing to an error after some parts. Before the first part is done, returns the error unchanged. */
function begun(error: KithError, reached: SplitProgress, key: string): KithError {
  if (reached.done === 0) return error;
  const { code, message, status, retryAfter, details } = error;
  return new KithError(code, `${message} ${said(reached)}.`, {
    status,
    retryAfter,
    details: { ...details, ...reached, idempotency_key: key },
    hint: hint(key),
    cause: error,
  });
}
