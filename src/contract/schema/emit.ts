import * as z from 'zod';
import { type Direction, type JsonSchema, mapSchemas } from './json-schema.ts';
import { toolSchema } from './tool-schema.ts';

/** `openapi`: whole, with named records as references. `tool`: slim, inline, within what MCP hosts accept. */
export type Profile = 'openapi' | 'tool';

export interface EmitOptions {
  profile: Profile;
  io: Direction;
}

/**
 * One emitter for every JSON Schema we publish; validation on the wire runs on the zod schema itself. Two kinds of
 * metadata show in the tool profile only: `tool` replaces the schema there (`'omit'` leaves it out), and
 * `toolDescription` stands for its description.
 */
export function emit(schema: z.ZodType, options: EmitOptions): JsonSchema {
  const { $schema: _, ...emitted } = z.toJSONSchema(schema, { io: options.io, target: 'draft-2020-12' }) as JsonSchema;
  return options.profile === 'openapi' ? forOpenApi(emitted, options.io) : toolSchema(emitted, options.io);
}

function forOpenApi(schema: JsonSchema, io: Direction): JsonSchema {
  const { tool: _, toolDescription: __, id: ___, ...rest } = schema;
  // Answers grow new fields within a version; clients tolerate them (docs/api/versions.md#what-may-change).
  const closed = (key: string, value: unknown) => io === 'output' && key === 'additionalProperties' && value === false;
  const kept = Object.entries(rest).filter(([key, value]) => !isSafeIntegerBound(key, value) && !closed(key, value));
  return mapSchemas(Object.fromEntries(kept), (inner) => forOpenApi(inner, io));
}

const isSafeIntegerBound = (key: string, value: unknown) =>
  (key === 'minimum' || key === 'maximum') && Math.abs(value as number) >= Number.MAX_SAFE_INTEGER;
