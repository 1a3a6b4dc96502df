import type { ArgumentsOf, DataOf } from '../catalogue/operation.ts';
import type { OperationName, Operations } from '../catalogue/operations.ts';
import type { CallOptions, CallResult } from './options.ts';

export type { CallOptions, CallResult } from './options.ts';

/** What tools, resources and import know of the service: one way to call any operation. Throws KithError. */
export interface Client {
  call<N extends OperationName>(
    name: N,
    args: ArgumentsOf<Operations[N]>,
    options?: CallOptions,
  ): Promise<CallResult<DataOf<Operations[N]>>>;
  close(): Promise<void>;
}
