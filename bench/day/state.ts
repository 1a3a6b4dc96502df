import { existsSync, readFileSync } from 'node:fs';
import { querying } from '../../test/support/postgres.ts';
import { openFiles } from '../load/processes.ts';

/** Rows that come and go: what a day leaves of them must be what the day before left. The security log keeps 90 days. */
const PASSING = ['idempotency_records', 'outbox', 'jobs', 'sessions', 'sign_in_records', 'security_log'];

/** What two nodes and their database hold at a moment. */
export interface State {
  hour: number;
  /** Of each node: megabytes after a collection, timers, and open files. */
  nodes: { resident: number; heap: number; external: number; timers: number; files: number }[];
  connections: number;
  rows: Record<string, number>;
  megabytes: number;
}

/** `probe`: the beginning of the names of the files that nodes write their memory to. */
export async function stateOf(url: string, pids: number[], probe: string, hour: number): Promise<State> {
  const nodes = pids.map((pid) => {
    const lines = existsSync(probe + pid)
      ? readFileSync(probe + pid, 'utf8')
          .trim()
          .split('\n')
      : [];
    const { rss, heapUsed, external, timers } = JSON.parse(lines.at(-1) ?? '{}') as Record<string, number>;
    const megabytes = (bytes = 0) => bytes / 2 ** 20;
    return {
      ...{ resident: megabytes(rss), heap: megabytes(heapUsed), external: megabytes(external) },
      ...{ timers: timers ?? 0, files: openFiles(pid) },
    };
  });
  return querying(url, async (client) => {
    const one = async (text: string) => Number((await client.query(text)).rows[0].value);
    const rows: Record<string, number> = {};
    for (const name of [...PASSING, 'contacts', 'timeline_items', 'reminders']) {
      rows[name] = await one(`select count(*) as value from ${name}`);
    }
    const connections = await one(
      'select count(*) as value from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    const megabytes = (await one('select pg_database_size(current_database()) as value')) / 2 ** 20;
    return { hour, nodes, connections, rows, megabytes };
  });
}
