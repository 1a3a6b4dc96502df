import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DavDevice, deviceOf } from '../support/dav-device.ts';
import { findLitmus, runLitmus } from '../support/litmus.ts';
import { type RunningService, startService } from '../support/service.ts';

// litmus results for the address book as a WebDAV server.

const NO_FOLDERS = 'There are no folders in an address book, which RFC 6352 (5.2) says too.';
const NO_MOVES = 'There is no MOVE.';

/** Tests that do not pass, and why that is correct. */
const OTHERWISE: Record<string, Record<string, [verdict: string, reason: string]>> = {
  basic: {
    options: ['WARNING', 'There are no locks: class 2 is not claimed.'],
    delete_fragment: ['FAIL', NO_FOLDERS],
    mkcol: ['FAIL', NO_FOLDERS],
    mkcol_again: ['SKIPPED', NO_FOLDERS],
    delete_coll: ['SKIPPED', NO_FOLDERS],
  },
  http: {},
  props: { propmove: ['FAIL', NO_MOVES] },
};
/** Number of tests, so that none goes missing. */
const TESTS: Record<string, number> = { basic: 15, http: 4, props: 21 };

const programs = findLitmus();

describe.skipIf(!programs)('litmus', () => {
  let service: RunningService;
  let device: DavDevice;
  beforeAll(async () => {
    service = await startService();
    device = await deviceOf(service, await service.user());
  });
  afterAll(async () => {
    await service.stop();
    expect(service.log()).not.toContain('unexpected fault');
  });

  test.each(Object.keys(OTHERWISE))('%s', async (suite) => {
    const verdicts = await runLitmus(programs!, suite, device);
    const otherwise = Object.entries(verdicts).filter(([, { verdict }]) => verdict !== 'pass');
    const told = Object.fromEntries(otherwise.map(([name, { verdict, words }]) => [name, { verdict, words }]));
    const expected = Object.entries(OTHERWISE[suite]!).map(([name, [verdict]]) => [
      name,
      { verdict, words: expect.any(String) },
    ]);
    expect(told).toEqual(Object.fromEntries(expected));
    expect(Object.keys(verdicts)).toHaveLength(TESTS[suite]!);
  });
});
