// Part of the types of `kith-mcp/client`: scripts/client-types.ts puts src/client/options.ts and the operations before
// it.

export type OperationName = keyof Operations;
export type ArgumentsOf<N extends OperationName> = Operations[N]['args'];
export type DataOf<N extends OperationName> = Operations[N]['data'];

/** Calls any operation of the service. Every error is a KithError. */
export interface Client {
  call<N extends OperationName>(name: N, args: ArgumentsOf<N>, options?: CallOptions): Promise<CallResult<DataOf<N>>>;
  /** A photo by its id, the part after `kith://photos/`. Undefined if the user has no such photo. */
  photo(id: string, options?: CallOptions): Promise<{ bytes: Uint8Array; mediaType: string } | undefined>;
  /** Cancels calls in progress. Waiting calls reject. */
  close(): Promise<void>;
}

/** A client for a remote service over HTTP. Throws a KithError for an invalid URL or key. */
export declare function createClient(options: ClientOptions): Client;

type RowIn<D> = { [K in Exclude<keyof D, 'warnings'>]: D[K] extends (infer R)[] ? R : never }[Exclude<
  keyof D,
  'warnings'
>];

/** One row of a list operation's response. */
export type RowOf<N extends ListName> = Extract<RowIn<DataOf<N>>, object>;

/**
 * The rows of a list, one by one. Pages are fetched as needed. Ends after `atMost` rows. Without `atMost`, a list of
 * more than 10,000 rows is an error.
 */
export declare function rows<N extends ListName>(
  client: Client,
  name: N,
  args: ArgumentsOf<N>,
  options?: RowsOptions,
): AsyncGenerator<RowOf<N>, void, void>;

/** Every refusal by the service and every failure to reach it. */
export declare class KithError extends Error {
  /** Such as `NotFound` or `rate_limited`. A newer service may return unknown codes. */
  readonly code: string;
  readonly status: number;
  /** The suggested next step. */
  readonly hint: string | undefined;
  readonly details: Record<string, unknown> | undefined;
  /** Seconds to wait before the next attempt. */
  readonly retryAfter: number | undefined;
}
