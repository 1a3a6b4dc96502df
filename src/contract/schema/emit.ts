import * as z from 'zod';
import { type Direction, type JsonSchema, mapSchemas } from './json-schema.ts';
import { toolSchema } from './tool-schema.ts';

/**
 * `openapi`: complete, with references to named records. `tool`: compact, inline, and limited to what MCP clients accept.
 */
export type Profile = 'openapi' | 'tool';

export interface EmitOptions {
  profile: Profile;
  io: Direction;
}

/**
 * Generates every published JSON Schema. Validation uses the zod schemas directly. Three kinds of metadata apply only to
 * the tool profile: `tool` replaces the schema (`'omit'` hides it), `toolDescription` replaces the description, and
 * `toolExamples` adds examples.
 */
export function emit(schema: z.ZodType, options: EmitOptions): JsonSchema {
  const { $schema: _, ...emitted } = z.toJSONSchema(schema, { io: options.io, target: 'draft-2020-12' }) as JsonSchema;
  return options.profile === 'openapi' ? forOpenApi(emitted, options.io) : toolSchema(emitted, options.io);
}

function forOpenApi(schema: JsonSchema, io: Direction): JsonSchema {
  const { tool: _, toolDescription: __, toolExamples: ___, id: ____, ...rest } = schema;
  // Responses may get new fields within a version; clients must tolerate them (docs/api/versions.md#what-may-change).
  const closed = (key: string, value: unknown) => io === 'output' && key === 'additionalProperties' && value === false;
  const kept = Object.entries(rest).filter(([key, value]) => !isSafeIntegerBound(key, value) && !closed(key, value));
  return mapSchemas(Object.fromEntries(kept), (inner) => forOpenApi(inner, io));
}

const isSafeIntegerBound = (key: string, value: unknown) =>
  (key === 'minimum' || key === 'maximum') && Math.abs(value as number) >= Number.MAX_SAFE_INTEGER;
