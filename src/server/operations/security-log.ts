import type { ManagementName } from '../../contract/operations.ts';
import { latestLines } from '../../identity/users/security-log.ts';
import type { ManagementHandler } from '../../service/runtime/handler.ts';

type Manage<N extends ManagementName> = ManagementHandler<N>['manage'];

export const listSecurityLog: Manage<'list_security_log'> = async ({ store, user, cursors }, { query }) => {
  const { since, take, cursor } = query;
  const list = JSON.stringify([user.user_id, 'list_security_log', since]);
  const [at, id] = cursor === undefined ? [] : (cursors.read(list, cursor) as [string, string]);
  const before = at !== undefined && id !== undefined ? { at, id } : undefined;
  const lines = await latestLines(store, user.user_id, { since, before, take: take + 1 });
  const shown = lines.slice(0, take);
  const last = shown.at(-1);
  const nextCursor = last && lines.length > take ? cursors.write(list, [last.at, last.id]) : null;
  const events = shown.map(({ id: _, ...event }) => event);
  return { events, pagination: { nextCursor, count: events.length } };
};
