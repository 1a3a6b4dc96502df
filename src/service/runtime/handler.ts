import type { z } from 'zod';
import type { OperationName, Operations } from '../../contract/operations.ts';
import type { DataOf, Operation, OperationSpec } from '../../contract/schema/operation.ts';
import type { Secret } from '../../identity/secrets/secret.ts';
import type { Caller } from '../../identity/users/caller.ts';
import type { Agenda } from '../../providers/agenda.ts';
import type { Store } from '../../store/store.ts';
import type { UserRow } from '../../store/tables.ts';
import type { Context } from './context.ts';
import type { Cursors } from './cursor.ts';
import type { UserData } from './user-data.ts';

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
  /**
   * Reads between or after the steps; nothing of it is recorded. A read that takes long or calls a provider reads and
   * nothing else.
   */
  read<T>(work: (context: Context) => Promise<T>): Promise<T>;
}

/** How many rows of an operation are done after a step. */
export interface Reached {
  done: number;
  total: number;
}

/** A caller in this process that waits: it can stop the work between two steps, and hears of progress and of waits. */
export interface Watcher {
  signal?: AbortSignal | undefined;
  onProgress?: ((done: number, total: number) => void) | undefined;
  onWait?: ((seconds: number, reason: string) => void) | undefined;
}

export interface StepwiseHandler<N extends OperationName> {
  inSteps: (steps: Steps, request: RequestOf<Operations[N]>) => Promise<DataOf<Operations[N]>>;
  /** Whether a request takes one step at most: then it goes in one transaction, as most operations do. */
  isOneStep?: (request: RequestOf<Operations[N]>) => boolean;
}

/** Answers what the handler of a read does, as JSON: for HTTP, where nobody needs the object. */
export type Writer<N extends OperationName> = (context: Context, request: RequestOf<Operations[N]>) => Promise<string>;

/** One entry for each operation; a missing one does not compile. */
export type Handlers<N extends OperationName> = {
  [K in N]: Handler<K> | StepwiseHandler<K> | LiveRead<K> | LiveWrite<K> | ManagementHandler<K>;
};

/** Where this kith runs. */
export interface Place {
  /** For the local user of this machine alone: addresses in its own network may be asked. */
  isLocal: boolean;
  /** Under which people reach the pages, without a slash at its end; undefined where there are none. */
  origin: string | undefined;
}

/** What the handler of a management operation works with. No transaction is open. */
export interface Management {
  caller: Caller;
  user: UserRow;
  store: Store;
  secret: Secret;
  /** The user's data, in transactions. */
  data: UserData;
  cursors: Cursors;
  place: Place;
  /** One moment for the whole request, ISO 8601 UTC. */
  now: string;
  /** Calls another operation for the same caller. */
  call: InnerCall;
  agenda(): Promise<Agenda>;
  /** The waiting caller in this process; undefined for requests over HTTP. */
  watcher: Watcher | undefined;
}

/** Runs an operation for the caller of another, without a key and without counting it. Throws KithError for every refusal. */
export type InnerCall = (operation: Operation, args: Record<string, unknown>) => Promise<{ data: unknown }>;

/**
 * Reads or changes the account. Under an Idempotency-Key it runs once: its answer is recorded, sealed, and given again.
 * One that dies in between is run again, so its work must bear that.
 */
export interface ManagementHandler<N extends OperationName> {
  manage: (management: Management, request: RequestOf<Operations[N]>) => Promise<DataOf<Operations[N]>>;
}

/**
 * What a handler that calls providers works with: no transaction is open while it waits for them.
 * `read` opens one to read, for as long as its work runs.
 */
export interface Live {
  user: UserRow;
  secret: Secret;
  /** One moment for the whole request, ISO 8601 UTC. */
  now: string;
  /** The request's Idempotency-Key, from which the provider's own is derived. */
  idempotencyKey: string | undefined;
  read<T>(work: (context: Context) => Promise<T>): Promise<T>;
  agenda(): Promise<Agenda>;
  /** False for a host that the person did not let use mail and calendars. */
  mayUseAgenda: boolean;
}

/** All that may be stored of a write at a provider (docs/api/idempotency.md). */
export interface ProviderRecord {
  account: string;
  id: string;
}

/** Reads, or writes without a record. */
export interface LiveRead<N extends OperationName> {
  live: (live: Live, request: RequestOf<Operations[N]>) => Promise<DataOf<Operations[N]>>;
}

/** Writes at a provider; a replay under the same key reads again what the record points to. */
export interface LiveWrite<N extends OperationName> {
  change: (
    live: Live,
    request: RequestOf<Operations[N]>,
  ) => Promise<{ record: ProviderRecord; data: DataOf<Operations[N]> }>;
  recall: (live: Live, record: ProviderRecord) => Promise<DataOf<Operations[N]>>;
}
