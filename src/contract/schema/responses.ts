import { type ErrorCode, STATUS } from '../../shared/error.ts';
import { emit } from './emit.ts';
import type { JsonSchema } from './json-schema.ts';
import { type Operation, pathNames } from './operation.ts';

// Describes an operation's responses in openapi.json. Their meaning is derived from its schemas, and the possible errors
// from its input.

const MEANINGS: Record<ErrorCode, string> = {
  BadRequest: 'The request is invalid. `details.fields` maps each invalid field to the reason.',
  Unauthorized: 'The API key is missing, unknown, or expired.',
  Forbidden: 'The key or the plan does not allow this.',
  NotFound: 'The user has no record with this id.',
  MethodNotAllowed: 'The path supports other methods, which `Allow` lists.',
  Conflict: 'The request conflicts with existing data, or the idempotency key was used for a different request.',
  idempotency_in_progress: 'A request with this idempotency key is still running. Retry after `Retry-After`.',
  no_connected_account: 'No connected mail or calendar account can do this.',
  PayloadTooLarge: 'The body is larger than 5 MiB.',
  UnsupportedMediaType: 'The body is not `application/json`, or its compression is not supported.',
  rate_limited: 'Too many requests. Retry after `Retry-After`.',
  InternalServerError: 'An internal error. The server’s log has the details under the id in the message.',
  ServiceUnavailable: 'The database or every provider is unavailable. Retry after `Retry-After` if it is sent.',
};

const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };

/** Returns a response for each error status, named after its first code. */
export function refusals(): Record<string, JsonSchema> {
  const responses: Record<string, { description: string; content: JsonSchema }> = {};
  for (const [code, meaning] of Object.entries(MEANINGS)) {
    const description = `\`${code}\`: ${meaning}`;
    const shared = responses[nameOf(code as ErrorCode)];
    if (shared) shared.description += ` ${description}`;
    else responses[code] = { description, content };
  }
  return responses;
}

/** Returns the first code with the same status. */
const nameOf = (code: ErrorCode): ErrorCode =>
  (Object.keys(STATUS) as ErrorCode[]).find((other) => STATUS[other] === STATUS[code])!;

/** Returns an operation's error responses by status. `default` is for future codes. */
export function refusalsOf(operation: Operation): JsonSchema {
  const codes: ErrorCode[] = [
    'BadRequest',
    ...(operation.public ? [] : (['Unauthorized', 'Forbidden'] as const)),
    ...(takesIds(operation) || changesOneThing(operation) || operation.management ? (['NotFound'] as const) : []),
    ...(operation.idempotency !== 'none' || operation.atProvider || operation.management
      ? (['Conflict'] as const)
      : []),
    ...(operation.body ? (['PayloadTooLarge', 'UnsupportedMediaType'] as const) : []),
    ...(['rate_limited', 'InternalServerError', 'ServiceUnavailable'] as const),
  ];
  const responses = codes.map((code) => [STATUS[code], { $ref: `#/components/responses/${code}` }]);
  return { ...Object.fromEntries(responses), default: { description: 'Any other error.', content } };
}

/** Whether an operation changes a record without an id in its path, such as the feed, which may not exist. */
const changesOneThing = ({ effect }: Operation): boolean => effect === 'update' || effect === 'delete';

const takesIds = (operation: Operation): boolean =>
  operation.textIds === true ||
  pathNames(operation.path).length > 0 ||
  [operation.query, operation.body].some(
    (schema) =>
      schema && JSON.stringify(emit(schema(), { profile: 'openapi', io: 'input' })).includes('"format":"uuid"'),
  );

/** Returns the description of a successful response: that of its data, or otherwise of each of its parts. */
export function successWords(operation: Operation): string {
  const data = operation.data();
  if (data.description) return data.description;
  const { $defs, properties } = emit(data, { profile: 'openapi', io: 'output' });
  const wordsOf = (schema: JsonSchema): unknown => {
    const record = typeof schema.$ref === 'string' && schema.$ref.split('/').at(-1)!;
    return schema.description ?? (record && ($defs as Record<string, JsonSchema>)[record]?.description);
  };
  const parts = Object.entries(properties as Record<string, JsonSchema>);
  return parts.map(([name, part]) => `\`${name}\`: ${wordsOf(part)}`).join(' ');
}
