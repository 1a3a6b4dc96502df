import { newId } from '../../store/ids.ts';
import { insertRows } from '../../store/insert.ts';
import type { Db, Store } from '../../store/store.ts';

/** Every event of the log, and whether the action was done or refused. */
export const SECURITY_EVENTS = {
  'key.accepted': 'done',
  'key.refused': 'refused',
  'key.made': 'done',
  'key.shown': 'done',
  'key.replaced': 'done',
  'key.revoked': 'done',
  'permission.refused': 'refused',
  'limit.hit': 'refused',
  'user.added': 'done',
  'user.removed': 'done',
  'plan.changed': 'done',
  'link.made': 'done',
  'link.used': 'done',
  'link.refused': 'refused',
  'passkey.added': 'done',
  'passkey.removed': 'done',
  'passkey.refused': 'refused',
  /** Sign-ins with an OpenID provider. */
  'provider.refused': 'refused',
  'session.opened': 'done',
  'session.refused': 'refused',
  'session.ended': 'done',
  /** The secret of the data was rotated. */
  'secret.rotated': 'done',
  /** A person connected or disconnected an app. */
  'host.connected': 'done',
  'host.disconnected': 'done',
  'host.accepted': 'done',
  /** Two edits of one field conflicted. The losing value is kept for the person to review. */
  'card.conflict': 'done',
  'account.connected': 'done',
  'account.disconnected': 'done',
  /** The address of a calendar feed was created, replaced, or shown, or the feed was switched off. */
  'feed.made': 'done',
  'feed.replaced': 'done',
  'feed.shown': 'done',
  'feed.ended': 'done',
  'feed.refused': 'refused',
  /**
   * Syncing an address book failed: it is unreachable or rejects the sign-in, or many deletions wait for confirmation.
   */
  'sync.failed': 'refused',
  'sync.waiting': 'refused',
  'data.exported': 'done',
  'data.imported': 'done',
  'data.backed_up': 'done',
  'data.restored': 'done',
  /** The morning message, or a reminder at its time. */
  'message.sent': 'done',
  'message.failed': 'refused',
  'message.set': 'done',
  'message.off': 'done',
  /** Some lines of one kind were dropped because there were too many. */
  'lines.left_out': 'done',
} as const;

export type SecurityEventName = keyof typeof SECURITY_EVENTS;

/** A line to write. It never contains address book content (names, text, or addresses) or a key. */
export interface SecurityEvent {
  event: SecurityEventName;
  userId?: string | undefined;
  /** Name of a key. */
  key?: string | undefined;
  /** Network address of the request. */
  address?: string | undefined;
  /** One or two more words: a reason, a format, or an operation. */
  detail?: string | undefined;
}

/** A line read from the log. */
export interface SecurityLine {
  /** ISO 8601 UTC. */
  at: string;
  event: string;
  outcome: 'done' | 'refused';
  user_id: string | null;
  /** Null if the user was removed. */
  email: string | null;
  key: string | null;
  address: string | null;
  detail: string | null;
}

const RETENTION_DAYS = 90;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Writes lines in a transaction of the directory, and deletes expired ones. */
export async function record(db: Db, ...events: (SecurityEvent & { at?: string })[]): Promise<void> {
  const rows = events.map(({ event, userId, key, address, detail, at }) => ({
    id: newId(),
    at: at ?? new Date().toISOString(),
    event,
    user_id: userId ?? null,
    key_name: key ?? null,
    address: address ?? null,
    detail: detail ?? null,
  }));
  await insertRows(db, 'security_log', rows);
  await db.deleteFrom('security_log').where('at', '<', oldest()).execute();
}

const oldest = (): string => new Date(Date.now() - RETENTION_DAYS * DAY_MS).toISOString();

const LINES_AT_ONCE = 1_000;

/** Yields the lines since `since` (ISO 8601 UTC), oldest first; with `userId`, only those of one user. */
export async function* readLog(
  store: Store,
  { since = '', userId }: { since?: string | undefined; userId?: string | undefined },
): AsyncGenerator<SecurityLine> {
  const from = [since, oldest()].sort().at(-1)!;
  let after = { at: from, id: '' };
  for (;;) {
    const rows = await store.read('', (db) => {
      const query = db
        .selectFrom('security_log')
        .leftJoin('users', 'users.user_id', 'security_log.user_id')
        .selectAll('security_log')
        .select('users.email')
        .where(({ eb, refTuple, tuple }) =>
          eb(refTuple('security_log.at', 'security_log.id'), '>', tuple(after.at, after.id)),
        )
        .orderBy('security_log.at')
        .orderBy('security_log.id')
        .limit(LINES_AT_ONCE);
      return (userId === undefined ? query : query.where('security_log.user_id', '=', userId)).execute();
    });
    for (const { id: _, event, key_name: key, ...row } of rows) {
      yield {
        at: row.at,
        event,
        outcome: outcomeOf(event),
        user_id: row.user_id,
        email: row.email,
        key,
        address: row.address,
        detail: row.detail,
      };
    }
    if (rows.length < LINES_AT_ONCE) return;
    after = rows.at(-1)!;
  }
}

/** A user's lines, newest first: since `since`, and before the line with this time and id. */
export async function latestLines(
  store: Store,
  userId: string,
  { since = '', before, take }: { since?: string | undefined; before?: Place | undefined; take: number },
): Promise<LatestLine[]> {
  const from = [since, oldest()].sort().at(-1)!;
  const rows = await store.read('', (db) => {
    const query = db
      .selectFrom('security_log')
      .select(['id', 'at', 'event', 'key_name as key', 'address', 'detail'])
      .where('user_id', '=', userId)
      .where('at', '>=', from)
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(take);
    if (!before) return query.execute();
    return query
      .where(({ eb, refTuple, tuple }) => eb(refTuple('at', 'id'), '<', tuple(before.at, before.id)))
      .execute();
  });
  return rows.map((row) => ({ ...row, outcome: outcomeOf(row.event) }));
}

/** Position of a line in the log. */
interface Place {
  at: string;
  id: string;
}

type LatestLine = Omit<SecurityLine, 'user_id' | 'email'> & { id: string };

const outcomeOf = (event: string): SecurityLine['outcome'] => SECURITY_EVENTS[event as SecurityEventName] ?? 'done';
