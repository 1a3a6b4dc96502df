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
  ['a single value in place of a list', { names: 'a,b' }, { names: ['a,b'] }],
  [
    'numbered keys where a list is wanted',
    { nested: { deep: { 0: { on: 'true' } } } },
    { nested: { deep: [{ on: true }] } },
  ],
  ['text that resembles another type', { text: '12', names: ['true'] }, { text: '12', names: ['true'] }],
  ['null and unreadable values', { nested: null, count: 'many' }, { nested: null, count: 'many' }],
])('reads %s', (_name, sent, read) => {
  expect(coerce(schema, sent)).toEqual(read);
});

test("accepts commas between a query string's list items", () => {
  expect(coerce(schema, { names: 'a,b' }, { commas: true })).toEqual({ names: ['a', 'b'] });
});

test.each([
  ['yes and no', { flag: 'Yes' }, { flag: true }],
  ['a list with one element in place of a single value', { count: ['12'], text: ['a'] }, { count: 12, text: 'a' }],
  ['addresses joined with commas', { names: 'a@x.example, b@x.example' }, { names: ['a@x.example', 'b@x.example'] }],
  ['a name with a comma as one', { names: 'Doe, Jane' }, { names: ['Doe, Jane'] }],
  ['a list of two not as one', { text: ['a', 'b'] }, { text: ['a', 'b'] }],
])('reads %s from models', (_name, sent, read) => {
  expect(coerce(schema, sent, { lenient: true })).toEqual(read);
});

test.each([
  ['flag', 'yes'],
  ['text', ['a']],
])('does not read %s as %j from programs', (field, value) => {
  expect(coerce(schema, { [field]: value })).toMatchObject({ [field]: value });
});

test('suggests a similar name, but not a distant one', () => {
  expect(suggestion('serchQuery', ['searchQuery', 'take'])).toBe(', did you mean searchQuery?');
  expect(suggestion('emails', ['contact_emails', 'email_ingest_source'])).toBe(', did you mean contact_emails?');
  expect(suggestion('new_name', ['name', 'emoji'])).toBe(', did you mean name?');
  expect(suggestion('tkae', ['searchQuery', 'take'])).toBe(', did you mean take?');
  expect(suggestion('type', ['searchQuery', 'take'])).toBe('');
  expect(suggestion('end', ['calendar'])).toBe('');
  expect(suggestion('zebra', ['searchQuery', 'take'])).toBe('');
});
