import { randomUUID } from 'node:crypto';
import {
  type OperationName,
  type Operations,
  operation as operationNamed,
  operations,
} from '../contract/operations.ts';
import { placeArguments } from '../contract/schema/arguments.ts';
import type { Division } from '../contract/schema/batching.ts';
import { checkRequest } from '../contract/schema/check.ts';
import type { ArgumentsOf, DataOf } from '../contract/schema/operation.ts';
import { KithError } from '../shared/error.ts';
import { type Clock, realClock } from '../shared/http/wait.ts';
import { chunked } from '../shared/lists.ts';
import type { Client } from './client.ts';
import { derivedKey } from './derived-key.ts';
import type { CallOptions, CallResult } from './options.ts';

// A remote service says nothing about a call until it is done, and cannot be stopped in the middle of one. So a call
// of many rows goes out in parts where that has the same effect: each part as large as the service's own transactions.

type Divided = { [N in OperationName]: Operations[N] extends { divides: object } ? N : never }[OperationName];

// Each division takes the arguments and the answers of its operation, or this does not compile.
operations satisfies {
  [N in Divided]: { divides: Division<DataOf<Operations[N]>> & { list: keyof ArgumentsOf<Operations[N]> } };
};

type Args = Record<string, unknown>;

/** A client whose calls of many rows go out in parts. `deadlineMs` is for all parts of a call together. */
export function splitting(client: Client, deadlineMs: number, clock: Clock = realClock): Client {
  const call = async (name: OperationName, args: Args, options: CallOptions = {}) => {
    // A program without types may name what does not exist; the client below says so.
    const divides = operationNamed(name)?.divides;
    const rows = divides && args[divides.list];
    if (
      !divides ||
      !Array.isArray(rows) ||
      rows.length <= divides.size ||
      options.dryRun ||
      divides.together?.(rows, args)
    ) {
      return client.call(name, args as never, options);
    }
    const whole = { name, args, rows, options: { ...options, deadlineMs: options.deadlineMs ?? deadlineMs } };
    return inParts(client, clock, divides, whole);
  };
  return { ...client, call: call as Client['call'] };
}

interface Whole {
  name: OperationName;
  args: Args;
  rows: unknown[];
  options: CallOptions & { deadlineMs: number };
}

async function inParts(client: Client, clock: Clock, divides: Division, { name, args, rows, options }: Whole) {
  const { idempotencyKey = randomUUID(), signal, onProgress, deadlineMs, ...others } = options;
  const deadline = clock.now() + deadlineMs;
  // A bad row refuses the whole, as it would if the service saw all of them at once.
  const operation = operationNamed(name);
  checkRequest(operation, placeArguments(operation, args));
  let all: CallResult<unknown> | undefined;
  let ended = false;
  for (const [index, chunk] of chunked(rows, divides.size).entries()) {
    const offset = index * divides.size;
    const reached = { done: offset, total: rows.length };
    const part = { ...args, [divides.list]: chunk };
    const key = partKey(idempotencyKey, index);
    try {
      const left = Math.max(1, deadline - clock.now());
      const options = { ...others, signal, waitsForAnswer: true, deadlineMs: left, idempotencyKey: key };
      const answer: CallResult<unknown> = await client.call(name, part as never, options);
      all = all ? { ...joined(all, answer), data: divides.join(all.data, answer.data, offset) } : answer;
      ended = divides.stops?.(answer.data, args) ?? false;
    } catch (error) {
      // Aborted while it waited or while it was answered: the next part is not begun.
      if (signal?.aborted) throw stopped(reached, idempotencyKey);
      throw error instanceof KithError ? begun(error, reached, idempotencyKey) : error;
    }
    onProgress?.(offset + chunk.length, rows.length);
    if (ended) break;
  }
  return { ...all!, data: divides.whole?.(all!.data, rows.length) ?? all!.data, idempotencyKey };
}

const joined = (all: CallResult<unknown>, answer: CallResult<unknown>): CallResult<unknown> => {
  const missing = [...new Set([...(all.missing ?? []), ...(answer.missing ?? [])])];
  return { ...all, replayed: all.replayed && answer.replayed, ...(missing.length > 0 && { missing }) };
};

/**
 * The key of a part: always the same for the same key of the whole, so that a repeat of the whole repeats each part.
 * The first part has the key of the whole: a key that was used for the undivided call is then refused, rather than used
 * twice.
 */
const partKey = (key: string, index: number): string => (index === 0 ? key : derivedKey(key, index));

interface Reached {
  done: number;
  total: number;
}

const hint = (key: string) => `Make the same call again with idempotency_key ${key}: it goes on with the rest.`;

const said = ({ done, total }: Reached) =>
  done > 0 ? `${done} of ${total} are done and stay` : 'nothing is known to be done yet';

/** As the service says it when it is stopped between two of its steps. */
const stopped = (reached: Reached, key: string) =>
  new KithError('cancelled', `Stopped as asked: ${said(reached)}.`, {
    status: 499,
    hint: hint(key),
    details: { ...reached, idempotency_key: key },
  });

/** What stopped a call after some of its parts, with how to go on. Before the first part is done it stands as it is. */
function begun(error: KithError, reached: Reached, key: string): KithError {
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
