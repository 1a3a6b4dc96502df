import type { ArgumentsOf, DataOf } from '../catalogue/operation.ts';
import type { OperationName, Operations } from '../catalogue/operations.ts';

export interface CallOptions {
  /** The key that makes a repeat of this same call harmless; made by the client when absent. */
  idempotencyKey?: string | undefined;
  /** Do the work, answer as if done, keep nothing. */
  dryRun?: boolean | undefined;
  signal?: AbortSignal | undefined;
}

export interface CallResult<D> {
  data: D;
  /** The key the write went out under. Absent on reads. */
  idempotencyKey?: string;
  /** True when the service answered from its record of an earlier call with this key. */
  replayed: boolean;
  dryRun: boolean;
}

/** What tools, resources and import know of the service: one way to call any operation. Throws KithError. */
export interface Client {
  call<N extends OperationName>(
    name: N,
    args: ArgumentsOf<Operations[N]>,
    options?: CallOptions,
  ): Promise<CallResult<DataOf<Operations[N]>>>;
  close(): Promise<void>;
}
