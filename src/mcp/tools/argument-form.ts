import * as z from 'zod';
import { argumentPlaces } from '../../contract/schema/arguments.ts';
import { argumentShape } from '../../contract/schema/coerce.ts';
import type { Operation } from '../../contract/schema/operation.ts';
import { ID_KINDS, type IdKind } from '../../contract/schema/primitives.ts';

// The shape of an operation's arguments, for error messages.

type Schema = z.core.$ZodType;
export type Shape = Readonly<Record<string, Schema>>;

const definition = (schema: Schema) => (schema as z.core.$ZodTypes)._zod.def;

/** Unwraps nullable and optional schemas. */
function bare(schema: Schema): Schema {
  const def = definition(schema);
  return def.type === 'optional' || def.type === 'nullable' || def.type === 'default' ? bare(def.innerType) : schema;
}

const KEYS = /[^.[\]]+/g;

/** Returns the schema at a path such as `rows[0].name`, as errors name it; undefined if there is none. */
export function schemaAt(operation: Operation, field: string): Schema | undefined {
  const [name = '', ...rest] = field.match(KEYS) ?? [];
  const shape = argumentShape(operation);
  let schema = Object.hasOwn(shape, name) ? shape[name] : undefined;
  for (const key of rest) schema = schema && inside(schema, key);
  return schema && bare(schema);
}

function inside(schema: Schema, key: string): Schema | undefined {
  const def = definition(bare(schema));
  if (def.type === 'array') return /^\d+$/.test(key) ? def.element : undefined;
  if (def.type === 'object') return Object.hasOwn(def.shape, key) ? def.shape[key] : undefined;
  if (def.type !== 'union') return undefined;
  return def.options.map((option) => inside(option, key)).find((one) => one !== undefined);
}

/** Returns the sibling fields of a path with their schemas. Path parameters are strings. */
export function fieldsBeside(operation: Operation, field: string): ReadonlyMap<string, Schema | undefined> {
  const parent = field.replace(/(?:^|\.)[^.]*$/, '');
  const shape = argumentShape(operation);
  if (parent === '') return new Map([...argumentPlaces(operation).keys()].map((name) => [name, shape[name]]));
  const schema = schemaAt(operation, parent);
  return new Map(Object.entries(schema ? fieldsOf(schema) : {}));
}

/** The documented fields of an object schema, or of the objects in a union. */
export function fieldsOf(schema: Schema): Shape {
  const def = definition(bare(schema));
  if (def.type === 'object') return Object.fromEntries(Object.entries(def.shape).filter(([, field]) => isShown(field)));
  if (def.type === 'union')
    return Object.fromEntries(def.options.flatMap((option) => Object.entries(fieldsOf(option))));
  return {};
}

/** The element schema, if the schema is a list of objects. */
export function elementSchemaOf(schema: Schema): Schema | undefined {
  const def = definition(bare(schema));
  return def.type === 'array' && definition(bare(def.element)).type === 'object' ? def.element : undefined;
}

/** The kind of id that a schema accepts; undefined if it accepts none. */
export const idKind = (schema: Schema | undefined): IdKind | undefined =>
  schema && ID_KINDS.get(bare(schema) as z.ZodType)?.kind;

/** The description of a field. */
export const descriptionOf = (schema: Schema): string | undefined =>
  z.globalRegistry.get(schema)?.toolDescription as string | undefined;

export function choicesOf(schema: Schema | undefined): readonly string[] {
  const def = schema && definition(bare(schema));
  return def?.type === 'enum' ? Object.values(def.entries).map(String) : [];
}

const SHOWN = 6;

/** Notation for a value: `[{contact_id, is_origin}]`, `{any: [tag], all: [tag], none: [tag]}`. Empty for a string or number. */
export function notationOf(schema: Schema | undefined, depth = 2): string {
  if (!schema) return '';
  const inner = bare(schema);
  const def = definition(inner);
  switch (def.type) {
    case 'array':
      return `[${notationOf(def.element, depth) || choicesIn(def.element) || 'text'}]`;
    case 'object': {
      if (depth === 0) return '{…}';
      const shown = Object.entries(fieldsOf(inner));
      const fields = shown.slice(0, SHOWN).map(([name, field]) => {
        const form = isList(field) ? notationOf(field, depth - 1) : choicesIn(field);
        return form ? `${name}: ${form}` : name;
      });
      return `{${fields.join(', ')}${shown.length > SHOWN ? ', …' : ''}}`;
    }
    case 'record':
      return '[name]';
    case 'union':
      return def.options.some((option) => isNested(option))
        ? def.options.map((option) => notationOf(option, depth)).join(' or ')
        : '';
    default:
      return depth < 2 || idKind(inner) ? (idKind(inner) ?? '') : '';
  }
}

/** Maximum number of enum values shown inline. */
const FEW = 8;

function choicesIn(schema: Schema): string {
  const choices = choicesOf(schema);
  return choices.length <= FEW ? choices.join(' | ') : '';
}

const isShown = (schema: Schema): boolean => z.globalRegistry.get(schema)?.tool !== 'omit';
const isList = (schema: Schema): boolean => definition(bare(schema)).type === 'array';
const isNested = (schema: Schema): boolean => ['array', 'object'].includes(definition(bare(schema)).type);
