import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export const CLI = new URL('../../dist/cli.js', import.meta.url).pathname;

/** A folder of its own for a test; `remove` takes it away. */
export function temporaryFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'kith-test-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
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

/** The REST API as one user sees it, over a real socket. Writes get a fresh Idempotency-Key unless told otherwise. */
export interface Api {
  call(method: string, path: string, body?: unknown, options?: CallOptions): Promise<Answer>;
  get(path: string, options?: CallOptions): Promise<Answer>;
  post(path: string, body?: unknown, options?: CallOptions): Promise<Answer>;
}

export function apiAt(baseUrl: string, apiKey: string | undefined): Api {
  const call: Api['call'] = async (method, path, body, { key, headers } = {}) => {
    const idempotencyKey = key === undefined && method !== 'GET' ? randomUUID() : key;
    const response = await fetch(baseUrl + path, {
      method,
      headers: {
        ...(apiKey && { authorization: `Bearer ${apiKey}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const json = response.headers.get('content-type')?.includes('json');
    return { status: response.status, headers: response.headers, body: json ? JSON.parse(text) : text };
  };
  return {
    call,
    get: (path, options) => call('GET', path, undefined, options),
    post: (path, body, options) => call('POST', path, body ?? {}, options),
  };
}

export interface RunningService {
  baseUrl: string;
  dataDir: string;
  process: ChildProcess;
  /** A new user of this service, by its own key. */
  user(email?: string): Promise<Api & { id: string; email: string; apiKey: string }>;
  stop(): Promise<void>;
}

const run = promisify(execFile);

/** Runs the command line on a data folder; answers what it printed. */
export async function kith(dataDir: string, ...args: string[]): Promise<{ stdout: string; stderr: string }> {
  return run(process.execPath, [CLI, ...args], {
    env: { ...process.env, KITH_DATA_DIR: dataDir },
    maxBuffer: 64 * 1024 * 1024,
  });
}

/** The built binary's `kith serve` on a free port and a data folder of its own. */
export async function startService(
  dataDir?: string,
  environment: Record<string, string> = {},
  /** A command to run it under. */
  under: string[] = [],
): Promise<RunningService> {
  const folder = dataDir ? { path: dataDir, remove() {} } : temporaryFolder();
  const command = [...under, process.execPath, CLI, 'serve', '--port', '0'];
  const child = spawn(command[0]!, command.slice(1), {
    env: { ...process.env, KITH_DATA_DIR: folder.path, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const baseUrl = await listeningAddress(child);
  return {
    baseUrl,
    dataDir: folder.path,
    process: child,
    async user(email = `${randomUUID()}@example.com`) {
      const { stdout } = await kith(folder.path, 'user', 'add', email, '--json');
      const { id, api_key } = JSON.parse(stdout);
      return { ...apiAt(baseUrl, api_key), id, email, apiKey: api_key };
    },
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      folder.remove();
    },
  };
}

async function listeningAddress(child: ChildProcess): Promise<string> {
  let printed = '';
  for await (const chunk of child.stderr!) {
    printed += chunk;
    const address = /listening on (http:\/\/\S+)/.exec(printed)?.[1];
    if (address) {
      child.stderr!.resume();
      return address;
    }
  }
  throw new Error(`the service did not start: ${printed}`);
}
