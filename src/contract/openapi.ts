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
          code: z.string().describe('A stable word for the kind of failure, such as `NotFound`; new ones may come.'),
          message: z.string().describe('What went wrong, in words for a person; it may change.'),
          hint: z.string().optional().describe('What to do about it.'),
          details: z
            .record(z.string(), z.unknown())
            .optional()
            .describe('More about it; for bad input `fields`, with the reason under the name of each bad field.'),
        })
        .describe('What went wrong.'),
    })
    .meta({ id: 'Error', description: 'The answer to every request that failed.' }),
);

const ABOUT = [
  'Contacts, notes, reminders, groups and the live agenda of one user, who is known by an API key in `Authorization: Bearer`.',
  'Times are ISO 8601 and answered in UTC. In a change, a field that is left out stays, null clears it, and a list replaces the old one.',
  'Paths under `/v2` answer `{ data }`, those under `/v1` `{ error, data }`; every failure answers `{ error: { code, message } }`.',
].join('\n\n');

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
  const error = z.boolean().describe('Always false: a failure answers an object here.');
  const content = data.describe(data.description ?? 'What was asked for, or what was done.');
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
    // A schema with a name of its own is an object too.
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
    'Do the work and take it back: the answer is the one that the request would give, with `dry_run: true` beside `data`.',
  required: false,
  schema: { type: 'boolean' },
};

const IDEMPOTENCY_KEY =
  'A UUID that you make for this one request and send again with every retry: the retry answers what the first try did. Kept for 24 hours; with another request it is a 409.';

function headerParameters(operation: Operation): JsonSchema[] {
  if (operation.idempotency === 'none') return [];
  const required = operation.idempotency === 'required';
  const schema = { type: 'string', format: 'uuid' };
  return [{ name: 'Idempotency-Key', in: 'header', description: IDEMPOTENCY_KEY, required, schema }];
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
