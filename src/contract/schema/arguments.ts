import type * as z from 'zod';
import { badRequest, ERROR_LIMITS, type KithError } from '../../shared/error.ts';
import { nearestName } from '../../shared/text/nearest-name.ts';
import { type Operation, pathNames } from './operation.ts';

export type Place = 'path' | 'query' | 'body';

/** The three parts of a request. The body is without its wire format wrapper (`wire.ts`). */
export interface RequestParts {
  path: Record<string, string>;
  query: Record<string, unknown>;
  body: unknown;
}

const fieldNames = (schema: z.ZodType | undefined): string[] =>
  Object.keys((schema as z.ZodObject | undefined)?.shape ?? {});

const known = new WeakMap<Operation, ReadonlyMap<string, Place>>();

/**
 * Returns the part of the request that each flat argument belongs to. Throws if two parts share a name, which is a bug in
 * the contract.
 */
export function argumentPlaces(operation: Operation): ReadonlyMap<string, Place> {
  const places = known.get(operation) ?? findPlaces(operation);
  known.set(operation, places);
  return places;
}

function findPlaces(operation: Operation): Map<string, Place> {
  const named: [Place, readonly string[]][] = [
    ['path', pathNames(operation.path)],
    ['query', fieldNames(operation.query?.())],
    ['body', operation.listArgument ? [operation.listArgument] : fieldNames(operation.body?.())],
  ];
  const places = new Map<string, Place>();
  for (const [place, names] of named) {
    for (const name of names) {
      if (places.has(name))
        throw new Error(`${operation.name}: argument "${name}" is in both ${places.get(name)} and ${place}`);
      places.set(name, place);
    }
  }
  return places;
}

/** Returns the name of the page size argument, or undefined if the operation has no paging. */
export const pageSizeArgument = (operation: Operation): string | undefined =>
  ['take', 'limit'].find((name) => argumentPlaces(operation).has(name));

/**
 * Distributes flat arguments to path, query, and body. Unknown names throw a 400 that suggests the closest known name.
 */
export function placeArguments(operation: Operation, args: Record<string, unknown>): RequestParts {
  const places = argumentPlaces(operation);
  const parts = {
    path: {} as Record<string, string>,
    query: {} as Record<string, unknown>,
    body: {} as Record<string, unknown>,
  };
  const unknown: string[] = [];
  for (const [name, value] of Object.entries(args)) {
    const place = places.get(name);
    if (!place) unknown.push(name);
    else if (value !== undefined) (parts[place] as Record<string, unknown>)[name] = value;
  }
  if (unknown.length > 0) throw unknownArguments(unknown, [...places.keys()]);
  return { ...parts, body: bodyOf(operation, parts.body) };
}

/** Suggestions are slower than any other check, so only the reported names get one. */
function unknownArguments(names: string[], known: string[]): KithError {
  const told = names.slice(0, ERROR_LIMITS.fields);
  const fields = told.map((name) => [name, `unknown argument${suggestion(name, known)}`]);
  // Creates own properties even if an argument is named `__proto__`.
  return badRequest(Object.fromEntries(fields), undefined, names.length - told.length);
}

function bodyOf({ body: takesBody, listArgument }: Operation, body: Record<string, unknown>): unknown {
  if (!takesBody) return undefined;
  return listArgument ? body[listArgument] : body;
}

/** Returns `, did you mean …?` with the closest known name, or `otherwise`, such as a period, if none is close. */
export function suggestion(name: string, known: readonly string[], otherwise = ''): string {
  const nearest = nearestName(name, known);
  return nearest ? `, did you mean ${nearest}?` : otherwise;
}
