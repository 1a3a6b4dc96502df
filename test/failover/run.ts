import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { FailoverOptions } from './inside.ts';

const NEEDED = ['patroni', 'etcd', 'haproxy', 'ip', 'unshare', 'setpriv'];

/**
 * Runs the failover in its own network and process namespaces, so all its processes end with this one. Returns whether
 * every promise was kept, or true with a message if it cannot run here.
 */
export async function runFailover(options: Omit<FailoverOptions, 'folder'>): Promise<boolean> {
  const missing = whyNot();
  if (missing) {
    process.stdout.write(`Left out: ${missing}\n`);
    return true;
  }
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'kith-failover-'));
  // The databases run as another user.
  chmodSync(folder, 0o755);
  const again = [...process.execArgv, process.argv[1]!, 'failover', '--inside', folder];
  const args = ['--rounds', String(options.rounds), '--seed', String(options.seed), '--only', options.only];
  if (options.broken) args.push('--break');
  const [command, ...rest] = [...namespaces(), process.execPath, ...again, ...args];
  const inside = spawn(command!, rest, { stdio: 'inherit' });
  const end = () => inside.kill('SIGKILL');
  process.once('SIGINT', end).once('SIGTERM', end);
  const [code] = await once(inside, 'exit');
  rmSync(folder, { recursive: true, force: true });
  return code === 0;
}

function whyNot(): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin'];
  const missing = NEEDED.filter((name) => !folders.some((folder) => existsSync(join(folder, name))));
  if (missing.length > 0) {
    return `no ${missing.join(', ')} here: apt-get install patroni python3-etcd etcd-server haproxy postgresql iproute2`;
  }
  const [command, ...args] = [...namespaces(), 'ip', 'link', 'set', 'lo', 'up'];
  const tried = spawnSync(command!, args, { encoding: 'utf8' });
  return tried.status === 0 ? undefined : `this machine lets nobody make a network of its own: ${tried.stderr.trim()}`;
}

/** A command prefix to run in namespaces that end with this process. */
const namespaces = (): string[] => [
  ...['setpriv', '--pdeathsig', 'KILL'],
  ...['unshare', '--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc'],
  ...(process.getuid?.() === 0 ? [] : ['--map-root-user']),
  // The first process adopts orphans, such as PostgreSQL's, and a shell reaps them.
  ...['sh', '-c', '"$@"; exit $?', 'sh'],
];
