import type { OperationName, Operations } from '../contract/operations.ts';
import type { ArgumentsOf, DataOf } from '../contract/schema/operation.ts';
import type { CallOptions, CallResult } from './options.ts';

export type { CallOptions, CallResult } from './options.ts';

export interface Photo {
  bytes: Uint8Array;
  /** Detected from the content, such as `image/jpeg`. */
  mediaType: string;
}

/** Calls any operation of the service, for tools, resources, and imports. Throws KithError. */
export interface Client {
  call<N extends OperationName>(
    name: N,
    args: ArgumentsOf<Operations[N]>,
    options?: CallOptions,
  ): Promise<CallResult<DataOf<Operations[N]>>>;
  /** Returns a photo by its id, or undefined if the user has no such photo. */
  photo(id: string, options?: CallOptions): Promise<Photo | undefined>;
  close(): Promise<void>;
}
