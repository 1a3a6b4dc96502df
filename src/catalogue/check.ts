import * as z from 'zod';
import { type RequestParts, suggestion } from './arguments.ts';
import { badRequest } from './error.ts';
import { type Operation, pathNames } from './operation.ts';
import { uuid } from './shapes.ts';

interface PartSchemas {
  path: z.ZodType;
  query: z.ZodType;
  body: z.ZodType | undefined;
}

const built = new WeakMap<Operation, PartSchemas>();

/** The schemas of an operation's path, query and wire body; built on first use. */
export function partSchemas(operation: Operation): PartSchemas {
  const known = built.get(operation);
  if (known) return known;
  const id = operation.textIds ? z.string().min(1) : uuid();
  const body = operation.body?.();
  const schemas = {
    path: z.strictObject(Object.fromEntries(pathNames(operation.path).map((name) => [name, id]))),
    query: operation.query?.() ?? z.strictObject({}),
    body: body && operation.wrapper ? z.strictObject({ [operation.wrapper]: body }) : body,
  };
  built.set(operation, schemas);
  return schemas;
}

/**
 * Checks all parts of a request at once and answers them normalized.
 * Throws one 400 that names every bad field by its place on the wire.
 */
export function checkRequest(operation: Operation, parts: RequestParts): RequestParts {
  const schemas = partSchemas(operation);
  const path = schemas.path.safeParse(parts.path, REPORT);
  const query = safeParse(schemas.query, parts.query, 'query');
  const body = schemas.body && parseBody(operation, schemas.body, parts.body);
  if (path.success && query.success && (!body || body.success)) {
    return { path: path.data, query: query.data, body: body?.data } as RequestParts;
  }
  throw badRequest({ ...fieldErrors(path.error), ...fieldErrors(query.error), ...fieldErrors(body?.error) });
}

/**
 * With the input in an issue, what is missing can be told from what is wrong. The message of an unknown key is the list
 * of the known ones, for only here does zod say of which object it is.
 */
const REPORT: z.core.ParseContext<z.core.$ZodIssue> = {
  reportInput: true,
  error: ({ code, inst }) =>
    code === 'unrecognized_keys' ? Object.keys((inst as z.ZodObject | undefined)?.shape ?? {}).join() : undefined,
};

/** zod compares the `length` of whatever stands where a text or a list belongs, and throws where that is no number. */
function safeParse<S extends z.ZodType>(schema: S, value: unknown, part: 'query' | 'body') {
  try {
    return schema.safeParse(value, REPORT);
  } catch (error) {
    const incomparable = error instanceof TypeError && error.message.includes('primitive value');
    throw incomparable ? badRequest({ [part]: 'holds a length that is not a number' }) : error;
  }
}

function parseBody(operation: Operation, schema: z.ZodType, body: unknown) {
  const parsed = safeParse(schema, body, 'body');
  const { rowsFailAlone: rows } = operation;
  if (parsed.success || !rows || (body as Record<string, unknown>)?.[rows.flag] !== true) return parsed;
  const inRows = parsed.error.issues.every(({ path }) => path[0] === rows.list && typeof path[1] === 'number');
  return inRows ? { success: true as const, data: body, error: undefined } : parsed;
}

/** The value as the schema normalizes it; throws a 400 that names every bad field. */
export function checkValue<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = safeParse(schema, value, 'body');
  if (parsed.success) return parsed.data;
  throw badRequest(fieldErrors(parsed.error));
}

/** Each bad field with its reason, dotted and with array indexes: `contacts[3].contact_emails[0].email`. */
function fieldErrors(error: z.ZodError | undefined): Record<string, string> {
  // Without a prototype: a bad field may be called `constructor` or `__proto__`.
  const fields: Record<string, string> = Object.create(null);
  for (const issue of error?.issues ?? []) collect(issue, [], fields);
  return fields;
}

type Path = readonly PropertyKey[];

function collect(issue: z.core.$ZodIssue, parent: Path, fields: Record<string, string>): void {
  const path = [...parent, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    const known = issue.message.split(',');
    for (const key of issue.keys) fields[fieldName([...path, key])] ??= `unknown field${suggestion(key, known)}`;
  } else if (issue.code === 'invalid_union' && closestBranch(issue.errors)) {
    for (const inner of closestBranch(issue.errors)!) collect(inner, path, fields);
  } else {
    fields[fieldName(path)] ??= reason(issue);
  }
}

/** Of a union's alternatives the one that got furthest into the value: its complaints are the useful ones. */
function closestBranch(branches: z.core.$ZodIssue[][]): z.core.$ZodIssue[] | undefined {
  return branches.find(
    (issues) => issues.length > 0 && !issues.some(({ code, path }) => code === 'invalid_type' && path.length === 0),
  );
}

function reason(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'custom' && issue.input === undefined) return 'required';
  if (issue.code === 'invalid_value')
    return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`;
  const wrongType = /^Invalid input: expected (\w+), received (\w+)$/.exec(issue.message);
  if (wrongType) return `must be of type ${wrongType[1]}, not ${wrongType[2]}`;
  const bound = /^Too (?:small|big): expected (\w+) to (?:be|have) ([<>]=?)(-?[\d.]+)/.exec(issue.message);
  if (bound) return outOfBounds(bound[1]!, bound[2] as keyof typeof BOUNDS, bound[3]!);
  return issue.message.replace(/^Invalid input: /, '');
}

const BOUNDS = { '>=': 'at least', '<=': 'at most', '>': 'more than', '<': 'less than' };
const UNITS: Record<string, string> = { array: 'entries', string: 'characters' };

function outOfBounds(type: string, comparison: keyof typeof BOUNDS, bound: string): string {
  const [verb, unit] = type in UNITS ? ['have', ` ${UNITS[type]}`] : ['be', ''];
  return `must ${verb} ${BOUNDS[comparison]} ${bound}${unit}`;
}

/** A path as the specification writes it; the body itself is `body`. */
export function fieldName(path: Path): string {
  let name = '';
  for (const part of path) name += typeof part === 'number' ? `[${part}]` : `${name && '.'}${String(part)}`;
  return name || 'body';
}
