import { expect, test } from 'vitest';
import { operation, toolNames } from '../../src/contract/operations.ts';
import { emit } from '../../src/contract/schema/emit.ts';
import type { JsonSchema } from '../../src/contract/schema/json-schema.ts';
import tools from '../../src/mcp/generated/tools.json' with { type: 'json' };
import { catalogueTools } from '../../src/mcp/tools/catalogue-tools.ts';
import { everything } from '../../src/mcp/tools/enabled-tools.ts';
import { toolDefinitions } from '../../tools/tools.ts';

// Schemas that break some clients: one of them made a client drop a whole list of tools.

const schemas = tools.flatMap((tool) => [
  [`${tool.name} input`, tool.inputSchema as JsonSchema] as const,
  [`${tool.name} output`, tool.outputSchema as JsonSchema] as const,
]);

/** Every nested schema, with its path. */
function* inner(schema: unknown, place: string): Generator<[string, unknown]> {
  yield [place, schema];
  if (typeof schema !== 'object' || schema === null) return;
  const { properties = {}, items, anyOf = [] } = schema as { properties?: object; items?: unknown; anyOf?: unknown[] };
  for (const [name, property] of Object.entries(properties)) yield* inner(property, `${place}.${name}`);
  if (items !== undefined) yield* inner(items, `${place}[]`);
  for (const choice of anyOf) yield* inner(choice, `${place}|`);
}

test.each(schemas)('%s uses only schemas that every client supports', (name, schema) => {
  expect(schema.type).toBe('object');
  for (const union of ['anyOf', 'oneOf', 'allOf']) expect(schema).not.toHaveProperty(union);
  for (const [place, one] of inner(schema, name)) {
    expect(one, place).toBeTypeOf('object');
    const { type, anyOf, properties, items } = one as JsonSchema;
    expect(one, place).not.toHaveProperty('$ref');
    if (!anyOf) expect(type, place).toBeTypeOf('string');
    if (type === 'object') expect(properties, place).toBeTypeOf('object');
    if (type === 'array') expect(items, place).toBeTypeOf('object');
  }
});

/** Objects with arbitrary keys, which strict modes reject. Each has a reason to stay open. */
const OPEN: Readonly<Record<string, string>> = {
  'read_operation.arguments': 'holds the arguments of any operation',
  'write_operation.arguments': 'holds the arguments of any operation',
};

const inputs = [...tools, ...catalogueTools(everything)].map((tool) => [tool.name, tool.inputSchema] as const);

test.each(inputs)('%s has an input schema that strict modes and Gemini accept', (name, schema) => {
  for (const [place, one] of inner(schema, name)) {
    const { type, properties = {} } = one as JsonSchema;
    expect(one, place).not.toEqual({});
    expect(one, place).not.toHaveProperty('format');
    expect(one, place).not.toHaveProperty('additionalProperties', true);
    if (type === 'object' && place !== name && !OPEN[place])
      expect(Object.keys(properties as object), place).not.toEqual([]);
  }
});

test.each(toolNames)('%s names YYYY-MM-DD for each date that it accepts', (name) => {
  const { properties } = tools.find((tool) => tool.name === name)!.inputSchema as {
    properties: Record<string, JsonSchema>;
  };
  const { query, body } = operation(name);
  for (const part of [query, body]) {
    const { properties: fields = {} } = part ? emit(part(), { profile: 'openapi', io: 'input' }) : {};
    for (const [field, schema] of Object.entries(fields as Record<string, JsonSchema>)) {
      if (!properties[field] || !/"format":"date"(?!.*date-time)/.test(JSON.stringify(schema))) continue;
      expect(properties[field].description, field).toContain('YYYY-MM-DD');
    }
  }
});

test.each(tools.map((tool) => [tool.name, tool] as const))(
  '%s has a valid name, description, and annotations',
  (name, tool) => {
    expect(name).toMatch(/^[a-z][a-z0-9_]{0,39}$/);
    expect(tool.description.length).toBeLessThan(1_000);
    expect(tool.description).not.toContain('`');
    expect(Object.keys(tool.annotations)).toHaveLength(4);
    expect(tool.title).toMatch(/^[A-Z]/);
    const { effect, atProvider = false } = operation(name as (typeof toolNames)[number]);
    expect(tool.annotations).toMatchObject({ openWorldHint: atProvider });
    expect(tool.annotations).toMatchObject({ readOnlyHint: effect === 'read', destructiveHint: effect === 'delete' });
  },
);

test('defines a tool for every operation, and names only existing tools in descriptions', () => {
  expect(tools.map(({ name }) => name)).toEqual(toolNames);
  const named = Object.values(toolDefinitions).flatMap(
    ({ description }) => description.match(/\b[a-z]+(?:_[a-z0-9]+)+\b/g) ?? [],
  );
  const fields = tools.flatMap((tool) =>
    [...inner(tool.inputSchema, '')].map(([place]) => place.split(/[.[|]/).at(-1)),
  );
  const known = new Set<string | undefined>([...toolNames, ...fields, ...AS_ANSWERED]);
  for (const word of named) expect(known, `a tool text speaks of ${word}`).toContain(word);
});

/** Words from responses that descriptions may use. */
const AS_ANSWERED = ['has_email', 'linkedin_data', 'groups_count', 'weak_match'];
