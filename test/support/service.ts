import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Dispatcher, request } from 'undici';
import { addUser, type NewUser } from '../../src/identity/users/users.ts';
import { openData } from '../../src/service/data/open-data.ts';
import { engineSettings } from './engine.ts';

export const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

// Every commit is synced to disk, which takes most of a test's time on a real disk.
const MEMORY_DISK = '/dev/shm';

/** A new folder for a test. `remove` deletes it. */
export function temporaryFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(existsSync(MEMORY_DISK) ? MEMORY_DISK : tmpdir(), 'kith-test-'));
  // Windows holds a process's files for a moment after its end.
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) };
}

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the wire brought.
  body: any;
}

export interface CallOptions {
  key?: string | null;
  headers?: Record<string, string>;
}

/** The REST API as one user sees it, over a real socket. Writes get a new Idempotency-Key by default. */
export interface Api {
  call(method: string, path: string, body?: unknown, options?: CallOptions): Promise<Answer>;
  get(path: string, options?: CallOptions): Promise<Answer>;
  post(path: string, body?: unknown, options?: CallOptions): Promise<Answer>;
}

export function apiAt(baseUrl: string, apiKey: string | undefined): Api {
  const call: Api['call'] = async (method, path, body, { key, headers } = {}) => {
    const idempotencyKey = key === undefined && method !== 'GET' ? randomUUID() : key;
    const response = await request(baseUrl + path, {
      method: method as Dispatcher.HttpMethod,
      headers: {
        ...(apiKey && { authorization: `Bearer ${apiKey}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.body.text();
    const answered = new Headers(
      Object.entries(response.headers).flatMap(([name, values]) =>
        [values ?? []].flat().map((value): [string, string] => [name, value]),
      ),
    );
    const json = text !== '' && answered.get('content-type')?.includes('json');
    return { status: response.statusCode, headers: answered, body: json ? JSON.parse(text) : text };
  };
  return {
    call,
    get: (path, options) => call('GET', path, undefined, options),
    post: (path, body, options) => call('POST', path, body ?? {}, options),
  };
}

export type User = Api & {
  id: string;
  email: string;
  apiKey: string;
  /** Gives the user mail and calendar accounts with `secret` in every text. Returns an event's id. */
  connect?: (secret: string) => Promise<string>;
};

export interface RunningService {
  baseUrl: string;
  dataDir: string;
  process: ChildProcess;
  /** The log so far. A new line may still be in transit: `logged` waits for one. */
  log(): string;
  /** Waits until the log contains a text `times` times. */
  logged(text: string, times?: number): Promise<void>;
  /** A new user of this service, with their own key. */
  user(email?: string, timeZone?: string): Promise<User>;
  stop(): Promise<void>;
}

const run = promisify(execFile);

/** Saves a short-lived process a fifth of its CPU time: little garbage collection, and no threads for it. */
const SHORT_LIVED = ['--max-semi-space-size=32', '--single-threaded'];

/** Runs the command line on a data folder. Returns its output. */
export const kith = (dataDir: string, ...args: string[]) => kithWith({}, dataDir, ...args);

/** The same with other settings, such as the user whose data it uses. */
export async function kithWith(
  env: Record<string, string>,
  dataDir: string,
  ...args: string[]
): Promise<{ stdout: string; stderr: string }> {
  return run(process.execPath, [...SHORT_LIVED, CLI, ...args], {
    env: {
      ...process.env,
      TMPDIR: dataDir,
      TEMP: dataDir,
      KITH_DATA_DIR: dataDir,
      ...(await engineSettings(dataDir)),
      ...env,
    },
    maxBuffer: 64 * 1024 * 1024,
  });
}

/** Does the same as `kith user add`, without starting a process. */
async function newUser(dataDir: string, user: NewUser): Promise<{ id: string; api_key: string }> {
  const { KITH_SECRET, KITH_DATABASE_URL } = { ...process.env, ...(await engineSettings(dataDir)) };
  const { store, secret } = openData(dataDir, KITH_SECRET, KITH_DATABASE_URL);
  try {
    const { id, api_key } = await addUser(store, secret, user);
    return { id, api_key: api_key! };
  } finally {
    await store.close();
  }
}

export interface RunningHttp {
  dataDir: string;
  /** Of the MCP endpoint. */
  url: string;
  process: ChildProcess;
  log(): string;
  logged(text: string, times?: number): Promise<void>;
  stop(): Promise<void>;
}

/** The built binary's `kith http` on a free port and a new data folder, without a token unless `env` sets one. */
export async function startHttp(env: Record<string, string> = {}, args: string[] = []): Promise<RunningHttp> {
  const folder = temporaryFolder();
  const settings = await engineSettings(folder.path);
  const child = spawn(process.execPath, [CLI, 'http', '--port', '0', ...args], {
    env: { ...process.env, KITH_DATA_DIR: folder.path, KITH_HTTP_TOKEN: 'none', ...settings, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const log = collected(child);
  return {
    dataDir: folder.path,
    url: `${await listeningAddress(child, log.log)}/mcp`,
    process: child,
    ...log,
    async stop() {
      await end(child);
      folder.remove();
    },
  };
}

function collected(child: ChildProcess): Pick<RunningService, 'log' | 'logged'> {
  let log = '';
  child.stderr!.on('data', (chunk) => {
    log += chunk;
  });
  return {
    log: () => log,
    async logged(text, times = 1) {
      while (log.split(text).length - 1 < times) {
        if (child.stderr!.closed) throw new Error(`the log ended without ${text}: ${log}`);
        await Promise.race([once(child.stderr!, 'data'), once(child.stderr!, 'close')]);
      }
    },
  };
}

/** Resolves once all of the process's output has been read. */
async function end(child: ChildProcess): Promise<void> {
  if (child.stderr!.closed) return;
  const closed = once(child, 'close');
  child.kill('SIGTERM');
  await closed;
}

/**
 * The built binary's `kith serve` on a free port (or the given one) and a new data folder, without a rate limit unless
 * `env` sets one.
 */
export async function startService(
  dataDir?: string,
  env: Record<string, string> = {},
  /** A command prefix. */
  under: string[] = [],
  port = 0,
): Promise<RunningService> {
  const { KITH_TEST_BASE_URL: elsewhere, KITH_TEST_API_KEYS: keys = '' } = process.env;
  if (elsewhere) return (await import('./hosted.ts')).hostedService(elsewhere, keys.split(' '));
  const folder = dataDir ? { path: dataDir, remove() {} } : temporaryFolder();
  const settings = await engineSettings(folder.path);
  const command = [...under, process.execPath, CLI, 'serve', '--port', String(port)];
  const child = spawn(command[0]!, command.slice(1), {
    env: { ...process.env, KITH_DATA_DIR: folder.path, KITH_RATE_LIMIT: '0', ...settings, ...env },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  const log = collected(child);
  const baseUrl = await listeningAddress(child, log.log);
  return {
    baseUrl,
    dataDir: folder.path,
    process: child,
    ...log,
    async user(email = `${randomUUID()}@example.com`, timeZone) {
      const { id, api_key } = await newUser(folder.path, { email, timeZone });
      return { ...apiAt(baseUrl, api_key), id, email, apiKey: api_key };
    },
    async stop() {
      await end(child);
      folder.remove();
    },
  };
}

async function listeningAddress(child: ChildProcess, log: () => string): Promise<string> {
  for (;;) {
    const address = /listening on (http:\/\/\S+)\s/.exec(log())?.[1];
    if (address) return address;
    // Resolves once all of its output has been read, not when the process has exited.
    if (child.stderr!.closed) throw new Error(`the service did not start: ${log()}`);
    await Promise.race([once(child.stderr!, 'data'), once(child, 'close')]);
  }
}
