import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { querying } from '../../test/support/postgres.ts';

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

/** First processes of the server at this address and, on Citus, of its workers; empty where they are on other machines. */
export async function postmasters(url: string): Promise<number[]> {
  const urls = await querying(url, async (client) => {
    const { rows } = await client.query("select to_regclass('pg_dist_node') is not null as there");
    if (!rows[0].there) return [url];
    const nodes = await client.query('select distinct nodename, nodeport from pg_dist_node');
    const workers = nodes.rows.map(({ nodename, nodeport }) => {
      const worker = new URL(url);
      [worker.hostname, worker.port] = [nodename, String(nodeport)];
      return worker.href;
    });
    return [...new Set([url, ...workers])];
  });
  const found = await Promise.all(urls.map((one) => querying(one, parentOf)));
  return [...new Set(found.filter((pid) => pid !== undefined))];
}

/** Asked while the connection stands: its process is gone with it. */
async function parentOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query('select pg_backend_pid() as pid');
  const status = `/proc/${rows[0].pid}/status`;
  return existsSync(status) ? Number(/PPid:\s+(\d+)/.exec(readFileSync(status, 'utf8'))![1]) : undefined;
}

export const openFiles = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;

const GROUPS = '/sys/fs/cgroup/cpu';

/** Bounds a process to a part of one core, as a small machine of its own would; undefined where that is not allowed. */
export function slice(name: string, part: number): { hold(pid: number): void; remove(): void } | undefined {
  const group = join(GROUPS, name);
  try {
    mkdirSync(group);
    writeFileSync(join(group, 'cpu.cfs_period_us'), '20000');
    writeFileSync(join(group, 'cpu.cfs_quota_us'), String(Math.round(part * 20_000)));
  } catch {
    return undefined;
  }
  return {
    hold: (pid) => writeFileSync(join(group, 'cgroup.procs'), String(pid)),
    remove: () => rmdirSync(group),
  };
}
