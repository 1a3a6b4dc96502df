import { readFileSync } from 'node:fs';
import { querying } from '../test/support/postgres.ts';

/** Clock ticks of a second, in which Linux counts the time of processes. */
const TICKS = 100;

/** Fields of /proc/PID/stat behind the name of the program: with its children that ended, where asked. */
function ticksOf(pid: number, withEnded = false): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ').map(Number);
    const [user, system, endedUser, endedSystem] = fields.slice(11, 15) as [number, number, number, number];
    return user + system + (withEnded ? endedUser + endedSystem : 0);
  } catch {
    // It ended meanwhile.
    return 0;
  }
}

/** Seconds of CPU that a process has had. */
export const cpuOf = (pid: number): number => ticksOf(pid) / TICKS;

/** Seconds of CPU of a PostgreSQL server on this machine, with all its processes, also those that ended. */
export function serverCpu(postmaster: number): number {
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').split(' ').filter(Boolean);
  return (ticksOf(postmaster, true) + children.reduce((sum, pid) => sum + ticksOf(Number(pid)), 0)) / TICKS;
}

/** The first process of the PostgreSQL server at an address on this machine. */
export const postmaster = (url: string): Promise<number> =>
  querying(url, async (client) => {
    const { rows } = await client.query('select pg_backend_pid() as pid');
    return Number(/PPid:\s+(\d+)/.exec(readFileSync(`/proc/${rows[0].pid}/status`, 'utf8'))![1]);
  });
