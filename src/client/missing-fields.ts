import * as z from 'zod';
import type { Operation } from '../contract/schema/operation.ts';
import { once } from '../shared/once.ts';
import { isRecord } from '../shared/records.ts';

/** Adds the name of each required field that `value` lacks. */
type Collect = (value: unknown, path: string, missing: Set<string>) => void;

const collectors = new WeakMap<Operation, () => Collect>();

/**
 * Lists the required fields that a response lacks, each once: `contacts[].id`. Types are not checked: a newer service may
 * return more than this version knows, never less.
 */
export function missingFields(operation: Operation, data: unknown): string[] {
  let collect = collectors.get(operation);
  if (!collect) {
    collect = once(() => collectorFor(operation.data()));
    collectors.set(operation, collect);
  }
  const missing = new Set<string>();
  collect()(data, '', missing);
  return [...missing];
}

function collectorFor(schema: z.core.$ZodType): Collect {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'object') return collectorForObject(def.shape);
  if (def.type === 'array') {
    const inside = once(() => collectorFor(def.element));
    return (value, path, missing) => {
      if (Array.isArray(value)) for (const entry of value) inside()(entry, `${path}[]`, missing);
    };
  }
  return 'innerType' in def ? collectorFor(def.innerType) : () => {};
}

function collectorForObject(shape: z.core.$ZodShape): Collect {
  const fields = Object.entries(shape).map(([name, field]) => ({
    name,
    required: !z.safeParse(field, undefined).success,
    // Records can be recursive.
    inside: once(() => collectorFor(field)),
  }));
  return (value, path, missing) => {
    if (!isRecord(value)) return;
    for (const { name, required, inside } of fields) {
      const inner = value[name];
      const place = path ? `${path}.${name}` : name;
      if (inner !== undefined) inside()(inner, place, missing);
      else if (required) missing.add(place);
    }
  };
}
