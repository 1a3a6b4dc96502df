import type { OperationName, Operations } from '../contract/operations.ts';
import type { ArgumentsOf, DataOf } from '../contract/schema/operation.ts';
import { KithError } from '../shared/error.ts';
import type { Client } from './client.ts';
import type { CallOptions, RowsOptions } from './options.ts';

/** The operations that answer in pages. */
export type ListName = {
  [N in OperationName]: 'cursor' extends keyof ArgumentsOf<Operations[N]> ? N : never;
}[OperationName];

type RowIn<D> = { [K in Exclude<keyof D, 'warnings'>]: D[K] extends (infer R)[] ? R : never }[Exclude<
  keyof D,
  'warnings'
>];

/** One row of a list operation's answer. */
export type RowOf<N extends ListName> = Extract<RowIn<DataOf<Operations[N]>>, object>;

/** The pages of a list, each fetched when it is asked for. */
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
    if (seen.has(cursor)) throw new KithError('InternalServerError', `${name} answered the same page again.`);
    seen.add(cursor);
  }
}

const MOST_ROWS = 10_000;

/**
 * The rows of a list, one by one; pages are fetched as they are needed. Ends after `atMost` rows. Without `atMost`, a list
 * of more than 10,000 rows is an error, so that nobody takes a part of it for the whole.
 */
export async function* rows<N extends ListName>(
  client: Client,
  name: N,
  args: ArgumentsOf<Operations[N]>,
  options: RowsOptions = {},
): AsyncGenerator<RowOf<N>, void, void> {
  const { atMost, ...callOptions } = options;
  let left = atMost ?? MOST_ROWS;
  if (left <= 0) return;
  const end = () => {
    if (atMost !== undefined) return;
    throw new KithError('BadRequest', `${name} has more than ${MOST_ROWS} rows.`, {
      hint: 'Say with atMost how many you want.',
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
