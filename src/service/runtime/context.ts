import type { Secret } from '../../identity/secrets/secret.ts';
import type { CardKind } from '../../store/card-tables.ts';
import type { Db } from '../../store/store.ts';
import type { UserRow } from '../../store/tables.ts';
import type { Cursors } from './cursor.ts';

/** What a handler works with: an open transaction and the user whose data it may touch. */
export interface Context {
  db: Db;
  user: UserRow;
  /** One moment for the whole request, ISO 8601 UTC. */
  now: string;
  cursors: Cursors;
  secret: Secret;
  /** Set when the transaction leaves a message in the outbox. */
  leftMessage?: boolean;
  /** The people and groups whose cards this transaction changed, by id: see `noteChanged`. */
  changed?: Map<string, CardKind>;
}
