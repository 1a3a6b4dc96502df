import { KithError } from '../contract/error.ts';
import type { ArgumentsOf, DataOf } from '../contract/operation.ts';
import type { OperationName, Operations } from '../contract/operations.ts';
import type { Client } from './client.ts';
import type { RowsOptions } from './options.ts';

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
  const seen = new Set<string>();
  let left = atMost ?? MOST_ROWS;
  let cursor: string | undefined;
  while (left > 0) {
    const page = { ...args, ...(cursor !== undefined && { cursor }) };
    const { data } = await client.call(name, page, callOptions);
    for (const row of listIn(data)) {
      if (left-- <= 0) return;
      yield row as RowOf<N>;
    }
    cursor = (data as { pagination?: { nextCursor?: string | null } }).pagination?.nextCursor ?? undefined;
    if (cursor === undefined) return;
    if (seen.has(cursor)) throw new KithError('InternalServerError', `${name} answered the same page again.`);
    seen.add(cursor);
  }
  if (atMost === undefined) {
    throw new KithError('BadRequest', `${name} has more than ${MOST_ROWS} rows.`, {
      hint: 'Say with atMost how many you want.',
    });
  }
}

function listIn(data: object): unknown[] {
  const list = Object.entries(data).find(([name, value]) => Array.isArray(value) && name !== 'warnings');
  return (list?.[1] as unknown[] | undefined) ?? [];
}
