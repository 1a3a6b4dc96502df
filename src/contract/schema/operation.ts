import type * as z from 'zod';
import { once } from '../../shared/once.ts';
import type { Batching } from './batching.ts';

/** An operation's effect on the data. Tool annotations are derived from it, not from the HTTP method. */
export type Effect = 'read' | 'create' | 'update' | 'delete';

/** Where an operation can be offered: as an MCP tool, in the REST API, in the web app, on the command line. */
export type Surface = 'tool' | 'api' | 'web' | 'cli';

/**
 * One operation of the contract, as a plain object. Schemas are functions so that they are built on first use, which
 * keeps the start fast.
 */
export interface OperationSpec {
  /** Short title. */
  readonly summary: string;
  /** Effects, limits, and side effects that a caller must know. One to three sentences. */
  readonly description: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path with `{names}`; each is a UUID unless `textIds` is set. */
  readonly path: `/${string}`;
  readonly effect: Effect;
  /** Whether an Idempotency-Key is required, optional, or has no effect (reads). */
  readonly idempotency: 'required' | 'optional' | 'none';
  /** Format of the response. v1: `{ error, data }`. v2: `{ data }`. text: a plain string. bytes: a picture. */
  readonly envelope: 'v1' | 'v2' | 'text' | 'bytes';
  /** The success status (default: 200). */
  readonly status?: 201;
  /** Surfaces that offer it (default: all). */
  readonly offered?: readonly Surface[];
  /** Requires no API key. */
  readonly public?: true;
  /**
   * Manages the account, not its contacts. It runs outside the transaction of the user's data, so it has no dry run, and
   * OAuth tokens cannot call it.
   */
  readonly management?: true;
  /**
   * Creates a credential or shows a secret. Only a session with a recent sign-in or the owner of the data folder may call
   * it.
   */
  readonly fresh?: true;
  /** Ids are arbitrary strings: an unknown id returns 404, never 400. */
  readonly textIds?: true;
  readonly query?: () => z.ZodObject;
  /** The body's own fields, without the wrapper. */
  readonly body?: () => z.ZodObject | z.ZodArray;
  /** Name of the object that contains the body in wire format: `{ note: { … } }`. */
  readonly wrapper?: string;
  /** Name of the argument for a body that is an array in wire format. */
  readonly listArgument?: string;
  /** A list whose invalid rows fail individually if the body sets the flag, instead of failing the request. */
  readonly partialSuccess?: { list: string; flag: string };
  /** How to split a call with many rows into several calls to a remote service. */
  readonly splits?: Batching;
  /** Where the request contains a `where`, in the query or in the unwrapped body. Its size has a separate limit. */
  readonly filter?: { in: 'query' | 'body'; name: string };
  /** The content of `data`. */
  readonly data: () => z.ZodType;
  /** Name in a tool result for `data` that is not an object with named parts. */
  readonly bareName?: string;
  /** A create that returns an existing record if there is one, so it is safe to repeat. */
  readonly findsOrCreates?: true;
  /** Calls a mail or calendar provider: open-world, no dry runs. */
  readonly atProvider?: true;
  /** Announced end of life (docs/api/versions.md#deprecation): Unix seconds and the replacement. */
  readonly deprecated?: { since: number; sunset: number; replacement: string };
}

export type Operation = OperationSpec & { readonly name: string };

type Named<K extends string> = Pick<OperationSpec, 'summary' | 'description'> & { readonly name: K };

/**
 * Names each operation by its key and caches its schemas. Literal types are preserved even if one operation is
 * incomplete, so the compiler reports only that operation.
 */
export function defineOperations<const T extends Record<string, object>>(
  specs: T & Record<keyof T, OperationSpec>,
): { readonly [K in keyof T & string]: T[K] & Named<K> } {
  const named = Object.entries<OperationSpec>(specs).map(([name, spec]) => [
    name,
    {
      ...spec,
      name,
      data: once(spec.data),
      ...(spec.query && { query: once(spec.query) }),
      ...(spec.body && { body: once(spec.body) }),
    },
  ]);
  return Object.fromEntries(named);
}

const namesByPath = new Map<string, readonly string[]>();

/** The `{names}` in a path, in order. */
export function pathNames(path: string): readonly string[] {
  let names = namesByPath.get(path);
  if (!names) {
    names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
    namesByPath.set(path, names);
  }
  return names;
}

/** The `{names}` in a path, as a type. */
export type PathNames<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathNames<Rest>
  : never;
type Input<S> = S extends () => z.ZodType ? z.input<ReturnType<S>> : unknown;

/** An operation's flat arguments: path, query, and body fields in one object. */
export type ArgumentsOf<O extends OperationSpec> = { [K in PathNames<O['path']>]: string } & Input<O['query']> &
  (O extends { listArgument: infer L extends string } ? { [K in L]: Input<O['body']> } : Input<O['body']>);

/** The type of `data` in the operation's response. */
export type DataOf<O extends OperationSpec> = z.output<ReturnType<O['data']>>;
