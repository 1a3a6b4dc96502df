import { KithError } from '../error.ts';

/** From the pool to a worker: a task, or permission to send the next batch. */
export type ToWorker = { task: string; input: unknown } | 'more';

/** From a worker to the pool. `thread` is the operating system's thread number, if known. */
export type FromWorker =
  | { kind: 'begun'; thread: string | undefined }
  | { kind: 'batch'; batch: unknown }
  | { kind: 'done'; result: unknown }
  | { kind: 'failed'; error: unknown };

interface KithErrorParts {
  kith: Pick<KithError, 'code' | 'message' | 'hint' | 'details' | 'retryAfter'>;
}

/** Packs an error for another thread, because cloning drops its class and custom fields. */
export function serializeError(error: unknown): unknown {
  if (!(error instanceof KithError)) return error instanceof Error ? error : new Error(String(error));
  const { code, message, hint, details, retryAfter } = error;
  return { kith: { code, message, hint, details, retryAfter } } satisfies KithErrorParts;
}

export function deserializeError(error: unknown): unknown {
  const parts = (error as Partial<KithErrorParts>).kith;
  return parts ? new KithError(parts.code, parts.message, parts) : error;
}
