import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nearness } from '../../src/service/question/time-range.ts';
import { seed } from '../support/seed.ts';

const DAY = 86_400_000;
const range = (from: string, to: string) => ({ from: `${from}T00:00:00.000Z`, to: `${to}T00:00:00.000Z` });

test('scores 1 inside the range, and half as much for each length of the range beyond it', () => {
  const june = range('2024-06-01', '2024-07-01');
  expect(nearness('2024-06-01T00:00:00.000Z', june)).toBe(1);
  expect(nearness('2024-06-30', june)).toBe(1);
  expect(nearness('2024-07-31', june)).toBe(0.5);
  expect(nearness('2024-05-02', june)).toBe(0.5);
  expect(nearness('2024-08-30', june)).toBe(0.25);
});

test('halves the score over a week at least and a year at most', () => {
  expect(nearness('2024-06-09', range('2024-06-01', '2024-06-02'))).toBe(0.5);
  expect(nearness('2020-12-31', range('1990-01-01', '2020-01-01'))).toBe(0.5);
});

test('scores from 0 to 1, falling with distance', () => {
  const time = fc.integer({ min: Date.parse('0001-01-01'), max: Date.parse('9999-12-31') });
  fc.assert(
    fc.property(time, time, fc.integer({ min: 1, max: 5_000 * DAY }), (at, from, length) => {
      const to = Math.min(from + length, Date.parse('9999-12-31T23:59:59.999Z'));
      const wanted = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
      const near = nearness(new Date(at).toISOString(), wanted);
      expect(near).toBeGreaterThanOrEqual(0);
      expect(near).toBeLessThanOrEqual(1);
      if (at >= from && at < to) expect(near).toBe(1);
      const farther = new Date(at < from ? at - DAY : at + DAY);
      if (at > Date.parse('0002-01-01') && at < Date.parse('9999-01-01')) {
        expect(nearness(farther.toISOString(), wanted)).toBeLessThanOrEqual(near);
      }
    }),
    { seed, numRuns: 500 },
  );
});

test('scores 0 for text that is not a date', () => {
  expect(nearness('', range('2024-06-01', '2024-07-01'))).toBe(0);
});
