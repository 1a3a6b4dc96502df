import { expect, test } from 'vitest';
import { z } from 'zod';
import { suggestion } from '../../src/contract/schema/arguments.ts';
import { coerce } from '../../src/contract/schema/coerce.ts';

const schema = z.object({
  count: z.int().optional(),
  flag: z.boolean().default(false),
  names: z.array(z.string()).optional(),
  nested: z
    .object({ deep: z.array(z.object({ on: z.boolean() })) })
    .nullable()
    .optional(),
  text: z.string().optional(),
});

test.each([
  ['numbers and booleans sent as text', { count: '12', flag: 'true' }, { count: 12, flag: true }],
  ['an object sent as JSON text', { nested: '{"deep":[{"on":"false"}]}' }, { nested: { deep: [{ on: false }] } }],
  ['a list sent as JSON text', { names: '["a","b"]' }, { names: ['a', 'b'] }],
  ['a single value where a list is wanted', { names: 'a,b' }, { names: ['a,b'] }],
  [
    'numbered keys where a list is wanted',
    { nested: { deep: { 0: { on: 'true' } } } },
    { nested: { deep: [{ on: true }] } },
  ],
  ['text that looks like something else', { text: '12', names: ['true'] }, { text: '12', names: ['true'] }],
  ['null and what cannot be read', { nested: null, count: 'many' }, { nested: null, count: 'many' }],
])('reads %s', (_name, sent, read) => {
  expect(coerce(schema, sent)).toEqual(read);
});

test('a query string may join a list with commas', () => {
  expect(coerce(schema, { names: 'a,b' }, { commas: true })).toEqual({ names: ['a', 'b'] });
});

test('a near name is suggested, a far one is not', () => {
  expect(suggestion('serchQuery', ['searchQuery', 'take'])).toBe(', did you mean searchQuery?');
  expect(suggestion('zebra', ['searchQuery', 'take'])).toBe('');
});
