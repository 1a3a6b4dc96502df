import { afterEach, beforeEach, expect, test } from 'vitest';
import { BREAKS, type Break, SEEN_AS, sees } from '../campaign/breaks.ts';
import { type CampaignOptions, killsOf, runCampaign } from '../campaign/campaign.ts';
import { ENGINES, type EngineName } from '../campaign/subject.ts';
import { seed } from '../support/seed.ts';
import { temporaryFolder } from '../support/service.ts';
import { canTrace } from '../support/trace.ts';

// A short campaign on each engine, and some deliberate faults. `node scripts/run.mjs test/faults.ts --campaign` covers
// the rest.

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

const run = (engine: EngineName, options: Partial<CampaignOptions> & { writes: number; kills: number }) =>
  runCampaign({
    ...{ engine, seed, folder: folder.path, redis: false, cuts: false, bulkShare: 0.02 },
    ...options,
    signal: new AbortController().signal,
  });

test.each(ENGINES)('loses, duplicates, and mixes up nothing in a few kills on %s', { timeout: 0 }, async (engine) => {
  const result = await run(engine, { writes: 120, kills: 3 });
  expect(result.violations, `KITH_TEST_SEED=${seed}`).toEqual([]);
  expect(result).toMatchObject({ stopped: false, rounds: 1, readAgain: result.tally.users });
  expect(result.tally.acknowledged).toBeGreaterThanOrEqual(120);
  expect(killsOf(result)).toBe(3);
});

const QUICK: Break[] = ['record', 'lost'];

test.each(QUICK)('detects the deliberate fault %s', { timeout: 0 }, async (broken) => {
  const { violations } = await run('sqlite', { writes: 150, kills: 0, bulkShare: 0, broken });
  expect(
    violations.map(({ kind }) => kind),
    BREAKS[broken],
  ).toEqual(expect.arrayContaining([expect.toSatisfy((kind) => SEEN_AS[broken].includes(kind))]));
});

test.runIf(canTrace)('loses nothing in power cuts, unless syncs are off', { timeout: 0 }, async () => {
  const cut = { writes: 100, kills: 1, cuts: true };
  expect((await run('sqlite', cut)).violations).toEqual([]);
  folder.remove();
  folder = temporaryFolder();
  const { violations } = await run('sqlite', { ...cut, broken: 'fsync' });
  expect(sees('fsync', violations), JSON.stringify(violations)).toBe(true);
});
