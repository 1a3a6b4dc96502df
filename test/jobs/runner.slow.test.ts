import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { removeUser } from '../../src/identity/users/remove-user.ts';
import { addUser } from '../../src/identity/users/users.ts';
import type { JobContext, JobHandler } from '../../src/server/jobs/job-context.ts';
import { type JobRunner, startRunner } from '../../src/server/jobs/runner.ts';
import { type Data, openData } from '../../src/service/data/open-data.ts';
import { cancelJob, findJob, type Job, scheduleJob } from '../../src/service/jobs/jobs.ts';
import { createService } from '../../src/service/service.ts';
import { KithError } from '../../src/shared/error.ts';
import { databaseUrl, TEST_SECRET } from '../support/engine.ts';
import { ensureDatabase, TEMPLATE } from '../support/postgres.ts';
import { temporaryFolder } from '../support/service.ts';
import { type SetClock, setClock } from '../support/set-clock.ts';

const START = '2026-11-27T08:00:00.000Z';
const at = (seconds: number): string => new Date(Date.parse(START) + seconds * 1000).toISOString();

/** Far longer than any step takes on a busy computer, and far shorter than a test's timeout. */
const STEP_MS = 30_000;

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + STEP_MS;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`Still false after ${STEP_MS / 1000} s: ${isSo}`);
    await nextTurn();
  }
}

/** A promise and its resolver. */
function gate() {
  let open = () => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, passed };
}

