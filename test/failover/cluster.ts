import { type ChildProcess, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { querying, UNPRIVILEGED } from '../support/postgres.ts';
import { type Machine, makeMachines } from './machines.ts';

// Three machines, each with an etcd member. Two of them run PostgreSQL under Patroni, one as a synchronous replica.
// HAProxy routes to the primary that Patroni names.

/** Seconds. A primary that is silent for `ttl` is replaced. Patroni's defaults are 30, 10, and 10. */
export const PATIENCE = { ttl: 20, loop_wait: 5, retry_timeout: 5 };

/**
 * How Patroni connects to etcd, by the name of its setting. With the newer API, a Patroni before 3.0.3 (as in Debian
 * 12) that was frozen takes the primary key from its new owner.
 */
export type EtcdApi = 'etcd' | 'etcd3';

export interface Cluster {
  /** Through HAProxy. */
  url(database: string): string;
  databases: Machine[];
  /** The machine whose PostgreSQL accepts writes, once the other follows it synchronously. */
  whole(): Promise<Machine>;
  /** Waits until another machine's PostgreSQL accepts writes. */
  replaced(primary: Machine): Promise<void>;
  /** Starts a machine's programs again after all of them were killed. */
  start(machine: Machine): void;
}

export async function startCluster(folder: string, api: EtcdApi): Promise<Cluster> {
  const machines = makeMachines(['a', 'b', 'c'], folder);
  const databases = machines.slice(0, 2);
  const own = (name: string): string => {
    const path = join(folder, name);
    mkdirSync(path, { mode: 0o700 });
    if (process.getuid?.() === 0) {
      try {
        chownSync(path, UNPRIVILEGED, UNPRIVILEGED);
      } catch {
        // As root of only this namespace, we own everything it creates.
      }
    }
    return path;
  };
  for (const { name } of machines) own(`etcd-${name}`);
  for (const machine of databases) {
    own(`postgres-${machine.name}`);
    writeFileSync(join(folder, `patroni-${machine.name}.yml`), JSON.stringify(patroni(machine, machines, folder, api)));
  }
  writeFileSync(join(folder, 'haproxy.cfg'), haproxy(databases));
  const start = (machine: Machine): void => {
    watch(machine.start(`etcd-${machine.name}`, 'etcd', ...etcd(machine, machines, folder)));
    if (!databases.includes(machine)) return;
    watch(machine.start(`patroni-${machine.name}`, 'patroni', join(folder, `patroni-${machine.name}.yml`)));
  };
  for (const machine of machines) start(machine);
  watch(spawn('haproxy', ['-db', '-f', join(folder, 'haproxy.cfg')], { stdio: 'ignore', env: PATHS }));
  const whole = async (): Promise<Machine> => {
    for (const end = performance.now() + WHOLE_MS; performance.now() < end; await sleep(200)) {
      const found = await primaryOf(databases).catch(() => undefined);
      if (found) return found;
    }
    throw new Error(`the cluster was not whole again within ${WHOLE_MS / 1000} s`);
  };
  await whole();
  return {
    url: (database) => `postgres://owner@127.0.0.1:5432/${database}`,
    databases,
    whole,
    async replaced(primary) {
      const other = databases.find((machine) => machine !== primary)!;
      const took = async () =>
        (await request(`http://${other.address.clients}:8008/primary`, WITHIN)).statusCode === 200;
      while (!(await took().catch(() => false))) await sleep(200);
    },
    start,
  };
}

const WHOLE_MS = 180_000;
const PATHS = { PATH: `${process.env.PATH ?? ''}:/usr/sbin:/sbin` };

/** Processes that were killed on purpose need no further error report. */
const watch = (child: ChildProcess): void => void child.on('error', (error) => process.stderr.write(`${error}\n`));

/** The primary, if both PostgreSQL and Patroni report the other one as its synchronous replica. */
async function primaryOf(databases: Machine[]): Promise<Machine | undefined> {
  for (const machine of databases) {
    const { body } = await request(`http://${machine.address.clients}:8008/cluster`, WITHIN);
    const { members } = (await body.json()) as { members: { name: string; role: string; state: string }[] };
    const leader = members.find(({ role, state }) => role === 'leader' && state === 'running');
    const follows = members.some(({ role, state }) => role === 'sync_standby' && /running|streaming/.test(state));
    if (!follows || leader?.name !== machine.name) continue;
    const url = `postgres://owner@${machine.address.clients}:5432/postgres`;
    const rows = await querying(url, (client) =>
      client.query("select from pg_stat_replication where sync_state = 'sync'"),
    );
    if (rows.rowCount === 1) return machine;
  }
  return undefined;
}

const WITHIN = { headersTimeout: 2_000, bodyTimeout: 2_000 };

const etcd = ({ name, address }: Machine, all: Machine[], folder: string): string[] => [
  ...['--name', name, '--data-dir', join(folder, `etcd-${name}`)],
  ...['--listen-client-urls', `http://${address.cluster}:2379`],
  ...['--advertise-client-urls', `http://${address.cluster}:2379`],
  ...['--listen-peer-urls', `http://${address.cluster}:2380`],
  ...['--initial-advertise-peer-urls', `http://${address.cluster}:2380`],
  ...['--initial-cluster', all.map((peer) => `${peer.name}=http://${peer.address.cluster}:2380`).join(',')],
  // For a machine busy with all of this at once.
  ...['--heartbeat-interval', '200', '--election-timeout', '2000', '--enable-v2', '--logger', 'zap'],
];

function patroni({ name, address }: Machine, all: Machine[], folder: string, api: EtcdApi) {
  const bin = '/usr/lib/postgresql';
  const version = existsSync(bin) ? readdirSync(bin).sort((a, b) => Number(b) - Number(a))[0] : undefined;
  return {
    scope: 'kith',
    name,
    restapi: { listen: '0.0.0.0:8008', connect_address: `${address.cluster}:8008` },
    [api]: { hosts: all.map((peer) => `${peer.address.cluster}:2379`) },
    bootstrap: {
      dcs: {
        ...PATIENCE,
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true, use_slots: true, parameters: { max_connections: 100 } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }],
    },
    postgresql: {
      listen: `0.0.0.0:5432`,
      connect_address: `${address.cluster}:5432`,
      data_dir: join(folder, `postgres-${name}`, 'data'),
      ...(version && { bin_dir: join(bin, version, 'bin') }),
      pgpass: join(folder, `postgres-${name}`, 'pgpass'),
      authentication: { superuser: { username: 'owner' }, replication: { username: 'replica' } },
      pg_hba: ['local all all trust', 'host all all 0.0.0.0/0 trust', 'host replication replica 0.0.0.0/0 trust'],
      parameters: { unix_socket_directories: join(folder, `postgres-${name}`) },
    },
  };
}

const haproxy = (databases: Machine[]): string => `defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout check 2s
listen primary
  bind 127.0.0.1:5432
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${databases.map(({ name, address }) => `  server ${name} ${address.clients}:5432 check port 8008`).join('\n')}
`;
