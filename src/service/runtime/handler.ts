import type { z } from 'zod';
import type { DataOf, OperationSpec } from '../../contract/operation.ts';
import type { OperationName, Operations } from '../../contract/operations.ts';
import type { Context } from './context.ts';
import type { LiveRead, LiveWrite } from './live.ts';

type Output<S> = S extends () => z.ZodType ? z.output<ReturnType<S>> : undefined;

/** A checked and normalized request; the body is without its wrapper. */
export interface RequestOf<O extends OperationSpec> {
  path: Record<string, string>;
  query: Output<O['query']>;
  body: Output<O['body']>;
}

export type Handler<N extends OperationName> = (
  context: Context,
  request: RequestOf<Operations[N]>,
) => Promise<DataOf<Operations[N]>>;

/**
 * An operation of several transactions. `step` runs one of them, or answers what it gave when an earlier try
 * under the same Idempotency-Key got that far. A step that throws leaves nothing behind.
 */
export interface Steps {
  step<T>(work: (context: Context) => Promise<T>, reached?: Reached): Promise<T>;
  /** Reads between or after the steps; nothing of it is recorded. A read that takes long or asks others only looks. */
  read<T>(work: (context: Context) => Promise<T>): Promise<T>;
}

/** How far an operation is once a step is done, in rows. */
export interface Reached {
  done: number;
  total: number;
}

/** Who waits for an operation of several steps: how it is stopped between two of them, and who hears how far it is. */
export interface Watcher {
  signal?: AbortSignal | undefined;
  onProgress?: ((done: number, total: number) => void) | undefined;
}

export interface StepwiseHandler<N extends OperationName> {
  inSteps: (steps: Steps, request: RequestOf<Operations[N]>) => Promise<DataOf<Operations[N]>>;
  /** Whether a request takes one step at most: then it goes in one transaction, as most operations do. */
  isOneStep?: (request: RequestOf<Operations[N]>) => boolean;
}

/** One entry for each operation: the compiler names what is missing. */
export type Handlers<N extends OperationName> = {
  [K in N]: Handler<K> | StepwiseHandler<K> | LiveRead<K> | LiveWrite<K>;
};
