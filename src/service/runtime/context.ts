import type { Secret } from '../../identity/secrets/secret.ts';
import type { CardKind } from '../../store/card-tables.ts';
import type { Db } from '../../store/store.ts';
import type { UserRow } from '../../store/tables.ts';
import type { Cursors } from './cursor.ts';

/** A handler's open transaction, and the user whose data it may access. */
export interface Context {
  db: Db;
  user: UserRow;
  /** The request's time, the same throughout. ISO 8601 UTC. */
  now: string;
  cursors: Cursors;
  secret: Secret;
  /** True if the transaction added a message to the outbox. */
  leftMessage?: boolean;
  /** The contacts and groups whose cards this transaction changed, by id. See `markChanged`. */
  changed?: Map<string, CardKind>;
}
