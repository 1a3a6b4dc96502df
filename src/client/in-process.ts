import { operation as operationNamed } from '../contract/operations.ts';
import { photoType } from '../contract/photos.ts';
import type { Operation } from '../contract/schema/operation.ts';
import type { Client, Photo } from './client.ts';
import { createClient } from './create-client.ts';
import type { CallOptions, Deprecation } from './options.ts';
import { keyOf } from './prepare-call.ts';

/** Data of an in-process call besides its arguments. */
export interface DirectOptions {
  /** Absent for reads and dry runs. */
  idempotencyKey: string | undefined;
  dryRun: boolean;
  signal?: AbortSignal | undefined;
  onProgress?: ((done: number, total: number) => void) | undefined;
  onWait?: ((seconds: number, reason: string) => void) | undefined;
}

/** Runs an operation in process, with unserialized arguments and `data`. Throws KithError if it is rejected. */
export type DirectCall = (
  operation: Operation,
  args: Record<string, unknown>,
  options: DirectOptions,
) => Promise<{ data: unknown; replayed: boolean }>;

/** Creates a client of a service in this process: without port, key, rate limit, retries, or serialization. */
export function inProcessClient(call: DirectCall, close: () => Promise<void>): Client {
  return createClient(async (operation, args, options) => {
    options.signal?.throwIfAborted();
    const { dryRun, idempotencyKey } = directOptions(operation, options);
    const { signal, onProgress, onWait } = options;
    const { data, replayed } = await call(operation, args, { idempotencyKey, dryRun, signal, onProgress, onWait });
    const deprecation = endOf(operation);
    return {
      data: operation.envelope === 'bytes' ? photoOf(data as Uint8Array) : data,
      ...(idempotencyKey && { idempotencyKey }),
      replayed,
      dryRun,
      ...(deprecation && { deprecation }),
    };
  }, close);
}

function directOptions({ effect }: Operation, options: CallOptions): DirectOptions {
  const writes = effect !== 'read';
  const dryRun = writes && !!options.dryRun;
  return { dryRun, idempotencyKey: writes && !dryRun ? keyOf(options) : undefined };
}

const photoOf = (bytes: Uint8Array): Photo => ({ bytes, mediaType: photoType(bytes) ?? 'application/octet-stream' });

function endOf({ deprecated }: Operation): Deprecation | undefined {
  if (!deprecated) return undefined;
  const { since, sunset, replacement } = deprecated;
  return {
    since: new Date(since * 1000),
    sunset: new Date(sunset * 1000),
    link: operationNamed(replacement as Parameters<typeof operationNamed>[0]).path,
  };
}
