// Options and result metadata of a call. This file is also the head of the published types, so it imports nothing.

export interface CallOptions {
  /** UUID for repeating this call safely. The client generates one for each write without it. */
  idempotencyKey?: string | undefined;
  /** Performs the work, returns the result, and stores nothing. */
  dryRun?: boolean | undefined;
  /**
   * Cancels the call, whether it is waiting or in flight. It then rejects with the signal's reason. A bulk creation or merge
   * stops after the current chunk and rejects with the completed part.
   */
  signal?: AbortSignal | undefined;
  /** The signal ends only the waiting: a request in flight completes first. */
  waitsForAnswer?: boolean | undefined;
  /** Called after each chunk of a bulk creation or merge with the number of completed rows. */
  onProgress?: ((done: number, total: number) => void) | undefined;
  /** Called when a service in this process waits for another server, with the seconds and the reason. */
  onWait?: ((seconds: number, reason: string) => void) | undefined;
  /** Milliseconds for the whole call: waiting for the rate limit, attempts, and pauses. */
  deadlineMs?: number | undefined;
  /** Milliseconds for one attempt. */
  timeoutMs?: number | undefined;
}

/** Options for reading a list. */
export interface RowsOptions extends Omit<CallOptions, 'idempotencyKey' | 'dryRun'> {
  /** Stops after this number of rows. */
  atMost?: number | undefined;
}

export interface CallResult<D> {
  data: D;
  /** The write's idempotency key. Absent for reads and dry runs. */
  idempotencyKey?: string;
  /** True if the service replayed the result of an earlier call with this key. */
  replayed: boolean;
  dryRun: boolean;
  /** Required fields that the response lacks, such as `contact.id`. Absent if nothing is missing. */
  missing?: string[];
  /** Present in the first call of a deprecated operation. */
  deprecation?: Deprecation;
}

/** Deprecation of an operation (RFC 9745, RFC 8594). */
export interface Deprecation {
  /** Date of the deprecation, past or future. */
  since?: Date;
  /** Date after which it is unavailable. */
  sunset?: Date;
  /** Documentation URL. */
  link?: string;
}

/** Events during calls. */
export type ClientEvent =
  | { kind: 'waiting'; operation: string; seconds: number; reason: string }
  | { kind: 'deprecated'; operation: string; deprecation: Deprecation }
  | { kind: 'incomplete'; operation: string; missing: string[] }
  | { kind: 'redis'; state: 'joined' | 'lost'; reason?: string };

/** Options of a client over HTTP. */
export interface ClientOptions {
  /** URL of the service, such as `https://crm.example.com` or `https://example.com/crm`. */
  baseUrl: string;
  apiKey: string;
  /** Allows sending the key over plain http:// to another host. */
  allowHttp?: boolean | undefined;
  /** Milliseconds for a whole call (default: 120,000). Infinity waits as long as the service requests. */
  deadlineMs?: number | undefined;
  /** Milliseconds for one attempt (default: 30,000, more for bulk operations and the agenda). */
  timeoutMs?: number | undefined;
  /**
   * Retries after a failure (default: 4). Waits that the service requests and attempts that reach no service do not count:
   * they continue until the deadline.
   */
  retries?: number | undefined;
  /** Largest accepted response in bytes (default: 32 MiB). */
  maxResponseBytes?: number | undefined;
  /** Concurrent requests (default: 10). */
  maxConcurrent?: number | undefined;
  /** Calls that may wait for the rate limit (default: 1,000). Further calls are rejected at once. */
  maxQueue?: number | undefined;
  /** Redis URL for sharing the key's rate limit with other processes. */
  redisUrl?: string | undefined;
  onEvent?: ((event: ClientEvent) => void) | undefined;
}
