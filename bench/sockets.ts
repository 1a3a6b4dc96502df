import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

/** Keep-alive connections to a local server. */
export const openSockets = (port: number, count: number): Promise<Socket[]> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true });
      await once(socket, 'connect');
      return socket;
    }),
  );

/** Sends a request and returns the response body, without a client that would cost more than the server. */
export function ask(socket: Socket, request: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let received: Buffer = Buffer.alloc(0);
    const done = () => socket.off('data', read).off('close', cut);
    const cut = () => reject(new Error('the connection broke'));
    const read = (chunk: Buffer) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      const end = received.indexOf('\r\n\r\n');
      if (end < 0) return;
      const head = received.toString('latin1', 0, end);
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (received.length < end + 4 + length) return;
      done();
      if (/^HTTP\/1.1 2/.test(head)) resolve(received.subarray(end + 4));
      else reject(new Error(`${head}\n${received.subarray(end + 4)}`));
    };
    socket.on('data', read).on('close', cut);
    socket.write(request);
  });
}

/** A request as sent over the wire. */
export function requestText(method: string, path: string, headers: Record<string, string>, body = ''): Buffer {
  const all = {
    host: '127.0.0.1',
    accept: '*/*',
    ...headers,
    ...(body && { 'content-length': Buffer.byteLength(body) }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
}

export interface ListeningServer {
  port: number;
  pid: number;
  stop(): Promise<void>;
}

/** Starts a server that prints `listening on`. kith ends with its input, and therefore with the benchmark. */
export async function startListening(
  [command, ...args]: string[],
  env: Record<string, string>,
): Promise<ListeningServer> {
  const child = spawn(command!, args, { env: { ...process.env, ...env }, stdio: ['pipe', 'ignore', 'pipe'] });
  const exited = once(child, 'exit');
  let log = '';
  for await (const line of createInterface({ input: child.stderr })) {
    log += `${line}\n`;
    const port = /listening on http:\/\/[^:]+:(\d+)/.exec(line)?.[1];
    if (!port) continue;
    child.stderr.resume();
    return {
      port: Number(port),
      pid: child.pid!,
      stop: async () => {
        child.kill('SIGTERM');
        await exited;
      },
    };
  }
  throw new Error(`${command} exited before it listened: ${log}`);
}
