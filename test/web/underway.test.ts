import { expect, test } from 'vitest';
import { disjoint, groupsIn, groupsText, joined } from '../../src/web/duplicates/groups.ts';
import { soon, Underway } from '../../src/web/duplicates/underway.ts';

// Results that a page does not wait for, and groups in forms.

const id = (digit: number) => `00000000-0000-4000-8000-${String(digit).padStart(12, '0')}`;

test('a quick result is returned, a slow one is not waited for', async () => {
  expect(await soon(Promise.resolve('quick'))).toBe('quick');
  expect(await soon(new Promise(() => {}))).toBeUndefined();
  await expect(soon(Promise.reject(new Error('broken')))).rejects.toThrow('broken');
});

test('a late failure is not unhandled', async () => {
  const late = new Promise((_, reject) => setTimeout(() => reject(new Error('late')), 250));
  expect(await soon(late)).toBeUndefined();
  await new Promise((resolve) => setTimeout(resolve, 100));
  await expect(late).rejects.toThrow('late');
});

test('a kept result is taken once, by its user', async () => {
  const underway = new Underway<string>();
  const kept = underway.keep('ada', Promise.resolve('list'));
  expect(underway.take('eve', kept)).toBeUndefined();
  expect(await underway.take('ada', kept)).toBe('list');
  expect(underway.take('ada', kept)).toBeUndefined();
  expect(underway.take('ada', undefined)).toBeUndefined();
});

test('only the latest 200 results are kept', () => {
  const underway = new Underway<number>();
  const kept = Array.from({ length: 201 }, (_, count) => underway.keep('ada', Promise.resolve(count)));
  expect(underway.take('ada', kept[0])).toBeUndefined();
  expect(underway.take('ada', kept[1])).toBeDefined();
});

test('groups survive a form', () => {
  const groups = [
    [id(1), id(2)],
    [id(3), id(4), id(5)],
  ];
  expect(groupsIn(groupsText(groups))).toEqual(groups);
});

test.each([
  null,
  '',
  '.',
  'x',
  groupsText([[id(1)]]),
  groupsText([[id(1), id(1)]]),
  groupsText([Array.from({ length: 21 }, (_, digit) => id(digit))]),
])('%s is no group', (text) => {
  expect(groupsIn(text)).toEqual([]);
});

test('selected groups that share a contact are joined, up to 20 contacts', () => {
  const [ab, cd, bc, ef] = [
    [1, 2],
    [3, 4],
    [2, 3],
    [5, 6],
  ].map((digits) => digits.map(id)) as [string[], string[], string[], string[]];
  expect(joined([ab, cd, bc, ef]).map((group) => group.sort())).toEqual([[1, 2, 3, 4].map(id), [5, 6].map(id)]);
  const chain = Array.from({ length: 30 }, (_, digit) => [id(digit), id(digit + 1)]);
  for (const group of joined(chain)) expect(group.length).toBeLessThanOrEqual(20);
});

test('certain groups share no contact', () => {
  const groups = [
    [1, 2],
    [2, 3],
    [4, 5],
  ].map((digits) => digits.map(id));
  expect(disjoint(groups)).toEqual([groups[0], groups[2]]);
  expect(disjoint(groups, [[id(5)]])).toEqual([groups[0]]);
});
