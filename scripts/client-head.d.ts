// A part of the types of `kith-mcp/client`: scripts/client-types.ts puts src/client/options.ts and the operations before it.

export type OperationName = keyof Operations;
export type ArgumentsOf<N extends OperationName> = Operations[N]['args'];
export type DataOf<N extends OperationName> = Operations[N]['data'];

/** One way to call any operation of the service. Every refusal and failure is a KithError. */
export interface Client {
  call<N extends OperationName>(name: N, args: ArgumentsOf<N>, options?: CallOptions): Promise<CallResult<DataOf<N>>>;
  /** A photo by its id, which stands behind `kith://photos/`; undefined where the user has no such photo. */
  photo(id: string, options?: CallOptions): Promise<{ bytes: Uint8Array; mediaType: string } | undefined>;
  /** Ends what is under way; calls that wait reject. */
  close(): Promise<void>;
}

/** A client of a service over HTTP. Throws a KithError when the address or the key cannot be used. */
export declare function createClient(options: ClientOptions): Client;

type RowIn<D> = { [K in Exclude<keyof D, 'warnings'>]: D[K] extends (infer R)[] ? R : never }[Exclude<
  keyof D,
  'warnings'
>];

/** One row of a list operation's answer. */
export type RowOf<N extends ListName> = Extract<RowIn<DataOf<N>>, object>;

/**
 * The rows of a list, one by one; pages are fetched as they are needed. Ends after `atMost` rows. Without `atMost`, a
 * list of more than 10,000 rows is an error.
 */
export declare function rows<N extends ListName>(
  client: Client,
  name: N,
  args: ArgumentsOf<N>,
  options?: RowsOptions,
): AsyncGenerator<RowOf<N>, void, void>;

/** Every refusal of the service and every failure to reach it. */
export declare class KithError extends Error {
  /** Such as `NotFound` or `rate_limited`; a newer service may answer codes that are not known yet. */
  readonly code: string;
  readonly status: number;
  /** What to do about it. */
  readonly hint: string | undefined;
  readonly details: Record<string, unknown> | undefined;
  /** Seconds to wait before the next try. */
  readonly retryAfter: number | undefined;
}
