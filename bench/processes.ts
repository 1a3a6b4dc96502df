import { readFileSync } from 'node:fs';
import { querying } from '../test/support/postgres.ts';

/** Clock ticks per second, in which Linux counts process time. */
const TICKS = 100;

/** Fields of /proc/PID/stat after the program's name, including exited children on request. */
function ticksOf(pid: number, withEnded = false): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ').map(Number);
    const [user, system, endedUser, endedSystem] = fields.slice(11, 15) as [number, number, number, number];
    return user + system + (withEnded ? endedUser + endedSystem : 0);
  } catch {
    // It has already ended.
    return 0;
  }
}

/** CPU seconds used by a process. */
export const cpuOf = (pid: number): number => ticksOf(pid) / TICKS;

/** CPU seconds of a local PostgreSQL server, with all its processes, including exited ones. */
export function serverCpu(postmaster: number): number {
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').split(' ').filter(Boolean);
  return (ticksOf(postmaster, true) + children.reduce((sum, pid) => sum + ticksOf(Number(pid)), 0)) / TICKS;
}

/** The main process of a local PostgreSQL server. */
export const postmaster = (url: string): Promise<number> =>
  querying(url, async (client) => {
    const { rows } = await client.query('select pg_backend_pid() as pid');
    return Number(/PPid:\s+(\d+)/.exec(readFileSync(`/proc/${rows[0].pid}/status`, 'utf8'))![1]);
  });
