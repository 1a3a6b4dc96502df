import * as z from 'zod';
import { KithError } from '../../shared/error.ts';
import { partSchemas } from './check.ts';
import { readings } from './intervals.ts';
import { type Operation, pathNames } from './operation.ts';
import { ID_KINDS } from './primitives.ts';
import { parseBounded } from './request-size.ts';

const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;

/**
 * Reads a value that came as text by the type its schema declares: `"50"` as a number, `"true"` as a boolean, JSON
 * text as the object or list it holds, a single value where a list is wanted, `monthly` as `1 mon`. A query string is all text, and models
 * often write numbers as text too. A value that cannot be read is returned as it came, for validation to name.
 */
export function coerce(schema: z.core.$ZodType, given: unknown, options: CoerceOptions = {}): unknown {
  const value = options.lenient ? onlyOne(schema, given) : given;
  const reading = typeof value === 'string' ? readings.get(schema as never) : undefined;
  if (reading) return reading.read(value as string) ?? value;
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'nullable':
      return isNull(def.innerType, value) ? null : coerce(def.innerType, value, options);
    case 'optional':
    case 'default':
      return value === null || value === undefined ? value : coerce(def.innerType, value, options);
    case 'number':
      return typeof value === 'string' && NUMBER.test(value) ? Number(value) : value;
    case 'boolean':
    case 'literal':
      return readFlag(value, options);
    case 'object':
      return coerceObject(asRow(fromJson(value), def.shape, options), fieldsOf(def.shape), options, isOneNull);
    case 'record':
      return coerceObject(asFlags(fromJson(value), def.valueType, options), () => def.valueType, options);
    case 'array':
      return coerceArray(def.element, fromJson(value), options);
    case 'union': {
      const read = fromJson(value);
      const isOne = options.lenient && typeof read === 'string' && isListOfRows(def.options[0]!);
      const given = isNumbered(read) ? Object.values(read) : isOne ? [read] : read;
      const fitting = def.options.find((option) => isFor(option, given));
      return fitting ? coerce(fitting, given, options) : given;
    }
    default:
      return value;
  }
}

export interface CoerceOptions {
  /** Whether `a,b` is a list of two, as in a query string. */
  commas?: boolean;
  /**
   * Whether to read what models write and has one meaning: a text for the row that needs nothing but it
   * (`"ada@example.com"` for `{ email }`), a list of one for that one, `a@x.example, b@x.example` for two, `yes` for true,
   * null for an absent field if null has no other meaning (strict modes of model providers send every field).
   */
  lenient?: boolean;
}

/** Coerces the flat arguments of an operation, also the ids in its path. Unknown ones stay as they came. */
export function coerceArguments(operation: Operation, args: Record<string, unknown>): Record<string, unknown> {
  const ids = pathNames(operation.path) as readonly string[];
  const schemaOf = fieldsOf(argumentShape(operation));
  return coerceObject(args, (name) => (ids.includes(name) ? PATH_ID : schemaOf(name)), { lenient: true }) as Record<
    string,
    unknown
  >;
}

const PATH_ID = z.string();

/** Whether an alternative of a union is for a list, or for an object, as the value is. */
function isFor(option: z.core.$ZodType, value: unknown): boolean {
  const { type } = (option as z.core.$ZodTypes)._zod.def;
  return Array.isArray(value) ? type === 'array' : typeof value === 'object' && type === 'object';
}

/** Where a list of rows comes first, one text stands for a row: elsewhere it would replace what is there. */
function isListOfRows(option: z.core.$ZodType): boolean {
  const { def } = (option as z.core.$ZodTypes)._zod;
  return def.type === 'array' && (def.element as z.core.$ZodTypes)._zod.def.type === 'object';
}

type Shape = Readonly<Record<string, z.core.$ZodType>>;

const shapes = new WeakMap<Operation, Shape>();

/** The schemas of an operation's flat arguments, save the ids in its path. */
export function argumentShape(operation: Operation): Shape {
  const known = shapes.get(operation);
  if (known) return known;
  const { query, body } = partSchemas(operation);
  const { listArgument } = operation;
  const shape = { ...shapeOf(query), ...(listArgument ? { [listArgument]: body! } : shapeOf(body)) };
  shapes.set(operation, shape);
  return shape;
}

const shapeOf = (schema: z.ZodType | undefined): Shape => ((schema as z.ZodObject | undefined)?.shape ?? {}) as Shape;

/** Own keys only: a parameter may be called `constructor`. */
const fieldsOf =
  (shape: Shape): SchemaOf =>
  (key) =>
    Object.hasOwn(shape, key) ? shape[key] : undefined;

/** Null, or the word `null` where no other text would do: how a caller bound to the type of a date clears it. */
const isNull = (inner: z.core.$ZodType, value: unknown): boolean =>
  value === null || (value === 'null' && !z.safeParse(inner, value).success);