describe.each(['sqlite', 'postgres'] as const)('on %s', (engine) => {
  let folder: ReturnType<typeof temporaryFolder>;
  let opened: Data[];
  let runners: JobRunner[];
  let data: Data;
  let clock: SetClock;
  let userId: string;
  let faults: unknown[];

  beforeEach(async () => {
    folder = temporaryFolder();
    if (engine === 'postgres') await ensureDatabase(databaseUrl(folder.path), TEMPLATE);
    [opened, runners, faults] = [[], [], []];
    data = open();
    clock = setClock(START);
    userId = (await addUser(data.store, data.secret, { email: 'ada@example.com' })).id;
  });
  afterEach(async () => {
    await Promise.all(runners.map((runner) => runner.stop()));
    await Promise.all(opened.map(({ store }) => store.close()));
    folder.remove();
  });

  /** The data as another process opens it. */
  function open(): Data {
    const one = openData(folder.path, TEST_SECRET, engine === 'postgres' ? databaseUrl(folder.path) : undefined);
    opened.push(one);
    return one;
  }

  function runner(
    handler: (job: Job, context: JobContext) => ReturnType<JobHandler>,
    { on = clock, of = undefined as string | undefined } = {},
  ): JobRunner {
    const own = open();
    const service = createService({ ...own, version: 'test', authenticate: async () => undefined, onFault() {} });
    const started = startRunner({
      open: async () => ({ ...own, service, userId: of }),
      kinds: { test: async () => handler },
      place: { isLocal: false, origin: undefined },
      onFault: (error) => `fault ${faults.push(error)}`,
      clock: on,
      now: on.date,
    });
    runners.push(started);
    return started;
  }

  const plan = (seconds: number, id = '', { kind = 'test', user = userId } = {}) =>
    data.store.directory((db) => scheduleJob(db, { userId: user, kind, id, dueAt: at(seconds) }));
  const job = (id = '', kind = 'test') => data.store.read('', (db) => findJob(db, { userId, kind, id }));
  const leases = () =>
    data.store.read('', (db) => db.selectFrom('jobs').select('id').where('lease_mark', 'is not', null).execute());
  const isQuiet = async () => (await leases()).length === 0 && clock.waiting() === runners.length;
  /** Waits until nothing runs and each runner sleeps. Checks twice, because a runner may be about to start. */
  const quiet = () => until(async () => (await isQuiet()) && (await isQuiet()));

  test('runs each job once with two concurrent runners', async () => {
    const users = await Promise.all(
      [1, 2, 3].map((n) => addUser(data.store, data.secret, { email: `${n}@example.com` })),
    );
    for (let n = 0; n < 60; n++) await plan(-n, `job ${n}`, { user: users[n % 3]!.id });
    const ran: string[] = [];
    const repeated: string[] = [];
    const [full, running] = [gate(), { now: 0 }];
    const handler: JobHandler = async ({ id, userId }, { user }) => {
      expect(user.user_id).toBe(userId);
      if (ran.includes(id)) repeated.push(id);
      ran.push(id);
      // Four per runner, before the first one ends.
      if (++running.now === 8) full.open();
      await full.passed;
      return null;
    };
    runner(handler);
    runner(handler);
    await until(() => ran.length >= 60 || repeated.length > 0);
    // Checked here, because runners that share a job may never become idle.
    expect(repeated).toEqual([]);
    await quiet();
    expect(ran.sort()).toEqual(Array.from({ length: 60 }, (_, n) => `job ${n}`).sort());
    expect(await job('job 0')).toBeUndefined();
    expect(faults).toEqual([]);
  });

  test('runs a job when it is due, and again when its handler says', async () => {
    const ran: string[] = [];
    await plan(30);
    runner(async (_, { now }) => {
      ran.push(now().toISOString());
      return ran.length === 1 ? at(100) : null;
    });
    await quiet();
    clock.advance(29_999);
    await quiet();
    expect(ran).toEqual([]);
    clock.advance(1);
    await until(() => ran.length === 1);
    await quiet();
    expect(await job()).toEqual({ due_at: at(100), tries: 0, last_error: null });
    clock.advance(60_000);
    await quiet();
    clock.advance(9_999);
    await quiet();
    expect(ran.length).toBe(1);
    clock.advance(1);
    await until(() => ran.length === 2);
    await quiet();
    expect(ran).toEqual([at(30), at(100)]);
    expect(await job()).toBeUndefined();
  });

  test('finds a job that another process scheduled within a minute', async () => {
    const ran: string[] = [];
    runner(async ({ id }) => {
      ran.push(id);
      return null;
    });
    await quiet();
    await plan(5, 'of another');
    clock.advance(60_000);
    await until(() => ran.length === 1);
    expect(ran).toEqual(['of another']);
  });

  test("takes over a dead runner's lease, and ignores that runner's late result", async () => {
    const stopped = setClock(START);
    const late = gate();
    const begun = gate();
    await plan(0);
    runner(
      async () => {
        begun.open();
        await late.passed;
        return at(7);
      },
      { on: stopped },
    );
    await begun.passed;
    const seen: Job[] = [];
    runner(async (job) => {
      seen.push(job);
      return at(5000);
    });
    await until(() => clock.waiting() === 1);
    clock.advance(59_000);
    await until(() => clock.waiting() === 1);
    expect(seen).toEqual([]);
    clock.advance(1_000);
    await until(() => seen.length === 1);
    await until(() => clock.waiting() === 1);
    expect(seen).toEqual([{ userId, kind: 'test', id: '', dueAt: at(0), failures: 1 }]);
    late.open();
    await until(() => stopped.waiting() === 1);
    expect(await job()).toEqual({ due_at: at(5000), tries: 0, last_error: null });
  });

  test('extends the lease of a long job', async () => {
    const end = gate();
    const ran: number[] = [];
    await plan(0);
    const handler: JobHandler = async () => {
      ran.push(1);
      await end.passed;
      return null;
    };
    runner(handler);
    runner(handler);
    // Two runners that poll, plus the lease renewal.
    const held = () => until(() => clock.waiting() === 3);
    await held();
    for (let second = 0; second < 300; second += 10) {
      clock.advance(10_000);
      await held();
    }
    expect(ran).toEqual([1]);
    end.open();
    await quiet();
    expect(await job()).toBeUndefined();
  });

  test('retries a failed job with growing delays, and records the error', async () => {
    const errors = [
      new KithError('ServiceUnavailable', 'The other side is away.'),
      new KithError('rate_limited', 'Too much.', { retryAfter: 7_200 }),
      new Error('a name out of the address book'),
    ];
    const failures: number[] = [];
    await plan(0);
    runner(async (job) => {
      failures.push(job.failures);
      if (errors.length > 0) throw errors.shift();
      return at(90_000);
    });
    const outcome = async (times: number) => {
      await until(() => failures.length === times);
      await quiet();
      const { due_at, ...rest } = (await job())!;
      return { ...rest, in: (Date.parse(due_at) - clock.date().getTime()) / 1000 };
    };
    const first = await outcome(1);
    expect(first).toMatchObject({ tries: 1, last_error: 'The other side is away.' });
    expect(first.in).toBeGreaterThanOrEqual(30);
    expect(first.in).toBeLessThanOrEqual(60);
    clock.advance(60_000);
    const second = await outcome(2);
    expect(second).toEqual({ tries: 2, last_error: 'Too much.', in: 7_200 });
    while (failures.length < 3) {
      clock.advance(60_000);
      await quiet();
    }
    const third = await outcome(3);
    expect(third).toMatchObject({ tries: 3, last_error: expect.stringContaining('fault 1') });
    expect(third.last_error).not.toContain('address book');
    expect(third.in).toBeGreaterThanOrEqual(120);
    while (failures.length < 4) {
      clock.advance(60_000);
      await quiet();
    }
    await quiet();
    expect(await job()).toEqual({ due_at: at(90_000), tries: 0, last_error: null });
    expect(failures).toEqual([0, 1, 2, 3]);
  });

  test('keeps a schedule set while the job runs, and does not restore a canceled one', async () => {
    await plan(0, 'planned');
    await plan(0, 'canceled');
    const [end, begun] = [gate(), gate()];
    let count = 0;
    runner(async () => {
      if (++count === 2) begun.open();
      await end.passed;
      return at(500);
    });
    await begun.passed;
    await plan(400, 'planned');
    await data.store.directory((db) => cancelJob(db, { userId, kind: 'test', id: 'canceled' }));
    end.open();
    await quiet();
    expect(await job('planned')).toMatchObject({ due_at: at(400) });
    expect(await job('canceled')).toBeUndefined();
  });

  test('aborts running jobs at shutdown, and releases them for another runner', async () => {
    await plan(0);
    const begun = gate();
    const first = runner(async (_, { signal }) => {
      begun.open();
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      return null;
    });
    await begun.passed;
    await first.stop();
    expect(clock.waiting()).toBe(0);
    expect(await job()).toEqual({ due_at: at(0), tries: 0, last_error: null });
    const seen: number[] = [];
    runner(async ({ failures }) => {
      seen.push(failures);
      return null;
    });
    await until(() => seen.length === 1);
    expect(seen).toEqual([0]);
  });

  test('runs only its own kinds of jobs and users, and deletes jobs with their user', async () => {
    const other = await addUser(data.store, data.secret, { email: 'bob@example.com' });
    await plan(0, 'own');
    await plan(0, 'unknown', { kind: 'of a newer kith' });
    await plan(0, 'bob', { user: other.id });
    const ran: string[] = [];
    runner(
      async ({ id }) => {
        ran.push(id);
        return at(1000);
      },
      { of: userId },
    );
    await until(() => ran.length > 0);
    await quiet();
    expect(ran).toEqual(['own']);
    expect(await job('unknown', 'of a newer kith')).toMatchObject({ due_at: at(0) });
    await removeUser(data.store, 'ada@example.com');
    expect(await job('own')).toBeUndefined();
  });

  test('retries a store that does not respond, without ending any job', async () => {
    const ran: string[] = [];
    await plan(0);
    let isAway = true;
    const own = open();
    const service = createService({ ...own, version: 'test', authenticate: async () => undefined, onFault() {} });
    runners.push(
      startRunner({
        open: async () => {
          if (isAway) throw new KithError('ServiceUnavailable', 'away');
          return { ...own, service };
        },
        kinds: {
          test:
            async () =>
            async ({ id }) => {
              ran.push(id);
              return null;
            },
        },
        place: { isLocal: false, origin: undefined },
        onFault: () => `fault ${faults.push(1)}`,
        clock,
        now: clock.date,
      }),
    );
    await quiet();
    expect(faults).toEqual([1]);
    isAway = false;
    clock.advance(60_000);
    await until(() => ran.length === 1);
  });
});
