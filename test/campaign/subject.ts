import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../support/free-port.ts';
import { type PostgresServer, querying, startPostgres } from '../support/postgres.ts';
import { kithWith, startService } from '../support/service.ts';

export type EngineName = 'sqlite' | 'postgres';
export const ENGINES: EngineName[] = ['sqlite', 'postgres'];

/** The service under test with its database, and the faults that can be applied to it. */
export interface Subject {
  engine: EngineName;
  /** The same after each start. */
  baseUrl: string;
  dataDir: string;
  database: PostgresServer | undefined;
  newUser(email: string): Promise<{ id: string; apiKey: string }>;
  /** Starts the service. `under` is a command prefix. The wall clock moves by these steps, one per signal. */
  start(options?: { under?: string[]; clock?: number[] }): Promise<void>;
  /** kill -9. The next start creates a new process. */
  kill(): Promise<void>;
  /** Steps the service's wall clock. */
  stepClock(): void;
  /** Ids of the processes whose system calls can be made to fail. */
  pids(): Promise<number[]>;
  /** Runs SQL directly on the database, as its owner. */
  sql(text: string): Promise<Record<string, unknown>[]>;
  stop(): Promise<void>;
}

export interface SubjectOptions {
  engine: EngineName;
  folder: string;
  redisUrl?: string | undefined;
  /** Database server settings for deliberate faults. */
  postgresSettings?: string[];
}

const SECRET = 'a secret of the campaign, and of nothing else';
const clockModule = (): string => {
  const beside = fileURLToPath(new URL('clock.cjs', import.meta.url));
  // A bundled script is no longer in its own folder.
  return existsSync(beside) ? beside : resolve('test/campaign/clock.cjs');
};

/** Settings for a server that restarts every few seconds. */
const OFTEN_STARTED = ['shared_buffers=128MB', 'recovery_init_sync_method=syncfs'];

export async function startSubject({
  engine,
  folder,
  redisUrl,
  postgresSettings = [],
}: SubjectOptions): Promise<Subject> {
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir, { recursive: true });
  const database =
    engine === 'postgres'
      ? await startPostgres({ durableIn: folder, settings: [...OFTEN_STARTED, ...postgresSettings] })
      : undefined;
  if (database) await querying(database.url('postgres'), (client) => client.query('create database kith'));
  const url = database?.url('kith');
  const port = await freePort();
  let service: ChildProcess | undefined;
  const env = {
    KITH_SECRET: SECRET,
    ...(url && { KITH_DATABASE_URL: url }),
    ...(redisUrl && { KITH_REDIS_URL: redisUrl, KITH_RATE_LIMIT: '1000000' }),
  };
  const subject: Subject = {
    engine,
    dataDir,
    database,
    baseUrl: `http://127.0.0.1:${port}`,
    // In a separate process, because a connection of ours that is garbage collected after a cut would write the old log
    // to the file.
    async newUser(email) {
      const { id, api_key } = JSON.parse((await kithWith(env, dataDir, 'user', 'add', email, '--json')).stdout);
      return { id, apiKey: api_key };
    },
    async start({ under = [], clock = [0] } = {}) {
      const clocked = { KITH_CAMPAIGN_CLOCK: clock.join(','), NODE_OPTIONS: `--require=${clockModule()}` };
      service = (await startService(dataDir, { ...env, ...clocked }, under, port)).process;
    },
    async kill() {
      if (!service || service.exitCode !== null || service.signalCode !== null) return;
      service.kill('SIGKILL');
      await once(service, 'exit');
    },
    stepClock: () => void service?.kill('SIGUSR2'),
    async pids() {
      return database ? database.pids() : [service!.pid!];
    },
    async sql(text) {
      if (url) return querying(url, async (client) => (await client.query(text)).rows as Record<string, unknown>[]);
      const { withDatabase } = await import('../support/data-folder.ts');
      return withDatabase(dataDir, (open) => {
        if (/^\s*(select|pragma)/i.test(text)) return open.prepare(text).all() as Record<string, unknown>[];
        open.exec(text);
        return [];
      });
    },
    async stop() {
      await subject.kill();
      await database?.remove();
    },
  };
  return subject;
}

/** Makes these processes' system calls fail briefly, as with a full disk or failing syncs. */
export async function failCalls(pids: number[], calls: string, fault: string, milliseconds: number): Promise<void> {
  const inject = ['-e', `trace=${calls}`, '-e', `inject=${calls}:${fault}`];
  const tracer = spawn('strace', ['-f', '-o', '/dev/null', ...inject, ...pids.flatMap((pid) => ['-p', String(pid)])], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(tracer, 'exit');
  await Promise.race([once(tracer.stderr, 'data'), ended]);
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  tracer.kill('SIGINT');
  await ended;
}
