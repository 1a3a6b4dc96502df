import { expect, test } from 'vitest';
import { operation } from '../../src/contract/operations.ts';
import { placeArguments } from '../../src/contract/schema/arguments.ts';
import { checkRequest } from '../../src/contract/schema/check.ts';
import { coerceArguments } from '../../src/contract/schema/coerce.ts';

// Intervals in tool arguments, in the words of people and models.

/** The argument as the service receives it, or the reason for its rejection. */
function taken(tool: 'create_reminder' | 'update_contact', args: Record<string, unknown>, field: string): unknown {
  const operationOf = operation(tool);
  const read = coerceArguments(operationOf, args);
  try {
    return (checkRequest(operationOf, placeArguments(operationOf, read)).body as Record<string, unknown>)[field];
  } catch (error) {
    return (error as { details: { fields: Record<string, string> } }).details.fields[field];
  }
}

const recurrence = (said: unknown) =>
  taken('create_reminder', { text: 't', due_at_date: '2026-01-01', recurrence: said }, 'recurrence');

test.each([
  ['7 days', ['7 days', 'weekly', 'Weekly', '1 week', 'every week', 'every 7 days', 'once a week', 'a week']],
  ['14 days', ['14 days', '2 weeks', 'every two weeks', 'every other week', 'fortnightly', 'biweekly']],
  ['1 mon', ['1 mon', 'monthly', '1 month', 'every month', 'each month', 'once every month', '1mon', '1 months']],
  ['3 mons', ['3 mons', 'quarterly', '3 months', 'every three months', 'every quarter', 'every-3-months']],
  ['6 mons', ['6 mons', 'half-yearly', 'twice a year', 'semiannually', 'every 6 months', '2 quarters']],
  ['1 year', ['1 year', 'yearly', 'annually', 'every year', '12 months', '4 quarters', 'once a year']],
])('%s', (expected, said) => {
  const read = said.filter((words) => !['1w eek'].includes(words));
  expect(read.map((words) => [words, recurrence(words)])).toEqual(read.map((words) => [words, expected]));
});

const CHOICES = 'must be one of 7 days, 14 days, 1 mon, 3 mons, 6 mons, 1 year';
test.each([
  ['every 2 months', '3 mons'],
  ['30 days', '1 mon'],
  ['daily', '7 days'],
  ['every 3 weeks', '1 mon'],
  ['2 years', '1 year'],
])('rejects %s as unsupported, and suggests the nearest interval', (said, near) => {
  expect(recurrence(said)).toBe(`${CHOICES}; the closest is ${near}`);
});

test.each(['every Monday', 'FREQ=WEEKLY', 'often', '', '0 weeks', 'constructor', 'every constructor'])(
  'rejects %j',
  (said) => expect(recurrence(said)).toBe(CHOICES),
);

test.each([
  ['every 6 weeks', '6 weeks'],
  ['monthly', '1 mon'],
  ['2 months', '2 mons'],
  ['every other week', '2 weeks'],
  ['quarterly', '3 mons'],
  ['14 days', '14 days'],
  [null, null],
])('accepts the keep-in-touch frequency %j', (said, expected) => {
  expect(taken('update_contact', { contactId: crypto.randomUUID(), frequency: said }, 'frequency')).toBe(expected);
});
