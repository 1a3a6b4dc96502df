import { argumentPlaces } from '../../src/contract/schema/arguments.ts';
import type { Operation } from '../../src/contract/schema/operation.ts';
import type { Sample } from './samples.ts';

/** A wire request in a tool's form: path, query, and body side by side, without the wrapper. */
export function flatArguments(operation: Operation, { path, query, body }: Sample): Record<string, unknown> {
  const inner = operation.wrapper ? (body as Record<string, unknown>)[operation.wrapper] : body;
  const named = operation.listArgument ? { [operation.listArgument]: inner } : (inner as object | undefined);
  const known = argumentPlaces(operation);
  const all = Object.entries({ ...path, ...query, ...named });
  return Object.fromEntries(all.filter(([name]) => known.has(name)));
}
