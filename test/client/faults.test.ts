import { expect, test } from 'vitest';
import { seed } from '../support/seed.ts';
import { runFaults } from './fault-run.ts';

const writes = Number(process.env.KITH_TEST_WRITES ?? 120);

test('applies every acknowledged write exactly once through a faulty network', async () => {
  const run = await runFaults({ writes, seed, stormEvery: 60 });
  const { tally, doubled, lost, surplus, early, met } = run;
  const wrong = { doubled, lost, surplus, early };
  expect(wrong, `KITH_TEST_SEED=${seed}`).toEqual({ doubled: [], lost: [], surplus: [], early: 0 });
  expect(tally.acknowledged).toBeGreaterThanOrEqual(writes);
  // The run met faults, and the service replayed recorded results.
  expect(met.resetAfter + met.cutBody + met.badJson + met.duplicate).toBeGreaterThan(0);
  expect(tally.replayed).toBeGreaterThan(0);
});
