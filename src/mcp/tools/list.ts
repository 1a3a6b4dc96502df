import { toolDefinitions } from '../../../tools/tools.ts';
import { type Operation, pathNames } from '../../contract/operation.ts';
import { operation as operationNamed, operationNames } from '../../contract/operations.ts';
import { argumentPlaces } from '../../contract/schema/arguments.ts';
import { emit } from '../../contract/schema/emit.ts';
import type { JsonSchema } from '../../contract/schema/json-schema.ts';
import { EXTRA_ARGUMENTS, extrasOf } from './extra-arguments.ts';

export interface Tool {
  name: string;
  title: string;
  description: string;
  inputSchema: JsonSchema;
  outputSchema: JsonSchema;
  annotations: JsonSchema;
}

/** The tools as hosts see them, from the contract and `tools/`. Made when kith is built: a start only reads them. */
export function makeToolList(): Tool[] {
  return operationNames.map((name) => {
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
    ...Object.fromEntries(ids.map((id) => [id, { type: 'string' }])),
    ...inQuery,
    ...inBody,
    ...Object.fromEntries(extrasOf(operation, confirm).map((name) => [name, EXTRA_ARGUMENTS[name]])),
  };
  const fromBody = operation.listArgument ? [operation.listArgument] : ((body?.required ?? []) as string[]);
  const required = [...ids, ...((query?.required ?? []) as string[]), ...fromBody].filter((name) => places.has(name));
  return { type: 'object', properties, ...(required.length > 0 && { required }), additionalProperties: false };
}

/** A loose schema: an answer may hold more fields than it names, and leaves out empty ones. */
function outputSchema(operation: Operation): JsonSchema {
  const data = emit(operation.data(), { profile: 'tool', io: 'output' });
  return operation.bareName ? { type: 'object', properties: { [operation.bareName]: bare(data) } } : data;
}

const bare = (data: JsonSchema): JsonSchema => (data.type === 'object' ? { type: 'object', properties: {} } : data);

/** From the declared effect, never from the HTTP verb (docs/api/tools.md#annotations). */
function annotations({ effect, findsOrCreates, atProvider }: Operation): JsonSchema {
  return {
    readOnlyHint: effect === 'read',
    destructiveHint: effect === 'delete',
    idempotentHint: effect !== 'create' || !!findsOrCreates,
    openWorldHint: !!atProvider,
  };
}
