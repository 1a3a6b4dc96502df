import type * as z from 'zod';
import { once } from '../../shared/once.ts';
import type { Division } from './batching.ts';

/** What an operation does to the data. Annotations follow from it, never from the HTTP verb. */
export type Effect = 'read' | 'create' | 'update' | 'delete';

/** Where an operation can be offered: as an MCP tool, over REST, in the web app, at the command line. */
export type Surface = 'tool' | 'api' | 'web' | 'cli';

/**
 * One operation of the contract, as a plain object. Schemas are functions so that they are built on first use:
 * a start must not pay for the sixty fields of a contact.
 */
export interface OperationSpec {
  /** What it does, in a few words. */
  readonly summary: string;
  /** What a caller must know: what it does, its limits, what else it touches. One to three sentences. */
  readonly description: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path with `{names}`; each is a UUID unless `textIds` is set. */
  readonly path: `/${string}`;
  readonly effect: Effect;
  /** Whether an Idempotency-Key must be sent, may be sent, or has no meaning (reads). */
  readonly idempotency: 'required' | 'optional' | 'none';
  /** v1 answers `{ error, data }`, v2 `{ data }`, text a plain string, bytes a picture. */
  readonly envelope: 'v1' | 'v2' | 'text' | 'bytes';
  /** The success status; 200 if left out. */
  readonly status?: 201;
  /** Where it is offered; everywhere if left out. */
  readonly offered?: readonly Surface[];
  /** Answered without a key. */
  readonly public?: true;
  /**
   * Manages the account and not the people in it. It works outside the transaction of the user's data, so it has no dry
   * run, and no OAuth token may call it.
   */
  readonly management?: true;
  /** Creates a credential or shows a secret: only a session with a fresh sign-in may, or the owner of the data folder. */
  readonly fresh?: true;
  /** Ids are any text: an unknown one is 404, never 400. */
  readonly textIds?: true;
  readonly query?: () => z.ZodObject;
  /** The body's own fields, without the wrapper. */
  readonly body?: () => z.ZodObject | z.ZodArray;
  /** On the wire the body stands under this name: `{ note: { … } }`. */
  readonly wrapper?: string;
  /** On the wire the body is an array; as an argument it has this name. */
  readonly listArgument?: string;
  /** A list whose bad rows fail alone, rather than refuse the request, when the body sets the flag. */
  readonly partialSuccess?: { list: string; flag: string };
  /** How a call of many rows divides into several where the service is elsewhere. */
  readonly divides?: Division;
  /** Where a `where` stands, in the query or in the body without its wrapper: its size has a bound of its own. */
  readonly filter?: { in: 'query' | 'body'; name: string };
  /** The content of `data`. */
  readonly data: () => z.ZodType;
  /** The name a tool result gives to a `data` that is not an object of named parts. */
  readonly bareName?: string;
  /** A create that finds what is already there: safe to repeat. */
  readonly findsOrCreates?: true;
  /** Reaches a mail or calendar provider: an open world, without dry runs. */
  readonly atProvider?: true;
  /** Announced end of life (docs/api/versions.md#deprecation): unix seconds and the operation that replaces it. */
  readonly deprecated?: { since: number; sunset: number; replacement: string };
}

export type Operation = OperationSpec & { readonly name: string };

type Named<K extends string> = Pick<OperationSpec, 'summary' | 'description'> & { readonly name: K };

/**
 * Names each operation by its key and makes its schemas build once. Types stay those of the literals, also beside one
 * that lacks something, so that the compiler complains about that one only.
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

/** The flat arguments of an operation: path, query and body fields side by side. */
export type ArgumentsOf<O extends OperationSpec> = { [K in PathNames<O['path']>]: string } & Input<O['query']> &
  (O extends { listArgument: infer L extends string } ? { [K in L]: Input<O['body']> } : Input<O['body']>);

/** What `data` holds in the operation's answer. */
export type DataOf<O extends OperationSpec> = z.output<ReturnType<O['data']>>;
