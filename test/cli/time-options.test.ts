import { expect, test } from 'vitest';
import { timestampOf } from '../../src/cli/input/arguments.ts';

const now = Date.parse('2026-11-22T12:00:00Z');

test.each([
  ['90d', 'ahead', '2027-02-20T12:00:00.000Z'],
  ['12h', 'past', '2026-11-22T00:00:00.000Z'],
  ['2w', 'past', '2026-11-08T12:00:00.000Z'],
  ['30m', 'ahead', '2026-11-22T12:30:00.000Z'],
  ['1y', 'ahead', '2027-11-22T12:00:00.000Z'],
  ['2027-01-01', 'ahead', '2027-01-02T00:00:00.000Z'],
  ['2026-11-01', 'past', '2026-11-01T00:00:00.000Z'],
  ['2026-11-01T10:00+01:00', 'past', '2026-11-01T09:00:00.000Z'],
] as const)('reads %s, looking %s, as %s', (text, direction, moment) => {
  expect(timestampOf('--at', text, direction, now)).toBe(moment);
});

test.each(['', 'soon', '7', 'd', '-7d', '1.5d', '2026-02-30', '2026-13-01', '2026-11-01T10:00', '999999y'])(
  'rejects %j',
  (text) => {
    expect(() => timestampOf('--at', text, 'ahead', now)).toThrow('--at');
  },
);
