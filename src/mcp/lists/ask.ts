import type { OperationName, Operations } from '../../contract/operations.ts';
import type { ArgumentsOf, DataOf } from '../../contract/schema/operation.ts';
import type { LookupContext } from '../names/name.ts';

export type Fields = Record<string, unknown>;

/**
 * Calls an operation for a reply that is complete without it. Returns undefined after an error, such as for an operation
 * that an older service does not have.
 */
export type Ask = <N extends OperationName>(
  name: N,
  args: ArgumentsOf<Operations[N]>,
) => Promise<DataOf<Operations[N]> | undefined>;

export const askOf =
  ({ client, signal }: LookupContext): Ask =>
  async (name, args) => {
    try {
      return (await client.call(name, args, { signal })).data;
    } catch {
      return undefined;
    }
  };

/** `2 notes`, `1 note`; undefined for none. */
export const countText = (count: number | undefined, one: string, many = `${one}s`): string | undefined =>
  count ? `${count} ${count === 1 ? one : many}` : undefined;

const LISTS = ['contacts', 'notes', 'reminders'];

/** Returns whether the reply's list is empty, or its count is 0. */
export const isEmpty = (reply: Fields): boolean =>
  reply.count === 0 || LISTS.some((list) => Array.isArray(reply[list]) && reply[list].length === 0);
