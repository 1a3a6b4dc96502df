export type JsonSchema = { [key: string]: unknown };

/** Whether a schema describes requests or responses. */
export type Direction = 'input' | 'output';

const MAPS = ['properties', '$defs'];
const LISTS = ['anyOf', 'allOf', 'oneOf'];
const SINGLE = ['items', 'additionalProperties', 'propertyNames'];

/** Applies a function to each direct subschema. */
export function mapSchemas(schema: JsonSchema, change: (inner: JsonSchema) => JsonSchema): JsonSchema {
  const mapped = Object.entries(schema).map(([key, value]) => {
    if (MAPS.includes(key)) {
      const inner = Object.entries(value as Record<string, JsonSchema>);
      return [key, Object.fromEntries(inner.map(([name, one]) => [name, change(one)]))];
    }
    if (LISTS.includes(key)) return [key, (value as JsonSchema[]).map(change)];
    if (SINGLE.includes(key) && typeof value === 'object') return [key, change(value as JsonSchema)];
    return [key, value];
  });
  return Object.fromEntries(mapped);
}