function fromJson(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return parseBounded(value, 'value');
  } catch (error) {
    if (error instanceof KithError) throw error;
    return value;
  }
}

/** Names as the flags that they set: `["contact_emails"]` for `{ "contact_emails": true }`. */
function asFlags(value: unknown, valueType: z.core.$ZodType, { lenient }: CoerceOptions): unknown {
  const names = typeof value === 'string' ? value.split(',').map((name) => name.trim()) : value;
  const isNames = Array.isArray(names) && names.every((name) => typeof name === 'string' && name !== '');
  if (!lenient || !isNames || (valueType as z.core.$ZodTypes)._zod.def.type !== 'boolean') return value;
  return Object.fromEntries(names.map((name) => [name, true]));
}

/** A text as the row it says all of. A value of a custom field is none: its id alone would set nothing. */
function asRow(value: unknown, shape: Shape, { lenient }: CoerceOptions): unknown {
  if (!lenient || typeof value !== 'string') return value;
  const needed = Object.entries(shape).filter(([, schema]) => schema._zod.optin !== 'optional');
  const [[name, schema] = []] = needed;
  const isText = schema && (schema as z.core.$ZodTypes)._zod.def.type === 'string';
  return needed.length === 1 && isText && ID_KINDS.get(schema as z.ZodType)?.kind !== 'custom field'
    ? { [name!]: value }
    : value;
}

type SchemaOf = (key: string) => z.core.$ZodType | undefined;

function coerceObject(
  value: unknown,
  schemaOf: SchemaOf,
  options: CoerceOptions,
  keepsNulls: (value: object) => boolean = () => false,
): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const dropsNulls = options.lenient && !keepsNulls(value);
  const entries = Object.entries(value).flatMap(([key, inner]) => {
    const schema = schemaOf(key);
    if (dropsNulls && inner === null && schema && !takesNull(schema)) return [];
    return [[key, schema ? coerce(schema, inner, options) : inner]];
  });
  return Object.fromEntries(entries);
}

/** Strict modes send every field. A lone null, as in `where: { email: null }`, is meaningful, so validation rejects it. */
const isOneNull = (value: object): boolean => Object.keys(value).length === 1;

const takers = new WeakMap<z.core.$ZodType, boolean>();

/** Whether null has a meaning for a field, such as clearing it. */
function takesNull(schema: z.core.$ZodType): boolean {
  const known = takers.get(schema);
  if (known !== undefined) return known;
  const takes = z.safeParse(schema, null).success;
  takers.set(schema, takes);
  return takes;
}

const SCALARS = ['string', 'number', 'boolean', 'enum', 'literal'];

/** The one that a list of one holds, where a list is never wanted. */
function onlyOne(schema: z.core.$ZodType, value: unknown): unknown {
  const isOne = Array.isArray(value) && value.length === 1 && typeof value[0] !== 'object';
  return isOne && SCALARS.includes((schema as z.core.$ZodTypes)._zod.def.type) ? value[0] : value;
}

function readFlag(value: unknown, { lenient }: CoerceOptions): unknown {
  const said = lenient && typeof value === 'string' ? value.trim().toLowerCase() : value;
  if (said === 'true' || (lenient && said === 'yes')) return true;
  return said === 'false' || (lenient && said === 'no') ? false : value;
}

function coerceArray(element: z.core.$ZodType, value: unknown, options: CoerceOptions): unknown {
  if (value === null || value === undefined) return value;
  const read = (entry: unknown) => coerce(element, entry, options);
  const several = options.lenient && typeof value === 'string' ? joined(element, value, read) : undefined;
  return several ?? listFrom(value, options).map(read);
}

/** Longer than any list that models write as one string. */
const MAX_JOINED_LIST = 100_000;

/** A text that is several entries but not one: addresses hold no comma, names may. */
function joined(element: z.core.$ZodType, text: string, read: (entry: string) => unknown): unknown[] | undefined {
  if (text.length > MAX_JOINED_LIST) return undefined;
  const parts = text
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const fits = (entry: unknown) => z.safeParse(element, entry).success;
  if (parts.length < 2) return undefined;
  const entries = parts.map(read);
  const areAddresses = parts.every((part) => /^[^\s@]+@[^\s@]+$/.test(part));
  return areAddresses || (!fits(read(text.trim())) && entries.every(fits)) ? entries : undefined;
}

function listFrom(value: unknown, { commas }: CoerceOptions): unknown[] {
  const parts = (one: unknown) => (commas && typeof one === 'string' ? one.split(',') : [one]);
  if (Array.isArray(value)) return value.flatMap(parts);
  if (typeof value === 'string') return parts(value);
  return isNumbered(value) ? Object.values(value) : [value];
}

/** `or[0][starred]=true`: numbered keys are how a query string writes a list. */
function isNumbered(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const keys = Object.keys(value);
  return keys.length > 0 && keys.every((key) => /^\d+$/.test(key));
}
