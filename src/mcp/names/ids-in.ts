import type * as z from 'zod';
import { PATH_KINDS } from '../../contract/operations.ts';
import { argumentShape } from '../../contract/schema/coerce.ts';
import { fieldName } from '../../contract/schema/issues.ts';
import { type Operation, pathNames } from '../../contract/schema/operation.ts';
import { ID_KINDS, type IdKind } from '../../contract/schema/primitives.ts';

type Schema = z.core.$ZodType;
type Path = readonly (string | number)[];

/** Returns the id for a value: the value itself, or the id of the record with that name. */
export type ReadId = (value: string, kind: IdKind, field: string) => string;

/** Returns the arguments of a call with `read` applied to each id, at any depth. */
export function mapIds(operation: Operation, args: Record<string, unknown>, read: ReadId): Record<string, unknown> {
  const shape = argumentShape(operation);
  const inPath = pathNames(operation.path) as readonly (keyof typeof PATH_KINDS)[];
  const entries = Object.entries(args).map(([name, value]): [string, unknown] => {
    const id = inPath.find((one) => one === name);
    if (id) return [name, typeof value === 'string' ? read(value, PATH_KINDS[id], name) : value];
    return [name, Object.hasOwn(shape, name) ? mapped(shape[name]!, value, [name], read) : value];
  });
  return Object.fromEntries(entries);
}

function mapped(schema: Schema, value: unknown, path: Path, read: ReadId): unknown {
  if (value === null || value === undefined) return value;
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'nullable':
    case 'optional':
    case 'default':
      return mapped(def.innerType, value, path, read);
    case 'string': {
      const marked = typeof value === 'string' ? ID_KINDS.get(schema as z.ZodType) : undefined;
      return marked ? read(value as string, marked.kind, fieldName(path)) : value;
    }
    case 'array':
      return Array.isArray(value) ? value.map((one, index) => mapped(def.element, one, [...path, index], read)) : value;
    case 'object': {
      if (typeof value !== 'object' || Array.isArray(value)) return value;
      const entries = Object.entries(value).map(([key, inner]) => {
        const known = Object.hasOwn(def.shape, key) ? def.shape[key] : undefined;
        return [key, known ? mapped(known, inner, [...path, key], read) : inner];
      });
      return Object.fromEntries(entries);
    }
    case 'union': {
      const wanted = Array.isArray(value) ? 'array' : typeof value;
      const option = def.options.find((one) => (one as z.core.$ZodTypes)._zod.def.type === wanted);
      return option ? mapped(option, value, path, read) : value;
    }
    default:
      return value;
  }
}
