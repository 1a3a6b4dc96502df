import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync } from 'node:fs';
import { querying, startPostgres } from '../../test/support/postgres.ts';
import { type Spread, short, spread, table, timed } from '../figures.ts';
import { bundled } from '../targets.ts';
import { COSTLY, type CostlyRequest } from './requests.ts';
import { type FairnessSetup, makeFairnessSetup } from './setup.ts';

export interface FairnessFigures {
  engine: string;
  requests: (FairnessRow | { name: string; error: string })[];
}

interface FairnessRow {
  name: string;
  statuses: number[];
  /** Bytes of the largest response. */
  bytes: number;
  /** Milliseconds of the request itself. */
  own: Spread;
  /** Milliseconds of another user's concurrent requests. */
  others: Spread;
  longest: number;
  /** The longest stretch of the service's main thread, in milliseconds of CPU time. */
  stretch: number;
}

const SECRET = 'benchmark secret, used nowhere else';

/** How long each request is repeated, so that the other user's p99 has enough samples. */
const SECONDS = 2;

/** Measures how long another user waits for `GET /v2/users/me` while one user or a stranger sends a costly request. */
export async function measureFairness(
  folder: string,
  { engines, only }: { engines: string[]; only: string },
  tell: (what: string) => void,
): Promise<FairnessFigures[]> {
  const measured: FairnessFigures[] = [];
  for (const engine of engines) {
    const database = engine === 'postgres' ? await startDatabase(folder) : undefined;
    if (database) Object.assign(process.env, { KITH_DATABASE_URL: database.url, KITH_SECRET: SECRET });
    const scene = await makeFairnessSetup((what) => tell(`${engine}: ${what}`));
    try {
      measured.push({ engine, requests: await measureAll(scene, only, (what) => tell(`${engine}: ${what}`)) });
    } finally {
      await scene.service.stop();
      delete process.env.KITH_DATABASE_URL;
      delete process.env.KITH_SECRET;
      await database?.server.remove();
    }
  }
  return measured;
}

/** A PostgreSQL for this run that syncs every commit, with an empty database. */
async function startDatabase(folder: string) {
  // It runs as another user, who must be able to reach its folder in here.
  chmodSync(folder, 0o755);
  const server = await startPostgres({ durableIn: folder });
  await querying(server.url('postgres'), (client) => client.query('create database kith'));
  return { url: server.url('kith'), server };
}

async function measureAll(scene: FairnessSetup, only: string, tell: (what: string) => void) {
  const poller = fork(bundled('fairness/poller'), [scene.service.baseUrl, scene.bob.apiKey], { execArgv: [] });
  const rows: FairnessFigures['requests'] = [];
  for (const costly of COSTLY.filter(({ name }) => name.includes(only))) {
    tell(costly.name);
    await scene.longestStretch();
    poller.send('start');
    const row = await measureOne(scene, costly).catch((error: unknown) => ({ error: String(error) }));
    poller.send('stop');
    const stretch = await scene.longestStretch();
    const [durations] = (await once(poller, 'message')) as [number[]];
    rows.push(
      'error' in row
        ? { name: costly.name, error: row.error }
        : {
            ...row,
            name: costly.name,
            others: spread(durations),
            longest: durations.reduce((a, b) => Math.max(a, b), 0),
            stretch,
          },
    );
  }
  poller.kill();
  return rows;
}

async function measureOne(
  scene: FairnessSetup,
  costly: CostlyRequest,
): Promise<Omit<FairnessRow, 'name' | 'others' | 'longest' | 'stretch'>> {
  const durations: number[] = [];
  const statuses = new Set<number>();
  let bytes = 0;
  const until = performance.now() + SECONDS * 1_000;
  do {
    durations.push(
      await timed(async () => {
        const outcome = await costly.send(scene);
        statuses.add(outcome.status);
        bytes = Math.max(bytes, outcome.bytes);
      }),
    );
  } while (performance.now() < until);
  return { statuses: [...statuses], bytes, own: spread(durations) };
}

export const fairnessTable = ({ engine, requests }: FairnessFigures): string =>
  table(
    `${engine}: another user's wait during a costly request, for GET /v2/users/me from a separate process`,
    ['', 'status', 'KB', 'own p50, ms', "others' p50, ms", "others' p99, ms", 'longest, ms', 'CPU stretch, ms'],
    requests.map((row) =>
      'error' in row
        ? [row.name, row.error.slice(0, 60)]
        : [
            ...[row.name, row.statuses.join('/'), short(row.bytes / 1_000), short(row.own.p50)],
            ...[row.others.p50, row.others.p99, row.longest, row.stretch].map(short),
          ],
    ),
  );
