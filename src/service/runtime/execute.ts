import type { Operation } from '../../contract/schema/operation.ts';
import { contentOf, enveloped } from '../../contract/schema/wire.ts';
import type { Caller } from '../../identity/users/caller.ts';
import type { Agenda } from '../../providers/agenda.ts';
import { KithError } from '../../shared/error.ts';
import type { Context } from './context.ts';
import type { InnerCall, Live, Management, Place, RequestOf, Steps, Watcher } from './handler.ts';
import { type Answer, findAnswer, inProgress, type KeyedRequest, saveAnswer } from './idempotency.ts';
import { type AnyLiveWrite, runLiveWrite, runOnce } from './live.ts';
import type { OutboxWorker } from './outbox.ts';
import type { Purge } from './retention.ts';
import { refuseStopped, runSteps, stepsWithin } from './stepwise.ts';
import { openUserData, type UserData, type UserDataServices } from './user-data.ts';

/** No management operation takes longer: another process that gets the same key waits so long for one that died. */
const MANAGEMENT_LEASE_MS = 60_000;

/** Answers of fresh operations may hold a secret that is shown once: long enough for a second click of the same button. */
const FRESH_ANSWER_MS = 60_000;

export interface Execution {
  operation: Operation;
  caller: Caller;
  request: RequestOf<Operation>;
  /** Absent on reads, and on writes that came without a key. */
  keyed: KeyedRequest | undefined;
  dryRun: boolean;
  watcher?: Watcher | undefined;
}

/** The outcome of an operation. `data` is without the envelope of the wire. */
export interface ExecutionResult {
  status: number;
  data: unknown;
  /** From the record of an earlier request with the same key. */
  replayed: boolean;
}

export type PlainHandler = (context: Context, request: RequestOf<Operation>) => Promise<unknown>;
type StepsHandler = (steps: Steps, request: RequestOf<Operation>) => Promise<unknown>;
type LiveHandler = { live: (live: Live, request: RequestOf<Operation>) => Promise<unknown> };
type AnyStepwise = { inSteps: StepsHandler; isOneStep?: (request: RequestOf<Operation>) => boolean };
type AnyManagement = { manage: (management: Management, request: RequestOf<Operation>) => Promise<unknown> };
export type AnyHandler = PlainHandler | AnyStepwise | LiveHandler | AnyLiveWrite | AnyManagement;

interface ExecutorServices extends UserDataServices {
  agenda(): Promise<Agenda>;
  place(): Place;
  /** Runs another operation for a caller. */
  callFor(caller: Caller): InnerCall;
  purge: Purge;
  onWrite?: ((write: Write) => void) | undefined;
}

/** A write that took effect, for listeners such as change notices. */
export interface Write {
  userId: string;
  operation: Operation;
  /** Its request and its answer; without an answer when it failed halfway. */
  said: unknown[];
}

export interface Executor {
  /** Runs one operation. Throws KithError for every refusal. */
  execute(handler: AnyHandler, execution: Execution): Promise<ExecutionResult>;
  userData(caller: Caller): UserData;
  outbox: OutboxWorker;
}

/**
 * Runs handlers in transactions. Every operation's write passes here, so that no effect can exist without its
 * idempotency record, nor a dry run leave a trace.
 */
