import { randomUUID } from 'node:crypto';
import { inProcessClient } from '../../client/in-process.ts';
import { userById } from '../../identity/users/users.ts';
import type { Data } from '../../service/data/open-data.ts';
import {
  type Claim,
  claimJobs,
  extendLease,
  failJob,
  finishJob,
  nextJobAt,
  releaseJob,
} from '../../service/jobs/jobs.ts';
import type { ServerLocation } from '../../service/runtime/handler.ts';
import type { Service } from '../../service/service.ts';
import { KithError } from '../../shared/error.ts';
import { pauseBefore } from '../../shared/http/backoff.ts';
import { type Clock, pause, realClock } from '../../shared/http/wait.ts';
import type { Db } from '../../store/store.ts';
import type { JobContext, JobKinds } from './job-context.ts';

// Runs due jobs. Several processes can share a store: a runner takes a job with a lease and extends it during the work.
// The lease expires if the runner dies.

/** Maximum time between checks. Other processes schedule jobs too, and the computer may sleep. */
const LOOK_MS = 60_000;
const LEASE_MS = 60_000;
const EXTEND_MS = LEASE_MS / 3;
const AT_ONCE = 4;
/** How long a shutdown waits for jobs. A job that is still running then keeps its lease until it expires. */
const LEAVE_OFF_MS = 400;
const BACKOFF = { firstMs: 60_000, maxMs: 60 * 60_000 };

export interface RunnerData extends Data {
  service: Pick<Service, 'call' | 'userData' | 'countContact'>;
  /** The only user whose jobs run (default: all users). */
  userId?: string | undefined;
}

export interface RunnerOptions {
  /** Opens the data. Called again at the next check if it throws. */
  open(): Promise<RunnerData>;
  kinds: JobKinds;
  place: ServerLocation;
  /** Called with internal errors and a store that does not respond. Returns the id in the log. */
  onFault(error: unknown): string;
  clock?: Clock;
  now?: () => Date;
}

export interface JobRunner {
  /** Checks for due jobs immediately. */
  wake(): void;
  /** Takes no more jobs, aborts the running ones, and releases unfinished ones. */
  stop(): Promise<void>;
}

interface Run {
  abort: AbortController;
  done: Promise<void>;
}

export function startRunner(options: RunnerOptions): JobRunner {
  const { open, kinds, place, onFault, clock = realClock, now = () => new Date() } = options;
  const runs = new Set<Run>();
  let stopping: Promise<void> | undefined;
  let looking: Promise<void> | undefined;
  let again = false;
  let callOff = () => {};
  wake();
  return { wake, stop: () => (stopping ??= stop()) };

  function wake(): void {
    if (stopping) return;
    again = looking !== undefined;
    looking ??= look().finally(() => {
      looking = undefined;
      if (again) wake();
    });
  }

  /** Takes due jobs, and waits for the next. */
  async function look(): Promise<void> {
    callOff();
    let pauseMs = LOOK_MS;
    try {
      const data = await open();
      const wanted = { kinds: Object.keys(kinds), userId: data.userId };
      const nextAt = () => data.store.read('', (db) => nextJobAt(db, wanted));
      let next = await nextAt();
      if (next !== undefined && next <= now().toISOString() && runs.size < AT_ONCE) {
        for (const claim of await take(data, wanted)) start(data, claim);
        next = await nextAt();
      }
      // If all runners are busy, the first free one checks again.
      if (next !== undefined && runs.size < AT_ONCE) pauseMs = Math.min(LOOK_MS, Date.parse(next) - now().getTime());
    } catch (error) {
      onFault(error);
    }
    if (!stopping) callOff = clock.after(Math.max(pauseMs, 0), wake);
  }

  async function take({ store }: RunnerData, wanted: { kinds: string[]; userId: string | undefined }) {
    if (stopping) return [];
    const most = AT_ONCE - runs.size;
    return store.directory((db) =>
      claimJobs(db, { ...wanted, now: now().toISOString(), leaseUntil: leaseEnd(), most, newMark: randomUUID }),
    );
  }

  function leaseEnd(): string {
    return new Date(now().getTime() + LEASE_MS).toISOString();
  }

  function start(data: RunnerData, claim: Claim): void {
    const abort = new AbortController();
    if (stopping) abort.abort();
    const done = work(data, claim, abort)
      .catch(onFault)
      .then(() => {
        runs.delete(run);
        wake();
      });
    const run = { abort, done };
    runs.add(run);
  }

  async function work(data: RunnerData, claim: Claim, abort: AbortController): Promise<void> {
    const endLease = keepLease(data, claim, abort);
    try {
      await data.store.directory(await outcomeOf(data, claim, abort.signal));
    } finally {
      endLease();
    }
  }

  /** Runs a job. Returns the outcome for its row. */
  async function outcomeOf(data: RunnerData, claim: Claim, signal: AbortSignal): Promise<(db: Db) => Promise<unknown>> {
    try {
      const dueAt = await handle(data, claim, signal);
      return (db) => finishJob(db, claim, dueAt && new Date(dueAt).toISOString());
    } catch (error) {
      if (signal.aborted) return (db) => releaseJob(db, claim);
      const { dueAt, words } = failed(claim, error);
      return (db) => failJob(db, claim, dueAt, words);
    }
  }

  async function handle(data: RunnerData, { job }: Claim, signal: AbortSignal): Promise<string | null> {
    signal.throwIfAborted();
    const { store, secret, service } = data;
    const [handler, user] = await Promise.all([kinds[job.kind]!(), userById(store, job.userId)]);
    // Jobs are deleted with their user.
    if (!user) return null;
    const caller = { user, permissions: 'write' } as const;
    const client = inProcessClient(
      (...call) => service.call(caller, ...call),
      async () => {},
    );
    const countContact: JobContext['countContact'] = (options) => service.countContact(caller, options);
    const userData = service.userData(caller);
    return handler(job, { store, secret, user, userData, countContact, client, signal, now, place });
  }

  function failed({ job }: Claim, error: unknown): { dueAt: string; words: string } {
    const isKnown = error instanceof KithError;
    const words = isKnown ? error.message : `Internal error. See ${onFault(error)} in the log.`;
    const asked = isKnown ? (error.retryAfter ?? 0) * 1000 : 0;
    return { dueAt: new Date(now().getTime() + pauseBefore(job.failures, BACKOFF, asked)).toISOString(), words };
  }

  /** Extends the lease while the job runs, and aborts the job if the lease is lost. Returns a function that ends this. */
  function keepLease({ store }: RunnerData, claim: Claim, abort: AbortController): () => void {
    let until = leaseEnd();
    let isOver = false;
    let callOff = clock.after(EXTEND_MS, () => void extend());
    async function extend(): Promise<void> {
      const end = leaseEnd();
      try {
        if (await store.directory((db) => extendLease(db, claim, end))) until = end;
        else abort.abort();
      } catch (error) {
        onFault(error);
        if (now().toISOString() >= until) abort.abort();
      }
      if (!isOver) callOff = clock.after(EXTEND_MS, () => void extend());
    }
    return () => {
      isOver = true;
      callOff();
    };
  }

  async function stop(): Promise<void> {
    callOff();
    await looking;
    callOff();
    const under = [...runs];
    for (const { abort } of under) abort.abort();
    const inTime = new AbortController();
    const late = pause(LEAVE_OFF_MS, [inTime.signal]).catch(() => {});
    await Promise.race([Promise.all(under.map(({ done }) => done)), late]);
    inTime.abort();
  }
}
