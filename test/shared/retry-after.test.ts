import { afterEach, beforeEach, expect, test } from 'vitest';
import { retryAfterMs } from '../../src/shared/http/retry-after.ts';

const NOW = Date.parse('2026-11-22T08:49:00Z');
const says = (value?: string) => retryAfterMs({ header: (name) => (name === 'retry-after' ? value : undefined) }, NOW);

const zone = process.env.TZ;
beforeEach(() => {
  process.env.TZ = 'America/New_York';
});
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

test.each([
  ['0', 0],
  ['30', 30_000],
  [' 1.5 ', 1_500],
  ['31536000', 31_536_000_000],
  ['9'.repeat(400), Number.MAX_SAFE_INTEGER],
  ['Sun, 22 Nov 2026 08:49:37 GMT', 37_000],
  ['Sunday, 22-Nov-26 08:49:37 GMT', 37_000],
  // Without a zone it is GMT, in any local time zone.
  ['Sun Nov 22 08:49:37 2026', 37_000],
  ['Sun Nov  1 08:49:37 2026', 0],
  ['Sun, 22 Nov 2020 08:49:37 GMT', 0],
])('reads "%s" as %d ms', (value, ms) => {
  expect(says(value)).toBe(ms);
});

test.each([undefined, '', '-5', '5 s', '1e3', 'soon', 'Infinity', '2026-11-22', 'Sun, 99 Nov 2026 99:99:99 GMT'])(
  'ignores "%s"',
  (value) => {
    expect(says(value)).toBeUndefined();
  },
);
