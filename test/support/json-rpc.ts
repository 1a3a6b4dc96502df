import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';

interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** A process that speaks JSON-RPC on its pipes, with nothing between it and the caller. */
export interface JsonRpcProcess {
  child: ChildProcessByStdio<Writable, Readable, Readable>;
  /** Every line written to stdout so far. */
  lines: string[];
  stderr(): string;
  /** Resolves with `result`. Rejects with the error, or if the process ends first. */
  request(method: string, params?: object): Promise<Record<string, unknown>>;
  notify(method: string, params?: object): void;
  /** The id of the last request. */
  lastId(): number;
  /** Resolves once the process has sent a message with this method. */
  received(method: string): Promise<void>;
  exited: Promise<Exit>;
}

interface Pending {
  resolve(result: Record<string, unknown>): void;
  reject(error: Error): void;
}

export function startJsonRpc(command: string[], environment: NodeJS.ProcessEnv = {}): JsonRpcProcess {
  const child = spawn(command[0]!, command.slice(1), {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  });
  const pending = new Map<number, Pending>();
  const lines: string[] = [];
  let errors = '';
  let rest = '';
  let lastId = 0;
  // The process may exit before a write arrives. Its exit is reported.
  child.stdin.on('error', () => {});
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  child.stdout.on('data', (chunk) => {
    const parts = (rest + chunk).split('\n');
    rest = parts.pop()!;
    for (const line of parts) {
      lines.push(line);
      answer(line);
    }
  });
  const exited = once(child, 'close').then(([code, signal]): Exit => {
    for (const { reject } of pending.values()) reject(new Error(`the process ended (${code ?? signal}): ${errors}`));
    return { code, signal };
  });
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

  const expected = new Map<string, () => void>();

  function answer(line: string): void {
    const { id, method, result, error } = JSON.parse(line);
    expected.get(method)?.();
    const waiting = pending.get(id);
    pending.delete(id);
    if (error) waiting?.reject(Object.assign(new Error(error.message), { code: error.code }));
    else waiting?.resolve(result);
  }

  return {
    child,
    lines,
    stderr: () => errors,
    request: (method, params) =>
      new Promise((resolve, reject) => {
        const id = ++lastId;
        pending.set(id, { resolve, reject });
        send({ id, method, params });
      }),
    notify: (method, params) => void send({ method, params }),
    lastId: () => lastId,
    received: (method) => new Promise((resolve) => expected.set(method, resolve)),
    exited,
  };
}

/** The initialization of every client for 2025 protocols. */
export async function initialize(server: JsonRpcProcess, capabilities = {}): Promise<Record<string, unknown>> {
  const result = await server.request('initialize', {
    protocolVersion: '2025-11-25',
    capabilities,
    clientInfo: { name: 'kith-test', version: '1' },
  });
  server.notify('notifications/initialized');
  return result;
}
