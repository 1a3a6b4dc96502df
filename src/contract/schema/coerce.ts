import * as z from 'zod';
import { KithError } from '../../shared/error.ts';
import { partSchemas } from './check.ts';
import { readings } from './intervals.ts';
import { type Operation, pathNames } from './operation.ts';
import { ID_KINDS } from './primitives.ts';
import { parseBounded } from './request-size.ts';

const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;

/**
 * Converts a string to the type in its schema: `"50"` to a number, `"true"` to a boolean, JSON to an object or list, a
 * single value to a list, `monthly` to `1 mon`. Query strings contain only strings, and models often write numbers as
 * strings. A value that cannot be converted is returned unchanged, so that validation reports it.
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
  /** Whether `a,b` is a list of two values, as in a query string. */
  commas?: boolean;
  /**
   * Whether to accept unambiguous variants that models write: a string for a row with one required field
   * (`"ada@example.com"` for `{ email }`), a list of one for a single value, `a@x.example, b@x.example` for two values,
   * `yes` for true, and null for an absent field if null has no other meaning (strict modes of model providers send every
   * field).
   */
  lenient?: boolean;
}

/** Coerces an operation's flat arguments, including the ids in its path. Unknown arguments are returned unchanged. */
export function coerceArguments(operation: Operation, args: Record<string, unknown>): Record<string, unknown> {
  const ids = pathNames(operation.path) as readonly string[];
  const schemaOf = fieldsOf(argumentShape(operation));
  return coerceObject(args, (name) => (ids.includes(name) ? PATH_ID : schemaOf(name)), { lenient: true }) as Record<
    string,
    unknown
  >;
}

const PATH_ID = z.string();

/** Whether a union's alternative matches the value: a list for a list, an object for an object. */
function isFor(option: z.core.$ZodType, value: unknown): boolean {
  const { type } = (option as z.core.$ZodTypes)._zod.def;
  return Array.isArray(value) ? type === 'array' : typeof value === 'object' && type === 'object';
}

/**
 * Whether the schema is a list of rows. Only if it is a union's first alternative does a string stand for a row;
 * elsewhere it would replace existing rows.
 */
function isListOfRows(option: z.core.$ZodType): boolean {
  const { def } = (option as z.core.$ZodTypes)._zod;
  return def.type === 'array' && (def.element as z.core.$ZodTypes)._zod.def.type === 'object';
}

type Shape = Readonly<Record<string, z.core.$ZodType>>;

const shapes = new WeakMap<Operation, Shape>();

/** Returns the schemas of an operation's flat arguments, without the ids in its path. */
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

/** Uses only own keys, because a parameter may be named `constructor`. */
const fieldsOf =
  (shape: Shape): SchemaOf =>
  (key) =>
    Object.hasOwn(shape, key) ? shape[key] : undefined;

/**
 * Whether a value means null. The string `null` counts if it is not valid otherwise, so callers restricted to strings can
 * clear a date.
 */
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

/** Converts names to flags: `["contact_emails"]` to `{ "contact_emails": true }`. */
function asFlags(value: unknown, valueType: z.core.$ZodType, { lenient }: CoerceOptions): unknown {
  const names = typeof value === 'string' ? value.split(',').map((name) => name.trim()) : value;
  const isNames = Array.isArray(names) && names.every((name) => typeof name === 'string' && name !== '');
  if (!lenient || !isNames || (valueType as z.core.$ZodTypes)._zod.def.type !== 'boolean') return value;
  return Object.fromEntries(names.map((name) => [name, true]));
}

/**
 * Converts a string to a row whose only required field is that string. Custom field values are excluded, because an id
 * without a value sets nothing.
 */
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

/**
 * Strict modes send every field. A single null, as in `where: { email: null }`, is intentional, so it is kept for
 * validation to reject.
 */
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

/** Returns the only element of a list if the schema never accepts a list. */
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

/** Splits a string that is valid as several entries but not as one. Addresses contain no comma, but names may. */
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

/** Whether an object has numbered keys, which is how a query string contains a list: `or[0][starred]=true`. */
function isNumbered(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const keys = Object.keys(value);
  return keys.length > 0 && keys.every((key) => /^\d+$/.test(key));
}
