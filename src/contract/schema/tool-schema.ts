import { type Direction, type JsonSchema, mapSchemas } from './json-schema.ts';

/**
 * What a model needs no reminder of: the service checks these and its error names the field. Descriptions are for
 * people who read the API; the few words that a model needs are a field's `toolDescription`. Gemini refuses requests with an
 * unknown `format`, so a date's description contains `YYYY-MM-DD` instead.
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
]);

/** Parts of many answers that mean the same everywhere; the server's instructions explain them once. */
const SAID_ONCE = ['pagination', 'truncated', 'from', 'to'];

/**
 * A JSON Schema as MCP hosts and models want it: an object at the root, everything inline, no type lists, no
 * schema without a type, and only what helps to call the tool.
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
    // A host reads a single alternative better as itself. That null clears a field is the same everywhere, so the
    // tools' texts say it; a host that insists on the type may send null as text (see coerce.ts).
    return { ...(slimmed.length === 1 ? slimmed[0] : { anyOf: slimmed }), ...inWords(schema) };
  }

  /**
   * What an answer holds, by name: its record, its number or its list. More would be a promise: answers grow, leave out
   * what is empty, and hold only the fields that were asked for.
   */
  function outline(schema: JsonSchema): JsonSchema {
    if (schema.type !== 'object') return inShort(schema);
    const parts = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
    const told = parts.filter(([name]) => !SAID_ONCE.includes(name));
    return {
      type: 'object',
      properties: Object.fromEntries(told.map(([name, part]) => [name, inShort(resolved(part))])),
    };
  }

  function inShort({ type, items }: JsonSchema): JsonSchema {
    if (type === 'object') return { type, properties: {} };
    return type === 'array' ? { type, items: inShort(resolved(items as JsonSchema)) } : { type };
  }
}

/** The words that a tool shows of a schema. */
const inWords = ({ toolDescription: description }: JsonSchema): JsonSchema =>
  description === undefined ? {} : { description };

/** An object without the properties that are marked as not for tools. */
function withoutOmitted({ required: _, ...schema }: JsonSchema): JsonSchema {
  const kept = Object.entries(schema.properties as Record<string, JsonSchema>).filter(
    ([, { tool }]) => tool !== 'omit',
  );
  return { ...schema, properties: Object.fromEntries(kept) };
}

/** Which arguments must be given. What a row inside one needs, its error says. */
const requiredAtRoot = ({ required }: JsonSchema) => (required ? { required } : {});

/** `type: [string, null]` as the union it stands for: some hosts read no type lists. */
function asUnion({ type, ...rest }: JsonSchema): JsonSchema {
  return { anyOf: (type as string[]).map((one) => (one === 'null' ? { type: one } : { ...rest, type: one })) };
}
