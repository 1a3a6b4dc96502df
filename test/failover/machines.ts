import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { UNPRIVILEGED } from '../support/postgres.ts';

/** A machine's links to the other machines and to the clients. Each can be cut separately. */
export type Link = 'cluster' | 'clients';
const LINKS: Record<Link, string> = { cluster: '10.77.0', clients: '10.78.0' };

/** A network namespace, and its processes. */
export interface Machine {
  name: string;
  address: Record<Link, string>;
  /** Starts a program on it as an unprivileged user. Output goes to a file with its name in the folder. */
  start(name: string, command: string, ...args: string[]): ChildProcess;
  /** Every process on it at once. */
  signal(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): Promise<void>;
  cut(link: Link): void;
  heal(link: Link): void;
}

const ip = (...args: string[]): string => execFileSync('ip', args, { encoding: 'utf8' });

/** Two networks, with this process at one end of both, and `count` machines. */
export function makeMachines(names: string[], folder: string): Machine[] {
  // Where ip stores the names of namespaces. Only this process sees the folder.
  execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', '/run']);
  ip('link', 'set', 'lo', 'up');
  for (const link of ['cluster', 'clients'] as const) {
    ip('link', 'add', link, 'type', 'bridge');
    ip('address', 'add', `${LINKS[link]}.1/24`, 'dev', link);
    ip('link', 'set', link, 'up');
  }
  return names.map((name, index) => makeMachine(name, index + 11, folder));
}

function makeMachine(name: string, number: number, folder: string): Machine {
  const inside = ['netns', 'exec', name];
  ip('netns', 'add', name);
  ip(...inside, 'ip', 'link', 'set', 'lo', 'up');
  const address = { cluster: `${LINKS.cluster}.${number}`, clients: `${LINKS.clients}.${number}` };
  for (const link of ['cluster', 'clients'] as const) {
    ip('link', 'add', `${link}-${name}`, 'type', 'veth', 'peer', 'name', link, 'netns', name);
    ip('link', 'set', `${link}-${name}`, 'master', link, 'up');
    ip(...inside, 'ip', 'address', 'add', `${address[link]}/24`, 'dev', link);
    ip(...inside, 'ip', 'link', 'set', link, 'up');
  }
  const pids = () => ip('netns', 'pids', name).split('\n').filter(Boolean).map(Number);
  return {
    name,
    address,
    start(program, command, ...args) {
      const log = openSync(join(folder, `${program}.log`), 'a');
      const env = { PATH: process.env.PATH ?? '', LC_ALL: 'C' };
      return spawn('ip', [...inside, ...asUser(), command, ...args], { cwd: folder, env, stdio: ['ignore', log, log] });
    },
    async signal(signal) {
      // Processes that start between the check and the signal are found in the next round.
      for (let met = -1, all = pids(); all.length !== met; all = pids()) {
        for (const pid of all) {
          try {
            process.kill(pid, signal);
          } catch {
            // It has already ended.
          }
        }
        met = signal === 'SIGKILL' ? 0 : all.length;
        await sleep(50);
      }
    },
    cut: (link) => void ip('link', 'set', `${link}-${name}`, 'down'),
    heal: (link) => void ip('link', 'set', `${link}-${name}`, 'up'),
  };
}

/** A command prefix to run as another user, because PostgreSQL refuses root, even in a namespace. */
function asUser(): string[] {
  const user = String(UNPRIVILEGED);
  const isRoot = execFileSync('cat', ['/proc/self/uid_map'], { encoding: 'utf8' }).includes('4294967295');
  if (isRoot) return ['setpriv', '--reuid', user, '--regid', user, '--clear-groups'];
  return ['unshare', '--user', `--map-user=${user}`, `--map-group=${user}`];
}
