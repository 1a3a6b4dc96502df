import * as z from 'zod';
import { once } from '../shared/once.ts';
import { PATH_PARAMETERS } from './operations.ts';
import { argumentPlaces } from './schema/arguments.ts';
import { wireBodySchema } from './schema/check.ts';
import { emit } from './schema/emit.ts';
import type { JsonSchema } from './schema/json-schema.ts';
import { type Operation, pathNames } from './schema/operation.ts';
import { refusals, refusalsOf, successWords } from './schema/responses.ts';

const errorBody = once(() =>
  z
    .object({
      error: z
        .object({
          code: z.string().describe('A stable error code, such as `NotFound`. New codes may be added.'),
          message: z.string().describe('Description of the error for people. It may change.'),
          hint: z.string().optional().describe('How to fix it.'),
          details: z
            .record(z.string(), z.unknown())
            .optional()
            .describe('Details. For invalid input, `fields` maps each invalid field to the reason.'),
        })
        .describe('Details of the error.'),
    })
    .meta({ id: 'Error', description: 'Response to a failed request.' }),
);

const ABOUT = [
  'Contacts, notes, reminders, groups, and the live agenda of one user. Requests are authenticated with an API key in `Authorization: Bearer`.',
  'Times are in ISO 8601 and returned in UTC. In an update, omitted fields are kept, null clears a field, and a list replaces the old one.',
  'Paths under `/v2` return `{ data }`, and paths under `/v1` return `{ error, data }`. Every error returns `{ error: { code, message } }`.',
].join('\n\n');

/** Returns the OpenAPI 3.1 description of the operations. `version` is the product's version. */
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
    info: {
      title: 'Contact Relationship Service',
      version,
      description: ABOUT,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{ apiKey: [] }],
    paths,
    components: { schemas, responses: refusals(), securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } } },
  };
}

type Reference = (schema: z.ZodType, io: 'input' | 'output') => JsonSchema;

function describeOperation(operation: Operation, reference: Reference): JsonSchema {
  const body = wireBodySchema(operation);
  return {
    operationId: operation.name,
    summary: operation.summary,
    description: operation.description,
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
      [operation.status ?? 200]: {
        description: successWords(operation),
        content: successContent(operation, reference),
      },
      ...refusalsOf(operation),
    },
  };
}

function successContent(operation: Operation, reference: Reference): JsonSchema {
  if (operation.envelope === 'bytes') return { 'image/*': { schema: { type: 'string', format: 'binary' } } };
  const data = operation.data();
  if (operation.envelope === 'text') return { 'text/plain': { schema: reference(data, 'output') } };
  const error = z.boolean().describe('Always false. In an error response, it is an object.');
  const content = data.describe(data.description ?? 'The requested data, or the result of the operation.');
  const dry_run = z.literal(true).optional().describe('Sent only for a dry run.');
  const envelope = z.object({
    ...(operation.envelope === 'v1' && { error }),
    data: content,
    ...(offersDryRun(operation) && { dry_run }),
  });
  return { 'application/json': { schema: reference(envelope, 'output') } };
}

function pathParameters(operation: Operation): JsonSchema[] {
  const schema = { type: 'string', ...(!operation.textIds && { format: 'uuid' }) };
  const descriptions: Record<string, string> = PATH_PARAMETERS;
  return pathNames(operation.path).map((name) => {
    const description = descriptions[name];
    return { name, in: 'path', ...(description && { description }), required: true, schema };
  });
}

function queryParameters(operation: Operation, reference: Reference): JsonSchema[] {
  const shape = (operation.query?.().shape ?? {}) as Record<string, z.ZodType>;
  const own = [...argumentPlaces(operation)].filter(([, place]) => place === 'query');
  const parameters = own.map(([name]): JsonSchema => {
    const { description, ...schema } = reference(shape[name]!, 'input');
    // A named schema is also an object.
    const isObject = schema.type === 'object' || '$ref' in schema;
    const asObject = isObject && { style: 'deepObject', explode: true };
    const required = !shape[name]!.safeParse(undefined).success;
    return { name, in: 'query', ...(!!description && { description }), required, ...asObject, schema };
  });
  return offersDryRun(operation) ? [...parameters, DRY_RUN] : parameters;
}

const offersDryRun = ({ effect, atProvider, management }: Operation): boolean =>
  effect !== 'read' && !atProvider && !management;

const DRY_RUN: JsonSchema = {
  name: 'dryRun',
  in: 'query',
  description:
    'Run the request and roll it back. The response is the one that the request would return, plus `dry_run: true`.',
  required: false,
  schema: { type: 'boolean' },
};

const IDEMPOTENCY_KEY =
  'A UUID that you generate for this request and send with every retry. A retry returns the response of the first attempt. Keys are kept for 24 hours; using one for a different request returns 409.';

function headerParameters(operation: Operation): JsonSchema[] {
  if (operation.idempotency === 'none') return [];
  const required = operation.idempotency === 'required';
  const schema = { type: 'string', format: 'uuid' };
  return [{ name: 'Idempotency-Key', in: 'header', description: IDEMPOTENCY_KEY, required, schema }];
}

/** Moves named records to the document's components, which all operations share. */
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
