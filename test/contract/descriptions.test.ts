import { describe, expect, test } from 'vitest';
import type { Schema } from '../../scripts/api/accepts.ts';
import { describeApi } from '../../src/contract/openapi.ts';
import { operation, operationNames } from '../../src/contract/operations.ts';
import { photoOperation } from '../../src/contract/photos.ts';

const all = [...operationNames.map(operation), photoOperation];
const api = describeApi(all, '0.0.0') as Schema;
const records: Record<string, Schema> = api.components.schemas;

const FILLERS = new Set(['a', 'an', 'the', 'of', 'this', 'its']);
const wordsOf = (text: string): string =>
  (
    text
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[a-z]+/g) ?? []
  )
    .filter((word) => !FILLERS.has(word))
    .sort()
    .join(' ');

/** The problem with a description, or undefined for a good one. */
function fault(name: string, description: unknown): string | undefined {
  if (typeof description !== 'string' || description.trim() === '') return 'has no description';
  if (wordsOf(description) === wordsOf(name)) return 'repeats its name';
  return /[.!?]$/.test(description) ? undefined : 'does not end its sentence';
}

/**
 * Problems of all properties within a schema, with their paths. A reference may leave the description to its
 * record.
 */
function faultsIn(schema: Schema, place: string): string[] {
  const own = Object.entries<Schema>(schema.properties ?? {}).flatMap(([name, inner]) => {
    const record = inner.$ref && records[inner.$ref.split('/').at(-1)];
    const found = fault(name, inner.description ?? record?.description);
    return [...(found ? [`${place}.${name} ${found}`] : []), ...faultsIn(inner, `${place}.${name}`)];
  });
  const nested = [...(schema.anyOf ?? []), ...[schema.items, schema.additionalProperties].filter(isSchema)];
  return [...own, ...nested.flatMap((inner: Schema) => faultsIn(inner, place))];
}

const isSchema = (value: unknown): value is Schema => typeof value === 'object';

const contentOf = (holder: Schema | undefined): Schema[] =>
  Object.values<Schema>(holder?.content ?? {}).map(({ schema }) => schema);

describe.each(all.map((one) => [one.name, one] as const))('%s', (name, { method, path }) => {
  const described: Schema = api.paths[path][method.toLowerCase()];

  test('has a summary and a description', () => {
    expect(described.operationId).toBe(name);
    expect(described.summary.length).toBeLessThanOrEqual(40);
    expect(described.summary).toMatch(/^[A-Z].*[^.]$/);
    expect(fault(name, described.description)).toBeUndefined();
    expect(described.description).not.toBe(`${described.summary}.`);
  });

  test('describes each response', () => {
    const shared = (answer: Schema) => (answer.$ref ? api.components.responses[answer.$ref.split('/').at(-1)] : answer);
    const statuses = Object.keys(described.responses);
    expect(statuses).toEqual(
      expect.arrayContaining([expect.stringMatching(/^2/), '400', '429', '500', '503', 'default']),
    );
    const found = statuses.filter((status) => fault(status, shared(described.responses[status])?.description));
    expect(found).toEqual([]);
  });

  test('describes each parameter, body field, and response field', () => {
    const parameters = (described.parameters as Schema[]).flatMap((one) => {
      const found = fault(one.name, one.description);
      return [...(found ? [`${one.name} ${found}`] : []), ...faultsIn(one.schema, one.name)];
    });
    const bodies = contentOf(described.requestBody).flatMap((schema) => faultsIn(schema, 'body'));
    const answers = Object.values<Schema>(described.responses).flatMap((answer) =>
      contentOf(answer).flatMap((schema) => faultsIn(schema, 'answer')),
    );
    expect([...parameters, ...bodies, ...answers]).toEqual([]);
  });
});

test.each(Object.entries(records))('the record %s and its fields have descriptions', (name, record) => {
  expect(fault(name, record.description)).toBeUndefined();
  expect(faultsIn(record, name)).toEqual([]);
});

test.each([
  ['name', undefined, 'has no description'],
  ['name', ' ', 'has no description'],
  ['group_id', 'The id of the group.', 'repeats its name'],
  ['searchQuery', 'Search query', 'repeats its name'],
  ['take', 'The most rows to answer', 'does not end its sentence'],
])('judges the description of %s as %j: %s', (name, description, expected) => {
  expect(fault(name, description)).toBe(expected);
});
