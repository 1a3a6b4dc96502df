import type { Operation } from '../../contract/schema/operation.ts';
import { contentOf, enveloped } from '../../contract/schema/wire.ts';
import type { Caller } from '../../identity/users/caller.ts';
import type { Agenda } from '../../providers/agenda.ts';
import { KithError } from '../../shared/error.ts';
import type { Context } from './context.ts';
import type {
  InnerCall,
  ManagementContext,
  MultiStepContext,
  ProgressListener,
  ProviderContext,
  RequestOf,
  ServerLocation,
} from './handler.ts';
import { type Answer, findAnswer, inProgress, type KeyedRequest, saveAnswer } from './idempotency.ts';
import type { OutboxWorker } from './outbox.ts';
import { type AnyProviderWrite, runOnce, runProviderWrite } from './provider-writes.ts';
import type { Purge } from './retention.ts';
import { runSteps, stepsWithin, throwIfCancelled } from './stepwise.ts';
import { openUserData, type UserData, type UserDataServices } from './user-data.ts';

/** Longer than any management operation takes. If a process dies, another one can use its key after this time. */
const MANAGEMENT_LEASE_MS = 60_000;

/**
 * How long the answers of operations that require a recent sign-in are kept. They may contain a secret that is shown
 * once, so this only covers a second click of the same button.
 */
const FRESH_ANSWER_MS = 60_000;

export interface Execution {
  operation: Operation;
  caller: Caller;
  request: RequestOf<Operation>;
  /** Undefined for reads, and for writes without a key. */
  keyed: KeyedRequest | undefined;
  dryRun: boolean;
  watcher?: ProgressListener | undefined;
}

/** The outcome of an operation. `data` has no envelope. */
export interface ExecutionResult {
  status: number;
  data: unknown;
  /** True if this is the recorded answer of an earlier request with the same key. */
  replayed: boolean;
}

export type PlainHandler = (context: Context, request: RequestOf<Operation>) => Promise<unknown>;
type StepsHandler = (steps: MultiStepContext, request: RequestOf<Operation>) => Promise<unknown>;
type LiveHandler = { live: (live: ProviderContext, request: RequestOf<Operation>) => Promise<unknown> };
type AnyStepwise = { inSteps: StepsHandler; isOneStep?: (request: RequestOf<Operation>) => boolean };
type AnyManagement = { manage: (management: ManagementContext, request: RequestOf<Operation>) => Promise<unknown> };
export type AnyHandler = PlainHandler | AnyStepwise | LiveHandler | AnyProviderWrite | AnyManagement;

interface ExecutorServices extends UserDataServices {
  agenda(): Promise<Agenda>;
  place(): ServerLocation;
  /** Runs another operation for a caller. */
  callFor(caller: Caller): InnerCall;
  purge: Purge;
  onWrite?: ((write: Write) => void) | undefined;
}

/** A write that took effect, as reported to listeners such as change notices. */
export interface Write {
  userId: string;
  operation: Operation;
  /** Its request and its answer. Only the request if it failed after some steps. */
  said: unknown[];
}

export interface Executor {
  /** Runs one operation. Throws KithError if it is refused. */
  execute(handler: AnyHandler, execution: Execution): Promise<ExecutionResult>;
  userData(caller: Caller): UserData;
  outbox: OutboxWorker;
}

/**
 * Runs handlers in transactions. All writes of operations go through here, so no effect exists without its idempotency
 * record, and a dry run changes nothing.
 */
export function makeExecutor(services: ExecutorServices): Executor {
  const { secret, purge } = services;
  const inFlight = new Set<string>();
  const timeNow = () => services.now().toISOString();
  const { of: userData, outbox } = openUserData(services);
  return { execute: executeAndNotify, userData, outbox };

  async function executeAndNotify(handler: AnyHandler, execution: Execution): Promise<ExecutionResult> {
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
      // The steps before the failed one took effect.
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
    /** A record contains the body as it is sent, with its envelope. */
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
      return read.inSteps({ read: data.read, step: () => throwReadOnly(operation) }, request);
    }

    /** Runs all steps of a handler in the transaction of `context`. */
    function inOne(write: PlainHandler | AnyStepwise): (context: Context) => Promise<unknown> {
      if (typeof write === 'function') return (context) => write(context, request);
      return (context) => write.inSteps(stepsWithin(context), request);
    }

    async function inOneTransaction(write: (context: Context) => Promise<unknown>): Promise<ExecutionResult> {
      throwIfCancelled(watcher);
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

    async function inSeveral(work: (steps: MultiStepContext) => Promise<unknown>): Promise<ExecutionResult> {
      if (!keyed) return fresh(await work({ step: (one) => data.write(one), read: data.read }));
      const ran = await runSteps({ data, secret, keyed, purge, timeNow, watcher }, work, answerOf);
      return 'answer' in ran ? recorded(ran.answer) : fresh(ran.result);
    }

    /** No transaction is open while a handler waits for a provider. */
    function live(): ProviderContext {
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

    async function atProvider(write: AnyProviderWrite): Promise<ExecutionResult> {
      const given = await runProviderWrite(write, request, { live: live(), secret, keyed, status, data, purge });
      return { status, ...given };
    }
  }

  /** Runs one request per key at a time in this process. Throws 409 for a second one. */
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

function throwReadOnly(operation: Operation): never {
  throw new KithError('InternalServerError', `${operation.name} is a read and cannot run write steps`);
}
