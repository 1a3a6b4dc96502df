import { KithError } from '../../contract/error.ts';
import type { Operation } from '../../contract/operation.ts';
import { contentOf, enveloped } from '../../contract/schema/wire.ts';
import { giveWay } from '../../shared/give-way.ts';
import type { Agenda } from '../providers/agenda.ts';
import type { Secret } from '../secrets/secret.ts';
import { type Db, type Store, savepoint } from '../store/store.ts';
import type { UserRow } from '../store/tables.ts';
import type { Caller } from '../users/caller.ts';
import type { Context } from './context.ts';
import type { Cursors } from './cursor.ts';
import type { Reached, RequestOf, Steps, Watcher } from './handler.ts';
import { type Answer, findAnswer, inProgress, type KeyedRequest, saveAnswer } from './idempotency.ts';
import { advance, claim, release, settle } from './idempotency-steps.ts';
import { type AnyLiveWrite, type Live, runLiveWrite } from './live.ts';
import { type OutboxWork, type OutboxWorker, outboxWorker } from './outbox.ts';
import type { Purge } from './retention.ts';

export interface Execution {
  operation: Operation;
  caller: Caller;
  request: RequestOf<Operation>;
  /** Absent on reads, and on writes that came without a key. */
  keyed: KeyedRequest | undefined;
  dryRun: boolean;
  watcher?: Watcher | undefined;
}

/** What an operation gave. `data` is without the envelope of the wire. */
export interface ExecutionResult {
  status: number;
  data: unknown;
  /** From the record of an earlier request with the same key. */
  replayed: boolean;
}

type PlainHandler = (context: Context, request: RequestOf<Operation>) => Promise<unknown>;
type StepsHandler = (steps: Steps, request: RequestOf<Operation>) => Promise<unknown>;
type LiveHandler = { live: (live: Live, request: RequestOf<Operation>) => Promise<unknown> };
type AnyStepwise = { inSteps: StepsHandler; isOneStep?: (request: RequestOf<Operation>) => boolean };
export type AnyHandler = PlainHandler | AnyStepwise | LiveHandler | AnyLiveWrite;

interface ExecutorServices {
  store: Store;
  secret: Secret;
  cursors: Cursors;
  now: () => Date;
  agenda(): Promise<Agenda>;
  outboxWork: OutboxWork;
  purge: Purge;
  onFault(error: unknown): void;
  onWrite?: ((write: Write) => void) | undefined;
}

/** A write that took effect, for those who want to tell of it. */
export interface Write {
  userId: string;
  operation: Operation;
  /** Its request and its answer; without an answer when it failed halfway. */
  said: unknown[];
}

/**
 * One user's data, for what no operation can do: reading and writing rows as they are (export, import, the bin).
 * Nothing that comes over a connection gets here; only the process that owns the data does, through its own wiring.
 */
export interface Account {
  user: UserRow;
  read<T>(work: (context: Context) => Promise<T>): Promise<T>;
  /** With `keep: false` the work is undone when it is done (dry run). */
  write<T>(work: (context: Context) => Promise<T>, options?: { keep?: boolean }): Promise<T>;
  /** What the user said of themselves, which stands in the directory. */
  saveSettings(settings: Partial<UserRow>): Promise<void>;
  /** Until messages taken from the outbox have had their effect. */
  idle(): Promise<void>;
}

export interface Executor {
  /** Runs one operation. Throws KithError for every refusal. */
  execute(handler: AnyHandler, execution: Execution): Promise<ExecutionResult>;
  account(caller: Caller): Account;
  outbox: OutboxWorker;
}

/**
 * Runs handlers in transactions. This is the one place that opens a write, so that no effect can exist without
 * its idempotency record, nor a dry run leave a trace.
 */
