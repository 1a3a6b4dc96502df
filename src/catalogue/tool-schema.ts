import { type EmitOptions, type JsonSchema, mapSchemas } from './emit.ts';

/** What a model needs no reminder of: the service checks these and its error names the field. */
const DROPPED = new Set([
  'pattern',
  'maxLength',
  'minLength',
  'maxItems',
  'minItems',
  'additionalProperties',
  'propertyNames',
  'default',
  'id',
  'exclusiveMinimum',
]);

/** In an answer these say nothing that the answer itself does not. */
const DROPPED_IN_OUTPUT = new Set([...DROPPED, 'format', 'enum', 'required']);

/**
 * A JSON Schema as MCP hosts and models want it: an object at the root, everything inline, no type lists, no
 * schema without a type, and only what helps to call the tool.
 */
export function toolSchema(emitted: JsonSchema, { io, nulls }: EmitOptions): JsonSchema {
  const { $defs = {}, ...root } = emitted;
  const definitions = $defs as Record<string, JsonSchema>;
  const dropped = io === 'output' ? DROPPED_IN_OUTPUT : DROPPED;
  const slimmed = slim(root);
  // Inside an answer anything but an id may be left out when it is empty; at its root the parts always stand.
  return io === 'output' && root.required ? { ...slimmed, required: root.required } : slimmed;

  function slim(schema: JsonSchema): JsonSchema {
    if (typeof schema.tool === 'object') return schema.tool as JsonSchema;
    if (typeof schema.$ref === 'string') return named(definitions[schema.$ref.replace('#/$defs/', '')]!);
    if (Array.isArray(schema.type)) return slim(asUnion(schema));
    if (Array.isArray(schema.anyOf)) return slimUnion(schema, schema.anyOf as JsonSchema[]);
    const kept = Object.fromEntries(
      Object.entries(schema).filter(([key, value]) => !dropped.has(key) && !isWideBound(key, value)),
    );
    if (kept.type !== 'object') return mapSchemas(kept, slim);
    return mapSchemas(withoutOmitted({ type: 'object', properties: {}, ...kept }), slim);
  }

  /** Of a stored record its id is all that an answer can promise: lists and `select` leave out the rest. */
  function named(schema: JsonSchema): JsonSchema {
    const stored = io === 'output' && 'id' in ((schema.properties ?? {}) as object);
    return stored ? { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] } : slim(schema);
  }

  function slimUnion(schema: JsonSchema, choices: JsonSchema[]): JsonSchema {
    const real = choices.filter((choice) => choice.type !== 'null').map(slim);
    const described = schema.description === undefined ? {} : { description: schema.description };
    // A host reads a single alternative better as itself, unless null must be sayable.
    if (nulls && real.length < choices.length) return { anyOf: [...real, { type: 'null' }], ...described };
    return real.length === 1 ? { ...real[0], ...described } : { anyOf: real, ...described };
  }
}

/** An object without the properties that are marked as not for tools. */
function withoutOmitted(schema: JsonSchema): JsonSchema {
  const kept = Object.entries(schema.properties as Record<string, JsonSchema>).filter(
    ([, property]) => property.tool !== 'omit',
  );
  const names = new Set(kept.map(([name]) => name));
  const { required, ...rest } = schema;
  const still = ((required ?? []) as string[]).filter((name) => names.has(name));
  return { ...rest, properties: Object.fromEntries(kept), ...(still.length > 0 && { required: still }) };
}

/** `type: [string, null]` as the union it stands for: some hosts read no type lists. */
function asUnion({ type, ...rest }: JsonSchema): JsonSchema {
  return { anyOf: (type as string[]).map((one) => (one === 'null' ? { type: one } : { ...rest, type: one })) };
}

const isWideBound = (key: string, value: unknown) =>
  (key === 'minimum' || key === 'maximum') && Math.abs(value as number) >= 1_000_000;
