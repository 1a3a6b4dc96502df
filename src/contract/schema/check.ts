import * as z from 'zod';
import { badRequest } from '../../shared/error.ts';
import type { RequestParts } from './arguments.ts';
import { refuseLargeFilter } from './filter-size.ts';
import { type RawIssue, REPORT, refusal } from './issues.ts';
import { type Operation, pathNames } from './operation.ts';
import { uuid } from './primitives.ts';

interface PartSchemas {
  path: z.ZodType;
  query: z.ZodType;
  body: z.ZodType | undefined;
}

const built = new WeakMap<Operation, PartSchemas>();

/** Returns the schemas of an operation's path, query, and unwrapped body. Built on first use. */
export function partSchemas(operation: Operation): PartSchemas {
  const known = built.get(operation);
  if (known) return known;
  const id = operation.textIds ? z.string().min(1) : uuid();
  const schemas = {
    path: z.strictObject(Object.fromEntries(pathNames(operation.path).map((name) => [name, id]))),
    query: operation.query?.() ?? z.strictObject({}),
    body: operation.body?.(),
  };
  built.set(operation, schemas);
  return schemas;
}

const wrapped = new WeakMap<Operation, z.ZodType>();

/** Returns the wire format schema of an operation's body, including its wrapper, or undefined if it has no body. */
export function wireBodySchema(operation: Operation): z.ZodType | undefined {
  const { body } = partSchemas(operation);
  if (!body || !operation.wrapper) return body;
  const schema = wrapped.get(operation) ?? z.strictObject({ [operation.wrapper]: body });
  wrapped.set(operation, schema);
  return schema;
}

/** Checks all parts of a request and returns them normalized. Throws one 400 that lists every invalid field. */
export function checkRequest(operation: Operation, parts: RequestParts): RequestParts {
  return check(operation, parts, partSchemas(operation).body);
}

/** Checks a request in wire format. Invalid fields are named by their wire format path, and the body is unwrapped. */
export function checkWireRequest(operation: Operation, parts: RequestParts): RequestParts {
  const checked = check(operation, parts, wireBodySchema(operation));
  const { wrapper } = operation;
  return wrapper ? { ...checked, body: (checked.body as Record<string, unknown>)[wrapper] } : checked;
}

function check(operation: Operation, parts: RequestParts, bodySchema: z.ZodType | undefined): RequestParts {
  checkFilter(operation, parts);
  const schemas = partSchemas(operation);
  const path = parse(schemas.path, parts.path, 'path');
  const query = parse(schemas.query, parts.query, 'query');
  const body = bodySchema && parseBody(operation, bodySchema, parts.body);
  const issues = [path, query, body].flatMap((parsed) => parsed?.issues ?? []);
  if (issues.length > 0) throw refusal(issues);
  return { path: path.value, query: query.value, body: body?.value } as RequestParts;
}

/** Runs first, because validating a filter with 100,000 conditions would itself be slow. */
function checkFilter({ filter, wrapper }: Operation, parts: RequestParts): void {
  if (!filter) return;
  const part = parts[filter.in] as Fields | undefined;
  const onWire = filter.in === 'body' && wrapper ? (part?.[wrapper] as Fields | undefined) : undefined;
  if (onWire) refuseLargeFilter(`${wrapper}.${filter.name}`, onWire[filter.name]);
  else refuseLargeFilter(filter.name, part?.[filter.name]);
}

type Fields = Record<string, unknown> | null;

interface Parsed<T> {
  value: T;
  issues: RawIssue[];
}

/**
 * Like `safeParse`, but with raw issues: a malicious body can have 100,000 of them, and a response reports only a few.
 */
function parse<S extends z.ZodType>(schema: S, value: unknown, part: 'path' | 'query' | 'body'): Parsed<z.output<S>> {
  try {
    // A new context per call: zod uses it to track recursive schemas.
    return schema._zod.run({ value, issues: [] }, { ...REPORT, async: false }) as Parsed<z.output<S>>;
  } catch (error) {
    // zod compares the `length` of any object given in place of a string or list, and throws if it is not a number.
    const incomparable = error instanceof TypeError && error.message.includes('primitive value');
    throw incomparable ? badRequest({ [part]: 'contains a "length" that is not a number' }) : error;
  }
}

function parseBody(operation: Operation, schema: z.ZodType, body: unknown): Parsed<unknown> {
  const parsed = parse(schema, body, 'body');
  const { partialSuccess: rows } = operation;
  if (!rows || (body as Record<string, unknown>)?.[rows.flag] !== true) return parsed;
  const inRows = parsed.issues.every(({ path }) => path?.[0] === rows.list && typeof path[1] === 'number');
  return inRows
    ? { value: withRowsAsSent(schema as z.ZodObject, body as Record<string, unknown>, rows.list), issues: [] }
    : parsed;
}

/**
 * Returns the body with unchecked rows, which are checked one by one later. The other fields are already valid and get
 * their defaults.
 */
const withRowsAsSent = (schema: z.ZodObject, body: Record<string, unknown>, list: string): unknown =>
  Object.fromEntries(
    Object.entries(schema.shape).map(([name, field]) => [
      name,
      name === list ? body[name] : z.parse(field, body[name]),
    ]),
  );

/** Returns the value normalized by the schema. Throws a 400 that lists every invalid field. */
export function checkValue<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = parse(schema, value, 'body');
  if (parsed.issues.length > 0) throw refusal(parsed.issues);
  return parsed.value;
}
