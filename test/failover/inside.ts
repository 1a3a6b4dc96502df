import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { short, table } from '../../bench/figures.ts';
import { checkHistory } from '../campaign/check.ts';
import { buildWorker, Clients } from '../campaign/clients.ts';
import { readFinalState } from '../campaign/final-state.ts';
import { VIOLATIONS, type Violation } from '../campaign/history.ts';
import { readLedger } from '../campaign/ledger.ts';
import type { SessionSpec } from '../campaign/session.ts';
import { querying } from '../support/postgres.ts';
import { randomFrom } from '../support/random.ts';
import { kithWith, type RunningService, startService } from '../support/service.ts';
import { type Cluster, PATIENCE, startCluster } from './cluster.ts';
import { FAILOVER_FAULTS } from './faults.ts';
import { type ObservedOutage, Watcher } from './watcher.ts';
import { checkWitness, makeWitness, startWitness } from './witness.ts';

export interface FailoverOptions {
  folder: string;
  rounds: number;
  seed: number;
  /** Names of the faults, separated by commas (default: all). */
  only: string;
  /** Configures the cluster to lose writes, to see that the check finds them. */
  broken: boolean;
}

const SECRET = 'a secret of the fail-over, and of nothing else';
/** How long writers continue before a fault, and after it with the new primary. */
const CALM_MS = 3_000;

const say = (text: string) => process.stdout.write(`${text}\n`);

/** Runs the faults one after another, with writers at both nodes. Returns whether all acknowledged data was kept. */
export async function failoverInside(options: FailoverOptions): Promise<boolean> {
  const { folder, rounds, seed, only, broken } = options;
  const cluster = await startCluster(folder, broken ? 'etcd3' : 'etcd');
  for (const name of ['kith', 'witness']) {
    await querying(cluster.url('postgres'), (client) => client.query(`create database ${name}`));
  }
  await makeWitness(cluster.url('witness'));
  for (const machine of cluster.databases) startWitness(machine, folder);

  const nodes = [await startNode(cluster, folder, 0), await startNode(cluster, folder, 1)];
  const users = [];
  for (const name of ['one', 'other', 'both', 'watched']) users.push(await newUser(cluster, nodes[0]!, name));
  const [watched] = users.splice(3);
  const specs = sessionSpecs(nodes, users, folder);
  const clients = new Clients(await buildWorker(folder), specs, randomFrom(seed), () => {});
  const addresses = nodes.map(({ baseUrl }) => baseUrl);
  const watcher = new Watcher(addresses, watched!);

  const rows: string[][] = [];
  const names = Object.keys(FAILOVER_FAULTS).filter((name) => only === '' || only.split(',').includes(name));
  const unexpected: string[] = [];
  const story = async () => {
    for (let round = 1; round <= rounds; round++) {
      for (const name of names) {
        const { met, mended } = await strike(name, cluster, watcher, folder);
        rows.push([`${round}: ${FAILOVER_FAULTS[name]!.says}`, ...cells(met), ...cells(mended).slice(0, 1)]);
        process.stderr.write(`${rows.at(-1)!.join('  ')}\n`);
        unexpected.push(...met.unexpected, ...mended.unexpected);
      }
    }
  };
  const brokenOff = await story().catch(String);
  await clients.stop();
  const wrong = await watcher.stop(addresses[0]!);
  const witness = await checkWitness(cluster.url('witness'), folder);
  const { acknowledged, reads, violations } = await judge(users, specs.flat(), addresses);
  say('');
  say(
    table(
      `The machine of the primary, seconds (ttl ${PATIENCE.ttl}, loop_wait ${PATIENCE.loop_wait}, retry_timeout ${PATIENCE.retry_timeout})`,
      ['', 'no write kept', 'no read answered', 'longest wait', 'answered 503', 'when mended'],
      rows,
    ),
  );
  if (brokenOff) say(brokenOff);
  const total: [string, number][] = [
    ['writes acknowledged', acknowledged + watcher.written],
    ['reads checked', reads],
    ...Object.entries(VIOLATIONS).map(([kind, text]): [string, number] => [
      text,
      violations.filter((violation) => violation.kind === kind).length,
    ]),
    ['wrong in what was watched', wrong.length],
    ['answered neither as asked nor with 503', unexpected.length],
    ['written past HAProxy, on the machine itself', witness.taken],
    ['of these acknowledged, but not stored', witness.lost.length],
  ];
  say(
    table(
      `${short(rounds)} rounds, seed ${seed}`,
      ['', 'count'],
      total.map(([text, count]) => [text, short(count)]),
    ),
  );
  for (const { kind, text } of violations.slice(0, 20)) say(`${kind}: ${text}`);
  const others = [...wrong, ...witness.lost, ...unexpected];
  for (const text of others.slice(0, 20)) say(text);
  const kept = violations.length + others.length === 0 && !brokenOff;
  if (broken) say(kept ? 'NOTHING WAS SEEN TO BE LOST' : 'What the broken cluster lost was seen.');
  return kept !== broken;
}

