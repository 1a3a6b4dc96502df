import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { unpackedPackage } from './debian.ts';
import { freePort } from './free-port.ts';
import { UNPRIVILEGED } from './postgres.ts';
import type { Program } from './redis-program.ts';

/** A pooler for a PostgreSQL server. */
interface Pooler {
  /** A database's URL, through the pooler. */
  through(url: string): string;
  stop(): Promise<void>;
}

/** The installed PgBouncer, otherwise Debian's package unpacked into a cache, or undefined. */
function findPgBouncer(): Program | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  const own = folders.map((folder) => join(folder, 'pgbouncer')).find(existsSync);
  if (own) return { command: own, env: {} };
  const unpacked = unpackedPackage('pgbouncer');
  if (unpacked === undefined) return undefined;
  const libraries = join(unpacked, 'usr/lib');
  const paths = existsSync(libraries) ? readdirSync(libraries).map((name) => join(libraries, name)) : [];
  return { command: join(unpacked, 'usr/sbin/pgbouncer'), env: { LD_LIBRARY_PATH: paths.join(':') } };
}

/**
 * PgBouncer in transaction mode for the server at this URL: each transaction may get another server connection, which
 * is not reset in between. There are few connections, so clients share them.
 */
export async function startPgBouncer(server: string): Promise<Pooler> {
  const program = findPgBouncer();
  if (!program) throw new Error('no PgBouncer here: apt-get install pgbouncer');
  const { hostname, port: serverPort, username } = new URL(server);
  const folder = mkdtempSync(join(tmpdir(), 'kith-pgbouncer-'));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const settings = join(folder, 'pgbouncer.ini');
  writeFileSync(
    settings,
    `[databases]
* = host=${hostname} port=${serverPort} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 4
max_client_conn = 2000
server_idle_timeout = 5
`,
  );
  // It refuses to run as root.
  const asUser = process.getuid?.() === 0 ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED } : {};
  const child = spawn('sh', ['-c', WHILE_WATCHED, 'sh', program.command, settings], {
    ...asUser,
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', ...program.env },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  child.unref();
  let log = '';
  for await (const text of child.stderr.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    log += text;
    if (log.includes('process up')) break;
  }
  if (!log.includes('process up')) throw new Error(`PgBouncer did not start: ${log}`);
  child.stderr.resume();
  return {
    through(url) {
      const through = new URL(url);
      through.port = String(port);
      return through.href;
    },
    async stop() {
      child.stdin.end();
      if (child.exitCode === null) await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** It ends with the process that started it, when its input closes, even if that process is killed. */
const WHILE_WATCHED = '"$@" & pooler=$!; cat > /dev/null; kill $pooler; wait $pooler 2> /dev/null';
