import type { OperationName, Operations } from '../contract/operations.ts';
import type { ArgumentsOf, DataOf } from '../contract/schema/operation.ts';
import { KithError } from '../shared/error.ts';
import type { Client } from './client.ts';
import type { CallOptions, RowsOptions } from './options.ts';

/** Paged operations. */
export type ListName = {
  [N in OperationName]: 'cursor' extends keyof ArgumentsOf<Operations[N]> ? N : never;
}[OperationName];

type RowIn<D> = { [K in Exclude<keyof D, 'warnings'>]: D[K] extends (infer R)[] ? R : never }[Exclude<
  keyof D,
  'warnings'
>];

/** One row of a list operation. */
export type RowOf<N extends ListName> = Extract<RowIn<DataOf<Operations[N]>>, object>;

/** Iterates over a list's pages, and fetches each on demand. */
export async function* pages<N extends ListName>(
  client: Client,
  name: N,
  args: ArgumentsOf<Operations[N]>,
  options: CallOptions = {},
): AsyncGenerator<DataOf<Operations[N]>, void, void> {
  const seen = new Set<string>();
  let cursor: string | undefined;
  for (;;) {
    const { data } = await client.call(name, { ...args, ...(cursor !== undefined && { cursor }) }, options);
    yield data;
    cursor = nextCursor(data);
    if (cursor === undefined) return;
    if (seen.has(cursor)) throw new KithError('InternalServerError', `${name} returned the same page again.`);
    seen.add(cursor);
  }
}

const MAX_ROWS = 10_000;

/**
 * Iterates over a list's rows, and fetches pages on demand. Ends after `atMost` rows. Without `atMost`, a list of more than
 * 10,000 rows is an error, so that a partial list is never mistaken for a complete one.
 */
export async function* rows<N extends ListName>(
  client: Client,
  name: N,
  args: ArgumentsOf<Operations[N]>,
  options: RowsOptions = {},
): AsyncGenerator<RowOf<N>, void, void> {
  const { atMost, ...callOptions } = options;
  let left = atMost ?? MAX_ROWS;
  if (left <= 0) return;
  const end = () => {
    if (atMost !== undefined) return;
    throw new KithError('BadRequest', `${name} has more than ${MAX_ROWS} rows.`, {
      hint: 'Set atMost to the number of rows that you want.',
    });
  };
  for await (const data of pages(client, name, args, callOptions)) {
    for (const row of listIn(data)) {
      if (left-- <= 0) return end();
      yield row as RowOf<N>;
    }
    if (left <= 0 && nextCursor(data) !== undefined) return end();
  }
}

const nextCursor = (data: object): string | undefined =>
  (data as { pagination?: { nextCursor?: string | null } }).pagination?.nextCursor ?? undefined;

function listIn(data: object): unknown[] {
  for (const [name, value] of Object.entries(data)) if (Array.isArray(value) && name !== 'warnings') return value;
  return [];
}