/** One fault, from a healthy cluster to a healthy cluster: outcomes until the other machine took over, and after. */
async function strike(
  name: string,
  cluster: Cluster,
  watcher: Watcher,
  folder: string,
): Promise<{ met: ObservedOutage; mended: ObservedOutage }> {
  const trouble = FAILOVER_FAULTS[name]!;
  const primary = await cluster.whole();
  await sleep(CALM_MS);
  watcher.met();
  await trouble.strike(primary);
  const before = watcher.written;
  await cluster.replaced(primary);
  while (watcher.written < before + 20) await sleep(100);
  await sleep(CALM_MS);
  const met = watcher.met();
  await trouble.mend(primary, cluster);
  if (name === 'kill') startWitness(primary, folder);
  await cluster.whole();
  await sleep(CALM_MS);
  return { met, mended: watcher.met() };
}

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(1);
const cells = ({ writeGap, readGap, wait, refused }: ObservedOutage): string[] => [
  seconds(writeGap),
  seconds(readGap),
  seconds(wait),
  String(refused),
];

const settings = (cluster: Cluster) => ({ KITH_SECRET: SECRET, KITH_DATABASE_URL: cluster.url('kith') });

function startNode(cluster: Cluster, folder: string, number: number): Promise<RunningService> {
  const dataDir = join(folder, `node-${number}`);
  mkdirSync(dataDir);
  return startService(dataDir, settings(cluster));
}

async function newUser(cluster: Cluster, { dataDir }: RunningService, name: string): Promise<string> {
  const { stdout } = await kithWith(settings(cluster), dataDir, 'user', 'add', `${name}@example.com`, '--json');
  return JSON.parse(stdout).api_key;
}

/** Two client processes, each at its own node. Some share a user with the other's clients. */
function sessionSpecs(nodes: RunningService[], users: string[], folder: string): SessionSpec[][] {
  return nodes.map(({ baseUrl }, index) =>
    [index, index, 2, 2].map((owner, session) => ({
      baseUrl,
      apiKey: users[owner]!,
      ledger: join(folder, `process-${index}-client-${session}.jsonl`),
      prefix: `u${owner}p${index}l${session}`,
      bulkShare: 0.02,
    })),
  );
}

/** Compares all data of the writers' users, read at both nodes, with the acknowledged data. */
async function judge(users: string[], specs: SessionSpec[], addresses: string[]) {
  const violations: Violation[] = [];
  let [acknowledged, reads] = [0, 0];
  for (const apiKey of users) {
    const ledgers = specs.filter((spec) => spec.apiKey === apiKey).map(({ ledger }) => readLedger(ledger));
    const history = { writes: ledgers.flatMap(({ writes }) => writes), reads: ledgers.flatMap((one) => one.reads) };
    for (const address of addresses) {
      violations.push(...checkHistory({ ...history, final: await readFinalState(address, apiKey) }));
    }
    const refusals = ledgers.flatMap((ledger) => ledger.refusals);
    violations.push(...refusals.map((text): Violation => ({ kind: 'refused', text })));
    for (const write of history.writes) if (write.acknowledged !== undefined) acknowledged += write.weight;
    reads += history.reads.length;
  }
  return { acknowledged, reads, violations };
}
