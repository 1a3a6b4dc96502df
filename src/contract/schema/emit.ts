import * as z from 'zod';
import { toolSchema } from './tool-schema.ts';

export type JsonSchema = { [key: string]: unknown };

/** `openapi`: whole, with named records as references. `tool`: slim, inline, within what MCP hosts accept. */
export type Profile = 'openapi' | 'tool';

export interface EmitOptions {
  profile: Profile;
  /** Whether the schema describes what is taken or what is answered. */
  io: 'input' | 'output';
}

/**
 * One emitter for every JSON Schema we publish; validation on the wire runs on the zod schema itself.
 * A schema's `tool` metadata replaces it in the tool profile (`'omit'` leaves it out) and shows nowhere else.
 */
export function emit(schema: z.ZodType, options: EmitOptions): JsonSchema {
  const { $schema: _, ...emitted } = z.toJSONSchema(schema, { io: options.io, target: 'draft-2020-12' }) as JsonSchema;
  return options.profile === 'openapi' ? forOpenApi(emitted, options.io) : toolSchema(emitted, options.io);
}

function forOpenApi(schema: JsonSchema, io: EmitOptions['io']): JsonSchema {
  const { tool: _, id: __, ...rest } = schema;
  // Answers grow new fields within a version; clients tolerate them (docs/api/versions.md#what-may-change).
  const closed = (key: string, value: unknown) => io === 'output' && key === 'additionalProperties' && value === false;
  const kept = Object.entries(rest).filter(([key, value]) => !isSafeIntegerBound(key, value) && !closed(key, value));
  return mapSchemas(Object.fromEntries(kept), (inner) => forOpenApi(inner, io));
}

const isSafeIntegerBound = (key: string, value: unknown) =>
  (key === 'minimum' || key === 'maximum') && Math.abs(value as number) >= Number.MAX_SAFE_INTEGER;

const MAPS = ['properties', '$defs'];
const LISTS = ['anyOf', 'allOf', 'oneOf'];
const SINGLE = ['items', 'additionalProperties', 'propertyNames'];

/** The schema with each schema directly inside it changed. */
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
