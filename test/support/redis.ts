import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { findRedis } from './redis-program.ts';

/** A private Redis (or Valkey) for tests, on its own port, without persistence. */
export interface RedisServer {
  /** Its URL, the same after a restart. */
  url: string;
  start(): Promise<void>;
  /** Kills it like a crash: all connections break, and all data is lost. */
  stop(): Promise<void>;
  remove(): Promise<void>;
}

/** Whether a Redis can be started here. Otherwise, its tests are skipped. */
export const canStartRedis = (): boolean => findRedis() !== undefined;

/** Starts a Redis and resolves when it accepts connections. */
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

/** The server ends with the process that started it, when its input closes, even if that process is killed. */
const WHILE_WATCHED = '"$@" & server=$!; cat > /dev/null; kill -KILL $server; wait $server 2> /dev/null';
