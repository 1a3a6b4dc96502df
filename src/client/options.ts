// The options of a call, and what comes back with its answer. This file is also the head of the published types, so it
// imports nothing.

export interface CallOptions {
  /** A UUID that makes a repeat of this same call harmless; the client makes one for every write that brings none. */
  idempotencyKey?: string | undefined;
  /** Do the work, answer as if done, keep nothing. */
  dryRun?: boolean | undefined;
  /**
   * Cancels the call wherever it is: waiting, or on the wire. It then rejects with the signal's reason. A bulk create
   * and a merge of many stop at the end of a chunk and reject with what is done.
   */
  signal?: AbortSignal | undefined;
  /** The signal ends waiting only: what is on the wire is answered first. */
  waitsForAnswer?: boolean | undefined;
  /** Told after each chunk of a bulk create or a merge how many rows are done. */
  onProgress?: ((done: number, total: number) => void) | undefined;
  /** Called when a service in this process waits for another server: how long, and why. */
  onWait?: ((seconds: number, reason: string) => void) | undefined;
  /** Milliseconds for everything: waiting for the rate limit, tries and the pauses between them. */
  deadlineMs?: number | undefined;
  /** Milliseconds for one try. */
  timeoutMs?: number | undefined;
}

/** How to go through a list. */
export interface RowsOptions extends Omit<CallOptions, 'idempotencyKey' | 'dryRun'> {
  /** Ends after so many rows. */
  atMost?: number | undefined;
}

export interface CallResult<D> {
  data: D;
  /** The key the write went out under. Absent on reads and dry runs. */
  idempotencyKey?: string;
  /** True when the service answered from its record of an earlier call with this key. */
  replayed: boolean;
  dryRun: boolean;
  /** Fields that the contract promises and the answer lacks, such as `contact.id`. Absent when nothing is missing. */
  missing?: string[];
  /** On the first call of an operation that the service announced the end of. */
  deprecation?: Deprecation;
}

/** The announced end of an operation (RFC 9745, RFC 8594). */
export interface Deprecation {
  /** When it was or will be deprecated. */
  since?: Date;
  /** When it stops answering. */
  sunset?: Date;
  /** Where to read more. */
  link?: string;
}

/** Events that a caller may want to know about while its calls go on. */
export type ClientEvent =
  | { kind: 'waiting'; operation: string; seconds: number; reason: string }
  | { kind: 'deprecated'; operation: string; deprecation: Deprecation }
  | { kind: 'incomplete'; operation: string; missing: string[] }
  | { kind: 'redis'; state: 'joined' | 'lost'; reason?: string };

/** How to reach a service over HTTP. */
export interface ClientOptions {
  /** Where the service is, such as `https://crm.example.com` or `https://example.com/crm`. */
  baseUrl: string;
  apiKey: string;
  /** Send the key over plain http:// to another machine all the same. */
  allowHttp?: boolean | undefined;
  /** Milliseconds a call may take as a whole; 120,000 by default, Infinity to wait as long as the service asks. */
  deadlineMs?: number | undefined;
  /** Milliseconds one try may take; by default 30,000, more for bulk operations and the agenda. */
  timeoutMs?: number | undefined;
  /**
   * Tries after the first when the service fails; 4 by default, 0 for a single try. Waits that it asked for do not count,
   * nor do tries that reached no service: those go on until the deadline.
   */
  retries?: number | undefined;
  /** The largest answer that is read; 32 MiB by default. */
  maxResponseBytes?: number | undefined;
  /** Requests on the wire at once; 10 by default. */
  maxConcurrent?: number | undefined;
  /** Calls that may wait for the rate limit; 1,000 by default. One more is refused at once. */
  maxQueue?: number | undefined;
  /** Shares the key's rate limit with other processes through this Redis. */
  redisUrl?: string | undefined;
  onEvent?: ((event: ClientEvent) => void) | undefined;
}
