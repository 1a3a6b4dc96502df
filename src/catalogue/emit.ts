import { z } from 'zod';

export type JsonSchema = { [key: string]: unknown };

/** `openapi`: whole, with named records as references. `tool`: slim, inline, within what MCP hosts accept. */
export type Profile = 'openapi' | 'tool';

interface EmitOptions {
  profile: Profile;
  /** Whether the schema describes what is taken or what is answered. */
  io: 'input' | 'output';
  /** Tool profile only: whether null may be said, which it must be where null clears a field. */
  nulls?: boolean;
}

/**
 * One emitter for every JSON Schema we publish; validation on the wire runs on the zod schema itself.
 * A schema's `tool` metadata replaces it in the tool profile (`'omit'` leaves it out) and shows nowhere else.
 */
export function emit(schema: z.ZodType, options: EmitOptions): JsonSchema {
  const { $schema: _, ...emitted } = z.toJSONSchema(schema, { io: options.io, target: 'draft-2020-12' }) as JsonSchema;
  if (options.profile === 'openapi') return forOpenApi(emitted) as JsonSchema;
  const { $defs, ...root } = emitted;
  const slim = slimmer(($defs ?? {}) as Record<string, JsonSchema>, options);
  return slim(root) as JsonSchema;
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function mapChildren(value: unknown, change: (schema: JsonSchema) => unknown): unknown {
  if (Array.isArray(value)) return value.map((entry) => (isSchema(entry) ? change(entry) : entry));
  return isSchema(value) ? change(value) : value;
}

function forOpenApi(schema: JsonSchema): JsonSchema {
  const { tool: _, id: name, ...rest } = schema;
  const kept = typeof name === 'string' ? rest : { ...rest, ...(name !== undefined && { id: name }) };
  const entries = Object.entries(kept).filter(([key, value]) => !isSafeIntegerBound(key, value));
  return Object.fromEntries(
    entries.map(([key, value]) => [key, key === '$ref' ? value : mapChildren(value, forOpenApi)]),
  );
}

const isSafeIntegerBound = (key: string, value: unknown) =>
  (key === 'minimum' || key === 'maximum') && Math.abs(value as number) >= Number.MAX_SAFE_INTEGER;

/** What a model needs no reminder of: the service checks these and its error names the field. */
const DROPPED = [
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
];

function slimmer(definitions: Record<string, JsonSchema>, { io, nulls }: EmitOptions) {
  const slim = (schema: JsonSchema): unknown => {
    if (isSchema(schema.tool)) return schema.tool;
    if (typeof schema.$ref === 'string') return slimNamed(definitions[schema.$ref.replace('#/$defs/', '')]!);
    if (Array.isArray(schema.type)) return slim(withoutTypeList(schema));
    if (Array.isArray(schema.anyOf)) return slimUnion(schema);
    if (schema.properties) return slimObject(schema);
    const entries = Object.entries(schema).filter(([key, value]) => !DROPPED.includes(key) && !isWideBound(key, value));
    const slimmed = Object.fromEntries(entries.map(([key, value]) => [key, mapChildren(value, slim)])) as JsonSchema;
    return slimmed.type === 'object' ? { ...slimmed, properties: {} } : slimmed;
  };

  /** A stored record. Replies leave out what is empty, so its id is all that a tool's answer can promise. */
  const slimNamed = (schema: JsonSchema): unknown => {
    const stored = io === 'output' && 'id' in ((schema.properties ?? {}) as object);
    return stored ? { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] } : slim(schema);
  };

  const slimUnion = (schema: JsonSchema): unknown => {
    const choices = schema.anyOf as JsonSchema[];
    const real = choices.filter((choice) => choice.type !== 'null').map(slim) as JsonSchema[];
    const described = schema.description === undefined ? {} : { description: schema.description };
    // A host that sees one alternative reads it better as itself, unless null must be sayable.
    if (nulls && real.length < choices.length) return { anyOf: [...real, { type: 'null' }], ...described };
    return real.length === 1 ? { ...real[0], ...described } : { anyOf: real, ...described };
  };

  const slimObject = (schema: JsonSchema): JsonSchema => {
    const all = Object.entries(schema.properties as Record<string, JsonSchema>);
    const kept = all.filter(([, property]) => property.tool !== 'omit');
    const names = new Set(kept.map(([name]) => name));
    const required = ((schema.required ?? []) as string[]).filter((name) => names.has(name));
    return {
      type: 'object',
      properties: Object.fromEntries(kept.map(([name, property]) => [name, slim(property)])),
      ...(required.length > 0 && { required }),
      ...(schema.description !== undefined && { description: schema.description }),
    };
  };
  return slim;
}

/** `type: [string, null]` as the union it stands for: some hosts read no type lists. */
function withoutTypeList({ type, ...rest }: JsonSchema): JsonSchema {
  return { anyOf: (type as string[]).map((one) => (one === 'null' ? { type: one } : { ...rest, type: one })) };
}

const isWideBound = (key: string, value: unknown) =>
  (key === 'minimum' || key === 'maximum') && Math.abs(value as number) >= 1_000_000;
