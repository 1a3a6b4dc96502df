import * as z from 'zod';
import { BOUNDS } from '../bounds.ts';
import { badRequest, type KithError } from '../error.ts';
import { type Operation, pathNames } from '../operation.ts';
import { type RequestParts, suggestion } from './arguments.ts';
import { refuseLargeFilter } from './filter-size.ts';
import { uuid } from './primitives.ts';

interface PartSchemas {
  path: z.ZodType;
  query: z.ZodType;
  body: z.ZodType | undefined;
}

const built = new WeakMap<Operation, PartSchemas>();

/** The schemas of an operation's path, query and body, the body without its wrapper; built on first use. */
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

/** The schema of an operation's body as it stands on the wire, in its wrapper; undefined where it takes none. */
export function wireBodySchema(operation: Operation): z.ZodType | undefined {
  const { body } = partSchemas(operation);
  if (!body || !operation.wrapper) return body;
  const schema = wrapped.get(operation) ?? z.strictObject({ [operation.wrapper]: body });
  wrapped.set(operation, schema);
  return schema;
}

/** Checks all parts of a request at once and answers them normalized. Throws one 400 that names every bad field. */
export function checkRequest(operation: Operation, parts: RequestParts): RequestParts {
  return check(operation, parts, partSchemas(operation).body);
}

/** The same for a request as it came over the wire: bad fields are named by their place there, the body is unwrapped. */
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

/** Before all else: checking a filter of a hundred thousand conditions would itself take long. */
function checkFilter({ filter, wrapper }: Operation, parts: RequestParts): void {
  if (!filter) return;
  const part = parts[filter.in] as Fields | undefined;
  const onWire = filter.in === 'body' && wrapper ? (part?.[wrapper] as Fields | undefined) : undefined;
  if (onWire) refuseLargeFilter(`${wrapper}.${filter.name}`, onWire[filter.name]);
  else refuseLargeFilter(filter.name, part?.[filter.name]);
}

type Fields = Record<string, unknown> | null;

/**
 * With the input in an issue, what is missing can be told from what is wrong. The message of an unknown key is the list
 * of the known ones, for only here does zod say of which object it is.
 */
const REPORT: z.core.ParseContext<z.core.$ZodIssue> = {
  reportInput: true,
  error: ({ code, inst }) =>
    code === 'unrecognized_keys' ? Object.keys((inst as z.ZodObject | undefined)?.shape ?? {}).join() : undefined,
};

interface Parsed<T> {
  value: T;
  issues: RawIssue[];
}
type RawIssue = z.core.$ZodRawIssue;

/**
 * What `safeParse` does, but for the issues: it would make each of them readable, of which a hostile body has a hundred
 * thousand, and only a few are told.
 */
function parse<S extends z.ZodType>(schema: S, value: unknown, part: 'path' | 'query' | 'body'): Parsed<z.output<S>> {
  try {
    return schema._zod.run({ value, issues: [] }, { ...REPORT, async: false }) as Parsed<z.output<S>>;
  } catch (error) {
    // zod compares the `length` of whatever stands where a text or a list belongs, and throws where that is no number.
    const incomparable = error instanceof TypeError && error.message.includes('primitive value');
    throw incomparable ? badRequest({ [part]: 'holds a length that is not a number' }) : error;
  }
}

function parseBody(operation: Operation, schema: z.ZodType, body: unknown): Parsed<unknown> {
  const parsed = parse(schema, body, 'body');
  const { rowsFailAlone: rows } = operation;
  if (!rows || (body as Record<string, unknown>)?.[rows.flag] !== true) return parsed;
  const inRows = parsed.issues.every(({ path }) => path?.[0] === rows.list && typeof path[1] === 'number');
  return inRows ? { value: body, issues: [] } : parsed;
}

/** The value as the schema normalizes it; throws a 400 that names every bad field. */
export function checkValue<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = parse(schema, value, 'body');
  if (parsed.issues.length > 0) throw refusal(parsed.issues);
  return parsed.value;
}

/**
 * A 400 with the reason of each bad field, dotted and with array indexes: `contacts[3].contact_emails[0].email`. Of
 * more fields than an answer tells it says how many there were.
 */
function refusal(issues: RawIssue[]): KithError {
  const fields = new ToldFields();
  for (const issue of issues) {
    const found = fields.isFull ? undefined : z.core.util.finalizeIssue(issue, REPORT, z.core.config());
    if (found) collect(found, [], fields);
    else fields.more += countOf(issue);
  }
  return badRequest(fields.told, undefined, fields.more);
}

/** How many fields an issue speaks of. */
const countOf = (issue: { code?: string | undefined; keys?: unknown }): number =>
  issue.code === 'unrecognized_keys' ? (issue.keys as string[]).length : 1;

/** Bad fields with their reasons, as many as an answer tells. */
class ToldFields {
  // Without a prototype: a bad field may be called `constructor` or `__proto__`.
  readonly told: Record<string, string> = Object.create(null);
  more = 0;
  #count = 0;

  get isFull(): boolean {
    return this.#count >= BOUNDS.fieldsTold;
  }

  add(field: string, reason: () => string): void {
    if (field in this.told) return;
    if (this.isFull) this.more++;
    else {
      this.told[field] = reason();
      this.#count++;
    }
  }
}

type Path = readonly PropertyKey[];

function collect(issue: z.core.$ZodIssue, parent: Path, fields: ToldFields): void {
  const path = [...parent, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    const known = issue.message.split(',');
    const told = issue.keys.slice(0, BOUNDS.fieldsTold);
    for (const key of told) fields.add(fieldName([...path, key]), () => `unknown field${suggestion(key, known)}`);
    fields.more += issue.keys.length - told.length;
  } else if (issue.code === 'invalid_union' && closestBranch(issue.errors)) {
    for (const inner of closestBranch(issue.errors)!) collect(inner, path, fields);
  } else {
    fields.add(fieldName(path), () => reason(issue));
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
  if (bound) return outOfBounds(bound[1]!, bound[2] as keyof typeof COMPARISONS, bound[3]!);
  return issue.message.replace(/^Invalid input: /, '');
}

const COMPARISONS = { '>=': 'at least', '<=': 'at most', '>': 'more than', '<': 'less than' };
const UNITS: Record<string, string> = { array: 'entries', string: 'characters' };

function outOfBounds(type: string, comparison: keyof typeof COMPARISONS, bound: string): string {
  const [verb, unit] = type in UNITS ? ['have', ` ${UNITS[type]}`] : ['be', ''];
  return `must ${verb} ${COMPARISONS[comparison]} ${bound}${unit}`;
}

/** A path as errors name it (docs/api/errors.md#bad-requests); the body itself is `body`. */
export function fieldName(path: Path): string {
  let name = '';
  for (const part of path) name += typeof part === 'number' ? `[${part}]` : `${name && '.'}${String(part)}`;
  return name || 'body';
}
