import type { z } from 'zod';
import { type Operation, once } from '../contract/operation.ts';

type Definition =
  | { type: 'optional' | 'nullable' | 'default'; innerType: z.ZodType }
  | { type: 'object'; shape: Record<string, z.ZodType> }
  | { type: 'array'; element: z.ZodType }
  | { type: 'other' };

/** Adds the name of each required field that `value` lacks. */
type Look = (value: unknown, path: string, missing: Set<string>) => void;

const looks = new WeakMap<Operation, () => Look>();

/**
 * Names the fields that the contract promises and an answer lacks, each once: `contacts[].id`. Types are not checked:
 * newer services may say more than this version knows, never less.
 */
export function missingFields(operation: Operation, data: unknown): string[] {
  let look = looks.get(operation);
  if (!look) {
    look = once(() => lookInto(operation.data()));
    looks.set(operation, look);
  }
  const missing = new Set<string>();
  look()(data, '', missing);
  return [...missing];
}

function lookInto(schema: z.ZodType): Look {
  const def = schema.def as unknown as Definition;
  if (def.type === 'object') return lookIntoObject(def.shape);
  if (def.type === 'array') {
    const inside = once(() => lookInto(def.element));
    return (value, path, missing) => {
      if (Array.isArray(value)) for (const entry of value) inside()(entry, `${path}[]`, missing);
    };
  }
  if ('innerType' in def) return lookInto(def.innerType);
  return () => {};
}

function lookIntoObject(shape: Record<string, z.ZodType>): Look {
  const fields = Object.entries(shape).map(([name, field]) => ({
    name,
    required: !field.safeParse(undefined).success,
    // Records may hold themselves.
    inside: once(() => lookInto(field)),
  }));
  return (value, path, missing) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
    for (const { name, required, inside } of fields) {
      const inner = (value as Record<string, unknown>)[name];
      const place = path ? `${path}.${name}` : name;
      if (inner !== undefined) inside()(inner, place, missing);
      else if (required) missing.add(place);
    }
  };
}
