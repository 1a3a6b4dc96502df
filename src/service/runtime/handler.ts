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

/** A validated and normalized request. The body has no wrapper. */
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
 * Runs an operation in several transactions. `step` runs one of them, or returns its recorded result if an earlier
 * attempt with the same Idempotency-Key completed it. A step that throws changes nothing.
 */
export interface MultiStepContext {
  step<T>(work: (context: Context) => Promise<T>, reached?: StepProgress): Promise<T>;
  /** Reads between or after the steps, in a transaction of its own. The result is not recorded. */
  read<T>(work: (context: Context) => Promise<T>): Promise<T>;
}

/** How many of an operation's rows are done after a step. */
export interface StepProgress {
  done: number;
  total: number;
}

/** A waiting caller in this process. It can stop the work between two steps, and is notified of progress and delays. */
export interface ProgressListener {
  signal?: AbortSignal | undefined;
  onProgress?: ((done: number, total: number) => void) | undefined;
  onWait?: ((seconds: number, reason: string) => void) | undefined;
}

export interface StepwiseHandler<N extends OperationName> {
  inSteps: (steps: MultiStepContext, request: RequestOf<Operations[N]>) => Promise<DataOf<Operations[N]>>;
  /** Whether a request takes at most one step, so that it can run in one transaction like most operations. */
  isOneStep?: (request: RequestOf<Operations[N]>) => boolean;
}

/** Returns the data of a read as JSON text. HTTP responses do not need the object. */
export type Writer<N extends OperationName> = (context: Context, request: RequestOf<Operations[N]>) => Promise<string>;

/** One entry for each operation. A missing one is a type error. */
export type Handlers<N extends OperationName> = {
  [K in N]: Handler<K> | StepwiseHandler<K> | ProviderRead<K> | ProviderWrite<K> | ManagementHandler<K>;
};

/** Where the server runs. */
export interface ServerLocation {
  /** True if it serves only this computer's user, who may connect to addresses in the local network. */
  isLocal: boolean;
  /** Origin of the web app, without a trailing slash. Undefined if there is none. */
  origin: string | undefined;
}

/** The context of a management operation's handler. No transaction is open. */
export interface ManagementContext {
  caller: Caller;
  user: UserRow;
  store: Store;
  secret: Secret;
  data: UserData;
  cursors: Cursors;
  place: ServerLocation;
  /** The request's time, the same throughout. ISO 8601 UTC. */
  now: string;
  /** Calls another operation for the same caller. */
  call: InnerCall;
  agenda(): Promise<Agenda>;
  /** The waiting caller in this process. Undefined for HTTP requests. */
  watcher: ProgressListener | undefined;
}

/** Runs an operation for the same caller. It is not rate limited. Throws KithError if it is refused. */
export type InnerCall = (operation: Operation, args: Record<string, unknown>) => Promise<{ data: unknown }>;

/**
 * Reads or changes the account. With an Idempotency-Key it runs once, and its answer is recorded, encrypted, for
 * repeated requests. If the process dies before that, it runs again, so its work must be idempotent.
 */
export interface ManagementHandler<N extends OperationName> {
  manage: (management: ManagementContext, request: RequestOf<Operations[N]>) => Promise<DataOf<Operations[N]>>;
}

/** The context of a handler that calls providers. A transaction is open only while the work of `read` runs. */
export interface ProviderContext {
  user: UserRow;
  secret: Secret;
  /** The request's time, the same throughout. ISO 8601 UTC. */
  now: string;
  /** The request's Idempotency-Key. The provider's key is derived from it. */
  idempotencyKey: string | undefined;
  read<T>(work: (context: Context) => Promise<T>): Promise<T>;
  agenda(): Promise<Agenda>;
  /** False for a connected app that has no access to mail and calendars. */
  mayUseAgenda: boolean;
}

/** The only stored data of a write at a provider (docs/api/idempotency.md). */
export interface ProviderRecord {
  account: string;
  id: string;
}

/** Calls providers without an idempotency record. */
export interface ProviderRead<N extends OperationName> {
  live: (live: ProviderContext, request: RequestOf<Operations[N]>) => Promise<DataOf<Operations[N]>>;
}

/** Writes at a provider. A repeated request with the same key reads the recorded item from the provider. */
export interface ProviderWrite<N extends OperationName> {
  change: (
    live: ProviderContext,
    request: RequestOf<Operations[N]>,
  ) => Promise<{ record: ProviderRecord; data: DataOf<Operations[N]> }>;
  recall: (live: ProviderContext, record: ProviderRecord) => Promise<DataOf<Operations[N]>>;
}
