import { afterAll, expect, test } from 'vitest';
import { kith, temporaryFolder } from './support/service.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

test('prints the same demo twice', async () => {
  const [first, second] = await onOneDay(() => Promise.all([kith(folder.path, 'demo'), kith(folder.path, 'demo')]));
  expect(first.stdout).toContain('200 cards');
  expect(first.stdout).toMatch(/Call with Sam +Sam Nguyen, \d{4}/);
  expect(first.stdout).toMatch(/Next: Fri \S+ 12:30, Lunch with Amara/);
  expect(first.stdout).toContain('Promised: Send Amara the sodium-ion paper.');
  expect(first.stdout).toContain('# Amara Okafor');
  expect(first.stdout).toContain('Harriet Vandermolen');
  expect(first.stdout).toBe(second.stdout);
});

/** Its dates are relative to today, so runs that start on different days differ. */
async function onOneDay<T>(run: () => Promise<T>): Promise<T> {
  for (;;) {
    const day = new Date().getUTCDate();
    const result = await run();
    if (new Date().getUTCDate() === day) return result;
  }
}
