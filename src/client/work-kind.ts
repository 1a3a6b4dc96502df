import type { Operation } from '../contract/operation.ts';

/** Many rows in one call: slow, and in no hurry. */
export const isBulk = ({ name }: Operation): boolean =>
  /^(bulk|merge)_/.test(name) || name.startsWith('set_custom_field_values');

/** Milliseconds a try may take: bulk work takes long, and the agenda asks other services before it answers. */
export function timeoutOf(operation: Operation): number {
  if (isBulk(operation)) return 120_000;
  return operation.path.startsWith('/v2/agenda') ? 60_000 : 30_000;
}

/** The place in the queue: what was begun goes first, then reads, single writes, and bulk writes last. */
export function priorityOf(operation: Operation, begun: boolean): number {
  if (begun) return 1;
  if (operation.effect === 'read') return 3;
  return isBulk(operation) ? 7 : 5;
}
