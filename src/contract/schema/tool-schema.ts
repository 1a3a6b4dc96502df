import { type Direction, type JsonSchema, mapSchemas } from './json-schema.ts';

/**
 * Keywords that tool schemas omit. The service checks them, and its errors name the field. Descriptions are for readers
 * of the API; models get the short `toolDescription`. Gemini rejects requests with an unknown `format`, so a date's
 * description contains `YYYY-MM-DD` instead.
 */
const DROPPED = new Set([
  'format',
  'pattern',
  'maxLength',
  'minLength',
  'maxItems',
  'minItems',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'const',
  'additionalProperties',
  'propertyNames',
  'default',
  'id',
  'description',
  'toolDescription',
  'toolExamples',
]);

/** Parts of many responses with the same meaning everywhere, which the server's instructions explain. */
const COMMON_PARTS = ['pagination', 'truncated', 'from', 'to'];

/**
 * Converts a JSON Schema for MCP clients and models: an object at the root, everything inline, no type lists, no schema
 * without a type, and only keywords that help to call the tool.
 */
export function toolSchema(emitted: JsonSchema, io: Direction): JsonSchema {
  const { $defs = {}, ...root } = emitted;
  const definitions = $defs as Record<string, JsonSchema>;
  return io === 'output' ? outline(resolved(root)) : { ...slim(root), ...requiredAtRoot(root) };

  function resolved(schema: JsonSchema): JsonSchema {
    return typeof schema.$ref === 'string' ? definitions[schema.$ref.replace('#/$defs/', '')]! : schema;
  }

  function slim(schema: JsonSchema): JsonSchema {
    if (typeof schema.tool === 'object') return { ...schema.tool, ...inWords(schema) };
    if (typeof schema.$ref === 'string') return slim(resolved(schema));
    if (Array.isArray(schema.type)) return slim(asUnion(schema));
    if (Array.isArray(schema.anyOf)) return slimUnion(schema, schema.anyOf as JsonSchema[]);
    const kept = Object.fromEntries(Object.entries(schema).filter(([key]) => !DROPPED.has(key)));
    if (kept.type !== 'object') return { ...mapSchemas(kept, slim), ...inWords(schema) };
    return { ...mapSchemas(withoutOmitted({ type: 'object', properties: {}, ...kept }), slim), ...inWords(schema) };
  }

  function slimUnion(schema: JsonSchema, choices: JsonSchema[]): JsonSchema {
    const real = choices.filter((choice) => choice.type !== 'null');
    const slimmed = real.map(slim);
    // Clients handle a single schema better than a union of one. Null clears a field everywhere, so the server's
    // instructions explain it; a client that enforces the type may send null as a string (see coerce.ts).
    return { ...(slimmed.length === 1 ? slimmed[0] : { anyOf: slimmed }), ...inWords(schema) };
  }

  /**
   * Outlines a response by the types of its parts. More would be a promise that cannot be kept: responses get new fields,
   * omit empty ones, and contain only the requested fields.
   */
  function outline(schema: JsonSchema): JsonSchema {
    if (schema.type !== 'object') return inShort(schema);
    const parts = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
    const told = parts.filter(([name]) => !COMMON_PARTS.includes(name));
    return {
      type: 'object',
      properties: Object.fromEntries(told.map(([name, part]) => [name, inShort(resolved(part))])),
    };
  }

  function inShort({ type, items, anyOf }: JsonSchema): JsonSchema {
    if (anyOf) return { anyOf: (anyOf as JsonSchema[]).map((one) => inShort(resolved(one))) };
    if (type === 'object') return { type, properties: {} };
    return type === 'array' ? { type, items: inShort(resolved(items as JsonSchema)) } : { type };
  }
}

/** Returns the description and the examples that a tool shows for a schema. */
const inWords = ({ toolDescription: description, toolExamples: examples }: JsonSchema): JsonSchema => ({
  ...(description !== undefined && { description }),
  ...(examples !== undefined && { examples }),
});

/** Removes the properties that are hidden in tools. */
function withoutOmitted({ required: _, ...schema }: JsonSchema): JsonSchema {
  const kept = Object.entries(schema.properties as Record<string, JsonSchema>).filter(
    ([, { tool }]) => tool !== 'omit',
  );
  return { ...schema, properties: Object.fromEntries(kept) };
}

/** Lists only required arguments. Errors report required fields of nested rows. */
const requiredAtRoot = ({ required }: JsonSchema) => (required ? { required } : {});

/** Converts `type: [string, null]` to a union, because some clients do not support type lists. */
function asUnion({ type, ...rest }: JsonSchema): JsonSchema {
  return { anyOf: (type as string[]).map((one) => (one === 'null' ? { type: one } : { ...rest, type: one })) };
}