export function makeExecutor(services: ExecutorServices): Executor {
  const { store, secret, purge } = services;
  const inFlight = new Set<string>();
  const timeNow = () => services.now().toISOString();
  const contextOver = (db: Db, caller: Caller): Context => ({
    db,
    user: caller.user,
    now: timeNow(),
    cursors: services.cursors,
    secret,
  });

  const outbox = outboxWorker(inWriteOf, services.outboxWork, services.onFault);
  const account = (caller: Caller): Account => ({
    user: caller.user,
    read: (work) => store.read(caller.user.user_id, (db) => work(contextOver(db, caller))),
    write: (work, options) => inWriteOf(caller, work, options),
    async saveSettings(settings) {
      await store.directory((db) =>
        db.updateTable('users').set(settings).where('user_id', '=', caller.user.user_id).execute(),
      );
      Object.assign(caller.user, settings);
    },
    idle: outbox.idle,
  });
  return { execute: executeAndTell, account, outbox };

  async function executeAndTell(handler: AnyHandler, execution: Execution): Promise<ExecutionResult> {
    const { operation, caller, request, dryRun } = execution;
    const tells = services.onWrite && operation.effect !== 'read' && !dryRun;
    if (!tells) return execute(handler, execution);
    const tell = (...answer: unknown[]) =>
      services.onWrite?.({ userId: caller.user.user_id, operation, said: [request, ...answer] });
    try {
      const result = await execute(handler, execution);
      if (!result.replayed) tell(result.data);
      return result;
    } catch (error) {
      // The steps before the one that failed are done.
      if (typeof handler !== 'function') tell();
      throw error;
    }
  }

  async function inWriteOf<T>(
    caller: Caller,
    work: (context: Context) => Promise<T>,
    options?: { keep?: boolean },
  ): Promise<T> {
    let leftMessage: boolean | undefined;
    const inContext = async (db: Db) => {
      const context = contextOver(db, caller);
      const result = await work(context);
      leftMessage = context.leftMessage;
      return result;
    };
    const result = await store.write(caller.user.user_id, inContext, options);
    if (leftMessage && options?.keep !== false) outbox.wake(caller);
    return result;
  }

  async function execute(handler: AnyHandler, execution: Execution): Promise<ExecutionResult> {
    const { operation, caller, request, keyed, dryRun, watcher } = execution;
    const userId = caller.user.user_id;
    const { status = 200 } = operation;
    const result = (data: unknown): ExecutionResult => ({ status, data, replayed: false });

    if (typeof handler === 'object' && 'live' in handler) return result(await handler.live(live(), request));
    if (typeof handler === 'object' && 'change' in handler) return onceInFlight(keyed, () => atProvider(handler));
    if (operation.effect === 'read') {
      const steps: Steps = { read: inRead, step: () => wrongKind(operation) };
      return result(
        await (typeof handler === 'function'
          ? inRead((context) => handler(context, request))
          : handler.inSteps(steps, request)),
      );
    }
    if (dryRun) {
      const write = asPlain(handler);
      return result(await store.write(userId, (db) => write(contextOver(db, caller), request), { keep: false }));
    }
    const isPlain = typeof handler === 'function' || handler.isOneStep?.(request);
    return onceInFlight(keyed, () => (isPlain ? inOneTransaction(asPlain(handler)) : inSteps(handler.inSteps)));

    /** A record holds the body as it went out. */
    function answer({ data }: ExecutionResult): Answer {
      return { status, body: enveloped(operation, data, false) };
    }

    function replayed({ status, body }: Answer): ExecutionResult {
      return { status, data: contentOf(operation, body), replayed: true };
    }

    /** No transaction is open while a provider is waited for. */
    function live(): Live {
      const { user } = caller;
      return { user, secret, now: timeNow(), idempotencyKey: keyed?.key, read: inRead, agenda: services.agenda };
    }

    async function atProvider(write: AnyLiveWrite): Promise<ExecutionResult> {
      const keep = { live: live(), secret, keyed, status, inWrite, purge };
      const { data, replayed } = await runLiveWrite(write, request, keep);
      return { status, data, replayed };
    }

    async function inOneTransaction(write: PlainHandler): Promise<ExecutionResult> {
      if (watcher?.signal?.aborted) throw stopped(undefined);
      return inWrite(async (context) => {
        const known = keyed && (await findAnswer(context.db, secret, keyed, context.now));
        if (known) return replayed(known);
        const done = result(await write(context, request));
        if (keyed) {
          await saveAnswer(context.db, secret, keyed, answer(done), context.now);
          await purge(context.db, secret, userId, context.now);
        }
        return done;
      });
    }

    async function inSteps(write: StepsHandler): Promise<ExecutionResult> {
      if (!keyed) return result(await write({ step: inWrite, read: inRead }, request));
      const claimed = await inWrite(({ db, now }) => claim(db, secret, keyed, now));
      if ('answer' in claimed) return replayed(claimed.answer);
      let { held } = claimed;
      let next = 0;
      let last: Reached | undefined;
      const steps: Steps = {
        async step<T>(work: (context: Context) => Promise<T>, reached?: Reached): Promise<T> {
          const index = next++;
          if (index in held.done) return held.done[index] as T;
          // Others get their turn, and the process hears its signals: nothing else in a step leaves the call stack.
          await giveWay();
          if (watcher?.signal?.aborted) throw stopped(last);
          held = await inWrite(async (context) => {
            const result = await work(context);
            // The lease runs from the end of the step, however long that took.
            return advance(context.db, secret, keyed, held, { [index]: result }, timeNow());
          });
          if (reached) {
            last = reached;
            watcher?.onProgress?.(reached.done, reached.total);
          }
          return held.done[index] as T;
        },
        read: inRead,
      };
      try {
        const done = result(await write(steps, request));
        await inWrite(async ({ db, now }) => {
          await settle(db, secret, keyed, held, answer(done), now);
          await purge(db, secret, userId, now);
        });
        return done;
      } catch (error) {
        // A refusal leaves no record, so that the repaired request can go out under the same key. Where even that
        // cannot be written, the lease runs out by itself.
        await inWrite(({ db, now }) => release(db, secret, keyed, held, now)).catch(() => {});
        throw error;
      }
    }

    function inRead<T>(work: (context: Context) => Promise<T>): Promise<T> {
      return store.read(userId, (db) => work(contextOver(db, caller)));
    }

    function inWrite<T>(work: (context: Context) => Promise<T>): Promise<T> {
      return inWriteOf(caller, work);
    }
  }

  /** Of equal keys one runs at a time in this process; a second is told to come again. */
  async function onceInFlight<T>(keyed: KeyedRequest | undefined, work: () => Promise<T>): Promise<T> {
    if (!keyed) return work();
    const name = `${keyed.userId} ${keyed.key}`;
    if (inFlight.has(name)) throw inProgress();
    inFlight.add(name);
    try {
      return await work();
    } finally {
      inFlight.delete(name);
    }
  }
}

/** A handler of several steps as one of a single transaction: a step that throws still leaves nothing behind. */
function asPlain(handler: PlainHandler | AnyStepwise): PlainHandler {
  if (typeof handler === 'function') return handler;
  return (context, request) => {
    const step: Steps['step'] = (work) => savepoint(context.db, () => work(context));
    return handler.inSteps({ step, read: (work) => work(context) }, request);
  };
}

/** Stopped between two steps: what is done stays, and is on record under the key. */
function stopped(last: Reached | undefined): KithError {
  const done = last ? `${last.done} of ${last.total} are done and stay` : 'nothing was done yet';
  return new KithError('cancelled', `Stopped as asked: ${done}.`, {
    status: 499,
    hint: 'The same call under the same idempotency key goes on with the rest.',
    details: { ...last },
  });
}

function wrongKind(operation: Operation): never {
  throw new KithError('InternalServerError', `${operation.name} reads, and a read only looks`);
}
