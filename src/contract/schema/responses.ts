import { type ErrorCode, STATUS } from '../../shared/error.ts';
import { emit } from './emit.ts';
import type { JsonSchema } from './json-schema.ts';
import { type Operation, pathNames } from './operation.ts';

// The answers of an operation in openapi.json: what they mean follows from its schemas, and which refusals may come from
// what it takes.

const MEANINGS: Record<ErrorCode, string> = {
  BadRequest: 'The request is malformed; `details.fields` names each bad field with the reason.',
  Unauthorized: 'The API key is missing, unknown or expired.',
  Forbidden: 'The key or the plan does not allow this.',
  NotFound: 'Nothing of yours has this id.',
  MethodNotAllowed: 'The path takes other methods, which `Allow` names.',
  Conflict: 'This contradicts what is there, or the idempotency key was used for another request.',
  idempotency_in_progress: 'The request under this idempotency key is still running; repeat it after `Retry-After`.',
  no_connected_account: 'No mail or calendar account is connected that could do this.',
  PayloadTooLarge: 'The body is larger than 5 MiB.',
  UnsupportedMediaType: 'The body is not sent as `application/json`, or is compressed in a way that is not read.',
  rate_limited: 'Too many requests; go on after `Retry-After`.',
  InternalServerError: 'A fault of the service; its log has it under the id that the message names.',
  ServiceUnavailable: 'The database or every provider is away; try again after `Retry-After`, where it is sent.',
};

const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };

/** A response for each status that refuses a request, under the name of its first code. */
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

/** The first code with the same status. */
const nameOf = (code: ErrorCode): ErrorCode =>
  (Object.keys(STATUS) as ErrorCode[]).find((other) => STATUS[other] === STATUS[code])!;

/** The responses that an operation may refuse a request with, by status; `default` is for codes still to come. */
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
  return { ...Object.fromEntries(responses), default: { description: 'Any other failure.', content } };
}

/** A feed, for example: its path has no id, and it may not be there. */
const changesOneThing = ({ effect }: Operation): boolean => effect === 'update' || effect === 'delete';

const takesIds = (operation: Operation): boolean =>
  operation.textIds === true ||
  pathNames(operation.path).length > 0 ||
  [operation.query, operation.body].some(
    (schema) =>
      schema && JSON.stringify(emit(schema(), { profile: 'openapi', io: 'input' })).includes('"format":"uuid"'),
  );

/** What a success answers: the words of its data as a whole, or else of each of its parts. */
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
