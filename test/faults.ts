import { parseArgs } from 'node:util';
import { Redis } from 'ioredis';
import { short, table } from '../bench/figures.ts';
import { campaign } from './campaign/run.ts';
import { FAULTS, type Fault } from './client/fault-proxy.ts';
import { type FaultRun, runFaults } from './client/fault-run.ts';
import { runLimit } from './client/limit-run.ts';
import { startLimitedService } from './client/windowed-service.ts';
import { startRedis } from './support/redis.ts';

// node scripts/run.mjs test/faults.ts [--writes 10000] [--seed N]
//   Random writes from the real client to the real service, through a faulty proxy. Fails unless the service ends with
//   exactly the acknowledged data.
// node scripts/run.mjs test/faults.ts --limit [--windows 4]
//   Five processes with one key and 600 requests a minute: with Redis, without, and with Redis flushed and restarted.
// node scripts/run.mjs test/faults.ts --campaign [--writes 20000] [--kills 40] [--engines sqlite,postgres] [--seed N]
//     [--minutes M] [--folder F]
//   Clients write while processes are killed and disks, clocks, networks, and Redis fail. Then their whole history is
//   checked: docs/reliability.md. Ctrl-C ends it with the results so far. --break record, fsync, lost, doubled, foreign,
//   or stale adds a deliberate fault that the checker must detect.

const { values } = parseArgs({
  options: {
    writes: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    limit: { type: 'boolean', default: false },
    windows: { type: 'string', default: '4' },
    campaign: { type: 'boolean', default: false },
    kills: { type: 'string', default: '40' },
    engines: { type: 'string', default: 'sqlite,postgres' },
    minutes: { type: 'string', default: '1440' },
    folder: { type: 'string' },
    break: { type: 'string' },
  },
});
const say = (text: string) => process.stdout.write(`${text}\n`);

process.exit((await chosen()) ? 0 : 1);

function chosen(): Promise<boolean> {
  if (values.limit) return limits(Number(values.windows));
  if (!values.campaign) return faults();
  const { writes = '20000', kills, engines, seed, minutes, folder } = values;
  const numbers = { writes: Number(writes), kills: Number(kills), seed: Number(seed), minutes: Number(minutes) };
  return campaign({ ...numbers, engines, folder, broken: values.break });
}

async function faults(): Promise<boolean> {
  const run = await runFaults({ writes: Number(values.writes ?? 10_000), seed: Number(values.seed), stormEvery: 400 });
  say(faultTable(run));
  say(resultTable(run));
  return run.doubled.length + run.lost.length + run.surplus.length + run.early === 0;
}

function faultTable({ met }: FaultRun): string {
  const rows = Object.entries(met).map(([fault, count]) => [FAULTS[fault as Fault], short(count)]);
  return table('What the requests met', ['', 'requests'], rows);
}

function resultTable({ seed, writes, tally, doubled, lost, surplus, early, milliseconds }: FaultRun): string {
  return table(
    `${short(writes)} random writes, seed ${seed}, ${short(milliseconds / 1000)} s`,
    ['', 'count'],
    [
      ['acknowledged', short(tally.acknowledged)],
      ['answered from the record of an earlier try', short(tally.replayed)],
      ['given up by the client, made again under the same key', short(tally.repeated)],
      ['done twice', String(doubled.length)],
      ['acknowledged, but not stored', String(lost.length)],
      ['stored twice, or not acknowledged', String(surplus.length)],
      ['sent before Retry-After had passed', String(early)],
    ],
  );
}

async function limits(windows: number): Promise<boolean> {
  const redis = await startRedis();
  const calm = await Promise.all([limitRows('with Redis', windows, redis.url), limitRows('without Redis', windows)]);
  // One quarter and three quarters into the third minute.
  const troubled = await limitRows('Redis flushed, restarted', windows, redis.url, () => {
    setTimeout(() => void flush(redis.url), 15_000);
    setTimeout(() => void redis.stop().then(() => redis.start()), 45_000);
  });
  await redis.remove();
  const rows = [...calm, troubled].flatMap((run) => run.rows);
  say(table('Five processes, one key, 600 requests a minute', ['', 'answered', 'refused', 'budget used'], rows));
  const failed = [...calm, troubled].flatMap((run) => run.failed);
  say(failed.length === 0 ? 'No call failed.' : `Calls failed: ${failed.join('; ')}`);
  return failed.length === 0;
}

async function limitRows(name: string, windows: number, redisUrl = '', inThird = () => {}) {
  const service = await startLimitedService(600);
  const { failed } = await runLimit({
    service,
    processes: 5,
    redisUrl,
    async story({ until }) {
      await until(() => service.windows.length > 2);
      inThird();
      await until(() => service.windows.length > windows);
    },
  });
  const rows = service.windows.slice(0, windows).map(({ taken, refused }, index) => {
    const used = `${((taken / service.limit) * 100).toFixed(1)} %`;
    return [`${name}, minute ${index + 1}`, String(taken), String(refused), used];
  });
  await service.stop();
  return { failed, rows };
}

async function flush(url: string): Promise<void> {
  const redis = new Redis(url);
  await redis.flushall();
  redis.disconnect();
}
