import type { OperationName, Operations } from '../contract/operations.ts';
import type { ArgumentsOf, DataOf } from '../contract/schema/operation.ts';
import type { CallOptions, CallResult } from './options.ts';

export type { CallOptions, CallResult } from './options.ts';

export interface Photo {
  bytes: Uint8Array;
  /** Read from its content, such as `image/jpeg`. */
  mediaType: string;
}

/** What tools, resources and import know of the service: one way to call any operation. Throws KithError. */
export interface Client {
  call<N extends OperationName>(
    name: N,
    args: ArgumentsOf<Operations[N]>,
    options?: CallOptions,
  ): Promise<CallResult<DataOf<Operations[N]>>>;
  /** A photo by its id; undefined where the user has no such photo. */
  photo(id: string, options?: CallOptions): Promise<Photo | undefined>;
  close(): Promise<void>;
}
