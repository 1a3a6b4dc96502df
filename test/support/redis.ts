import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { findRedis } from './redis-program.ts';

/** A private Redis (or Valkey), for tests: on a port of its own, keeping nothing on disk. */
export interface RedisServer {
  /** Its address, the same after a stop and a start. */
  url: string;
  start(): Promise<void>;
  /** Ends it at once, as a crash would: everyone connected sees the connection break, and all data is gone. */
  stop(): Promise<void>;
  remove(): Promise<void>;
}

/** Whether a Redis can be started here; where not, tests on it are left out. */
export const canStartRedis = (): boolean => findRedis() !== undefined;

/** Starts a Redis and resolves when it takes connections. */
export async function startRedis(): Promise<RedisServer> {
  const program = findRedis();
  if (!program) throw new Error('no Redis here: put redis-server or valkey-server on the PATH');
  const folder = mkdtempSync(join(tmpdir(), 'kith-redis-'));
  const port = await freePort();
  const settings = ['--port', port, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'].map(String);
  let stop = async () => {};
  const server: RedisServer = {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      const child = spawn('sh', ['-c', WHILE_WATCHED, 'sh', program.command, ...settings], {
        cwd: folder,
        env: { PATH: process.env.PATH ?? '', ...program.env },
        stdio: ['pipe', 'pipe', 'ignore'],
      });
      child.unref();
      stop = async () => {
        child.ref();
        child.stdin.end();
        if (child.exitCode === null) await once(child, 'exit');
      };
      let log = '';
      for await (const text of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
        log += text;
        if (log.includes('Ready to accept connections')) break;
      }
      if (child.exitCode !== null) throw new Error(`Redis did not start: ${log}`);
      (child.stdout.resume() as Socket).unref();
    },
    stop: () => stop(),
    async remove() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await server.start();
  return server;
}

/** The server lives as long as the process that started it: it ends with its input, also when that process was killed. */
const WHILE_WATCHED = '"$@" & server=$!; cat > /dev/null; kill -KILL $server; wait $server 2> /dev/null';