export function makeExecutor(services: ExecutorServices): Executor {
  const { secret, purge } = services;
  const inFlight = new Set<string>();
  const timeNow = () => services.now().toISOString();
  const { of: userData, outbox } = openUserData(services);
  return { execute: executeAndTell, userData, outbox };

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

  async function execute(handler: AnyHandler, execution: Execution): Promise<ExecutionResult> {
    const { operation, caller, request, keyed, dryRun, watcher } = execution;
    const data = userData(caller);
    const { status = 200 } = operation;
    const fresh = (given: unknown): ExecutionResult => ({ status, data: given, replayed: false });
    const recorded = (answer: Answer): ExecutionResult => ({
      status: answer.status,
      data: contentOf(operation, answer.body),
      replayed: true,
    });
    /** A record holds the body as it goes out. */
    const answerOf = (given: unknown): Answer => ({ status, body: enveloped(operation, given, false) });

    if (typeof handler === 'object' && 'live' in handler) return fresh(await handler.live(live(), request));
    if (typeof handler === 'object' && 'change' in handler) return onceInFlight(keyed, () => atProvider(handler));
    if (typeof handler === 'object' && 'manage' in handler) return onceInFlight(keyed, () => managed(handler));
    if (operation.effect === 'read') return fresh(await inReads(handler));
    if (dryRun) return fresh(await data.write(inOne(handler), { keep: false }));
    const isOneTransaction = typeof handler === 'function' || handler.isOneStep?.(request);
    return onceInFlight(keyed, () =>
      isOneTransaction ? inOneTransaction(inOne(handler)) : inSeveral((steps) => handler.inSteps(steps, request)),
    );

    function inReads(read: PlainHandler | AnyStepwise): Promise<unknown> {
      if (typeof read === 'function') return data.read((context) => read(context, request));
      return read.inSteps({ read: data.read, step: () => wrongKind(operation) }, request);
    }

    /** All that a handler does, in the one transaction of `context`. */
    function inOne(write: PlainHandler | AnyStepwise): (context: Context) => Promise<unknown> {
      if (typeof write === 'function') return (context) => write(context, request);
      return (context) => write.inSteps(stepsWithin(context), request);
    }

    async function inOneTransaction(write: (context: Context) => Promise<unknown>): Promise<ExecutionResult> {
      refuseStopped(watcher);
      return data.write(async (context) => {
        const { db, user, now } = context;
        const known = keyed && (await findAnswer(db, secret, keyed, now));
        if (known) return recorded(known);
        const given = await write(context);
        if (keyed) {
          await saveAnswer(db, secret, keyed, answerOf(given), now);
          await purge(db, secret, user.user_id, now);
        }
        return fresh(given);
      });
    }

    async function inSeveral(work: (steps: Steps) => Promise<unknown>): Promise<ExecutionResult> {
      if (!keyed) return fresh(await work({ step: (one) => data.write(one), read: data.read }));
      const ran = await runSteps({ data, secret, keyed, purge, timeNow, watcher }, work, answerOf);
      return 'answer' in ran ? recorded(ran.answer) : fresh(ran.result);
    }

    /** No transaction is open while a provider is waited for. */
    function live(): Live {
      const { user, scopes } = caller;
      const mayUseAgenda = scopes?.includes('kith:agenda') ?? true;
      const { agenda } = services;
      return { user, secret, now: timeNow(), idempotencyKey: keyed?.key, read: data.read, agenda, mayUseAgenda };
    }

    async function managed({ manage }: AnyManagement): Promise<ExecutionResult> {
      const { store, agenda, cursors } = services;
      const { user } = caller;
      const [place, call] = [services.place(), services.callFor(caller)];
      const management = { place, call, caller, user, store, secret, data, cursors, agenda, watcher, now: timeNow() };
      const keptMs = operation.fresh && FRESH_ANSWER_MS;
      const ran = await runOnce({ secret, keyed, data, purge, leaseMs: MANAGEMENT_LEASE_MS, keptMs }, async () => {
        const given = await manage(management, request);
        return { record: answerOf(given), given };
      });
      return 'answer' in ran ? recorded(ran.answer) : fresh(ran.given);
    }

    async function atProvider(write: AnyLiveWrite): Promise<ExecutionResult> {
      const given = await runLiveWrite(write, request, { live: live(), secret, keyed, status, data, purge });
      return { status, ...given };
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

function wrongKind(operation: Operation): never {
  throw new KithError('InternalServerError', `${operation.name} reads, and a read only reads`);
}
