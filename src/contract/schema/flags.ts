import * as z from 'zod';
import { badRequest } from '../../shared/error.ts';
import { suggestion } from './arguments.ts';
import { partSchemas } from './check.ts';
import type { Operation } from './operation.ts';

const known = new WeakMap<z.core.$ZodType, () => readonly string[]>();

/**
 * Schema of `include` and `select`: an object of booleans. The API accepts any key (docs/api/requests.md#validation); a
 * tool rejects keys that are not in `keys`, if given.
 */
export function flags(keys?: () => readonly string[]) {
  const schema = z.record(z.string(), z.boolean());
  if (keys) known.set(schema, keys);
  return schema;
}

/** Schema of `include` and `select` in tools: a list of names, because strict modes accept no objects with arbitrary keys. */
export const namesInTools = (description: string, names?: readonly string[]) => ({
  type: 'array',
  items: { type: 'string', ...(names && { enum: names }) },
  description,
});

type FlagArgument = [name: string, keys: () => readonly string[]];
const flagArguments = new WeakMap<Operation, FlagArgument[]>();

/** Returns the operation's arguments that have known keys. */
function flagArgumentsOf(operation: Operation): FlagArgument[] {
  const made = flagArguments.get(operation);
  if (made) return made;
  const { query, body } = partSchemas(operation);
  const fields = [query, body].flatMap((part) =>
    Object.entries((part as Partial<z.ZodObject> | undefined)?.shape ?? {}),
  );
  const found = fields.flatMap(([name, schema]): FlagArgument[] => {
    const keys = known.get(inside(schema as z.core.$ZodType));
    return keys ? [[name, keys]] : [];
  });
  flagArguments.set(operation, found);
  return found;
}

/**
 * Throws a 400 for unknown keys of `include` and `select`. It suggests the closest key, or lists all keys if none is
 * close.
 */
export function refuseUnknownFlags(operation: Operation, args: Record<string, unknown>): void {
  const bad: [field: string, reason: string][] = [];
  let hint: string | undefined;
  for (const [name, keysOf] of flagArgumentsOf(operation)) {
    const given = args[name];
    if (typeof given !== 'object' || given === null) continue;
    const keys = keysOf();
    for (const key of Object.keys(given).filter((one) => !keys.includes(one))) {
      const near = suggestion(key, keys);
      bad.push([`${name}.${key}`, `unknown${near}`]);
      if (!near) hint ??= `${name} accepts ${keys.join(', ')}.`;
    }
  }
  if (bad.length > 0) throw badRequest(Object.fromEntries(bad), hint);
}

const inside = (schema: z.core.$ZodType): z.core.$ZodType => {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  return def.type === 'optional' ? inside(def.innerType) : schema;
};
