import type * as z from 'zod';
import { ARGUMENT_DESCRIPTIONS } from '../../../tools/argument-descriptions.ts';
import { toolDefinitions } from '../../../tools/tools.ts';
import { operation as operationNamed, PATH_KINDS, toolNames } from '../../contract/operations.ts';
import { argumentPlaces } from '../../contract/schema/arguments.ts';
import { argumentShape } from '../../contract/schema/coerce.ts';
import { emit } from '../../contract/schema/emit.ts';
import type { JsonSchema } from '../../contract/schema/json-schema.ts';
import { type Operation, pathNames } from '../../contract/schema/operation.ts';
import { ID_KINDS, type IdKind } from '../../contract/schema/primitives.ts';
import { EXTRA_ARGUMENTS, extrasOf } from './extra-arguments.ts';

export interface Tool {
  name: string;
  title: string;
  description: string;
  inputSchema: JsonSchema;
  outputSchema: JsonSchema;
  annotations: JsonSchema;
  /** URI of the tool's view, for clients that display views. */
  _meta?: JsonSchema;
}

/** Builds the tool list from the contract and `tools/`. Runs at build time, so that a start only reads the result. */
export function makeToolList(): Tool[] {
  return toolNames.map((name) => {
    const operation = operationNamed(name);
    const { title, description, confirm } = toolDefinitions[name];
    return {
      name,
      title,
      description: operation.deprecated
        ? `Deprecated, use ${operation.deprecated.replacement}. ${description}`
        : description,
      inputSchema: inputSchema(operation, !!confirm),
      outputSchema: outputSchema(operation),
      annotations: annotations(operation),
    };
  });
}

function inputSchema(operation: Operation, confirm: boolean): JsonSchema {
  const places = argumentPlaces(operation);
  const body = operation.body && emit(operation.body(), { profile: 'tool', io: 'input' });
  const query = operation.query && emit(operation.query(), { profile: 'tool', io: 'input' });
  const inBody = operation.listArgument ? { [operation.listArgument]: body } : ((body?.properties ?? {}) as JsonSchema);
  const inQuery = (query?.properties ?? {}) as JsonSchema;
  const ids = pathNames(operation.path);
  const properties = {
    ...withDescriptions(operation, {
      ...Object.fromEntries(ids.map((id) => [id, { type: 'string' }])),
      ...inQuery,
      ...inBody,
    }),
    ...Object.fromEntries(extrasOf(operation, confirm).map((name) => [name, EXTRA_ARGUMENTS[name]])),
  };
  const fromBody = operation.listArgument ? [operation.listArgument] : ((body?.required ?? []) as string[]);
  const required = [...ids, ...((query?.required ?? []) as string[]), ...fromBody].filter((name) => places.has(name));
  return { type: 'object', properties, ...(required.length > 0 && { required }), additionalProperties: false };
}

/** Alternatives to an id, or the source of a provider's ids. Deletions take no names, because two people can share one. */
const IN_PLACE_OF_ID: Partial<Record<IdKind, string>> = {
  contact: 'id, email or full name',
  group: 'id or name',
  tag: 'id or name',
  view: 'id or name',
  'custom field': 'id or name',
  'meeting type': 'id or name',
  'email address': 'id, or the address',
  'phone number': 'id, or the number',
  event: 'providerId from list_calendar_events',
  message: 'providerId from search_emails',
};
const OF_CONTACT_TO_DELETE = 'id or email, no name';

/** Adds descriptions to arguments that have none. */
function withDescriptions(operation: Operation, properties: JsonSchema): JsonSchema {
  const shape = argumentShape(operation);
  const described = Object.entries(properties as Record<string, JsonSchema>).map(([name, property]) => {
    const kind = kindOf(name, shape[name]);
    const ofId =
      kind === 'contact' && operation.effect === 'delete' ? OF_CONTACT_TO_DELETE : kind && IN_PLACE_OF_ID[kind];
    const words = ofId ?? ARGUMENT_DESCRIPTIONS[`${operation.name}.${name}`] ?? ARGUMENT_DESCRIPTIONS[name];
    return [name, words ? { ...property, description: property.description ?? words } : property];
  });
  return Object.fromEntries(described);
}

function kindOf(name: string, schema: z.core.$ZodType | undefined): IdKind | undefined {
  if (!schema) return (PATH_KINDS as Partial<Record<string, IdKind>>)[name];
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'optional' || def.type === 'nullable') return kindOf(name, def.innerType);
  if (def.type === 'array') return kindOf(name, def.element);
  return def.type === 'string' ? ID_KINDS.get(schema as z.ZodType)?.kind : undefined;
}

/** A loose schema: replies omit empty fields, and may contain fields that the schema does not name. */
function outputSchema(operation: Operation): JsonSchema {
  const data = emit(operation.data(), { profile: 'tool', io: 'output' });
  return operation.bareName ? { type: 'object', properties: { [operation.bareName]: bare(data) } } : data;
}

const bare = (data: JsonSchema): JsonSchema => (data.type === 'object' ? { type: 'object', properties: {} } : data);

/** Derives annotations from the declared effect, never from the HTTP method (docs/api/tools.md#annotations). */
function annotations({ effect, findsOrCreates, atProvider }: Operation): JsonSchema {
  return {
    readOnlyHint: effect === 'read',
    destructiveHint: effect === 'delete',
    idempotentHint: effect !== 'create' || !!findsOrCreates,
    openWorldHint: !!atProvider,
  };
}
