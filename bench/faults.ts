import { parseArgs } from 'node:util';
import { FAULTS, type Fault } from '../test/client/fault-proxy.ts';
import { type FaultRun, runFaults } from '../test/client/fault-run.ts';
import { short, table } from './figures.ts';

// npm run faults -- [--writes 10000] [--seed N]
// Random writes from the real client to the real service, through a proxy that breaks things. Fails unless the service
// ends with exactly what was acknowledged.

const { values } = parseArgs({
  options: {
    writes: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
});

const run = await runFaults({ writes: Number(values.writes), seed: Number(values.seed), stormEvery: 400 });
process.stdout.write(`${faultTable(run)}\n${resultTable(run)}\n`);
process.exit(run.lost.length + run.surplus.length + run.early === 0 ? 0 : 1);

function faultTable({ met }: FaultRun): string {
  const rows = Object.entries(met).map(([fault, count]) => [FAULTS[fault as Fault], short(count)]);
  return table('What the requests met', ['', 'requests'], rows);
}

function resultTable({ seed, writes, tally, lost, surplus, early, milliseconds }: FaultRun): string {
  return table(
    `${short(writes)} random writes, seed ${seed}, ${short(milliseconds / 1000)} s`,
    ['', 'count'],
    [
      ['acknowledged', short(tally.acknowledged)],
      ['answered from the record of an earlier try', short(tally.replayed)],
      ['given up by the client, made again under the same key', short(tally.repeated)],
      ['acknowledged, but not stored', String(lost.length)],
      ['stored twice, or not acknowledged', String(surplus.length)],
      ['sent before Retry-After had passed', String(early)],
    ],
  );
}
