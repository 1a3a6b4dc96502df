import * as z from 'zod';
import { type Operation, once, pathNames } from '../operation.ts';
import { argumentPlaces } from './arguments.ts';
import { wireBodySchema } from './check.ts';
import { emit } from './emit.ts';
import type { JsonSchema } from './json-schema.ts';

const errorBody = once(() =>
  z
    .object({
      error: z.object({
        code: z.string(),
        message: z.string(),
        hint: z.string().optional(),
        details: z.record(z.string(), z.unknown()).optional(),
      }),
    })
    .meta({ id: 'Error' }),
);

/** The OpenAPI 3.1 description of the operations. `version` is the product's. */
export function describeApi(operations: Operation[], version: string): JsonSchema {
  const schemas: Record<string, unknown> = {};
  const reference = (schema: z.ZodType, io: 'input' | 'output') =>
    hoist(emit(schema, { profile: 'openapi', io }), schemas);
  reference(z.object({ any: errorBody() }), 'output');

  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    paths[operation.path] ??= {};
    paths[operation.path]![operation.method.toLowerCase()] = describeOperation(operation, reference);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Contact Relationship Service', version, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/' }],
    security: [{ apiKey: [] }],
    paths,
    components: { schemas, securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } } },
  };
}

type Reference = (schema: z.ZodType, io: 'input' | 'output') => JsonSchema;

function describeOperation(operation: Operation, reference: Reference): JsonSchema {
  const body = wireBodySchema(operation);
  return {
    operationId: operation.name,
    tags: [operation.path.split('/')[2] ?? 'service'],
    ...(operation.public && { security: [] }),
    ...(operation.deprecated && { deprecated: true }),
    parameters: [
      ...pathParameters(operation),
      ...queryParameters(operation, reference),
      ...headerParameters(operation),
    ],
    ...(body && {
      requestBody: { required: true, content: { 'application/json': { schema: reference(body, 'input') } } },
    }),
    responses: {
      [operation.status ?? 200]: { description: 'Success', content: successContent(operation, reference) },
      default: {
        description: 'Error',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  };
}

function successContent(operation: Operation, reference: Reference): JsonSchema {
  if (operation.envelope === 'bytes') return { 'image/*': { schema: { type: 'string', format: 'binary' } } };
  const data = operation.data();
  if (operation.envelope === 'text') return { 'text/plain': { schema: reference(data, 'output') } };
  const envelope = operation.envelope === 'v1' ? z.object({ error: z.boolean(), data }) : z.object({ data });
  return { 'application/json': { schema: reference(envelope, 'output') } };
}

function pathParameters(operation: Operation): JsonSchema[] {
  const schema = { type: 'string', ...(!operation.textIds && { format: 'uuid' }) };
  return pathNames(operation.path).map((name) => ({ name, in: 'path', required: true, schema }));
}

function queryParameters(operation: Operation, reference: Reference): JsonSchema[] {
  const shape = (operation.query?.().shape ?? {}) as Record<string, z.ZodType>;
  const own = [...argumentPlaces(operation)].filter(([, place]) => place === 'query');
  const parameters = own.map(([name]): JsonSchema => {
    const schema = reference(shape[name]!, 'input');
    // What has a name of its own is a record too.
    const isObject = schema.type === 'object' || '$ref' in schema;
    const asObject = isObject && { style: 'deepObject', explode: true };
    return { name, in: 'query', required: !shape[name]!.safeParse(undefined).success, ...asObject, schema };
  });
  if (operation.effect !== 'read' && !operation.atProvider)
    parameters.push({ name: 'dryRun', in: 'query', required: false, schema: { type: 'boolean' } });
  return parameters;
}

function headerParameters(operation: Operation): JsonSchema[] {
  if (operation.idempotency === 'none') return [];
  const schema = { type: 'string', format: 'uuid' };
  return [{ name: 'Idempotency-Key', in: 'header', required: operation.idempotency === 'required', schema }];
}

/** Moves named records to the document's components, where every operation shares them. */
function hoist(schema: JsonSchema, components: Record<string, unknown>): JsonSchema {
  const { $defs, ...rest } = schema;
  for (const [name, definition] of Object.entries(($defs ?? {}) as Record<string, unknown>)) {
    const record = redirect(definition);
    const known = components[name];
    if (known && JSON.stringify(known) !== JSON.stringify(record)) throw new Error(`two records are named ${name}`);
    components[name] = record;
  }
  return redirect(rest) as JsonSchema;
}

function redirect(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redirect);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === '$ref' ? String(inner).replace('#/$defs/', '#/components/schemas/') : redirect(inner),
    ]),
  );
}
