import pg from 'pg';
import { KithError } from '../shared/error.ts';

/** The connection was lost or never made: nothing uncommitted was saved. */
export class ConnectionLost extends Error {
  /** The error, as one of these when it is not the database's own word on a statement. */
  static or(error: unknown): unknown {
    if (error instanceof ConnectionLost) return error;
    if (error instanceof pg.DatabaseError && !isGoodbye(error.code)) return error;
    return new ConnectionLost('the connection to the database failed', { cause: error });
  }

  /** Nothing was heard on it, not even that it broke. The driver tells so by this text alone. */
  get isSilent(): boolean {
    return this.cause instanceof Error && this.cause.message === 'Query read timeout';
  }
}

/** Why a connection cannot be used again, if that is what stands behind an error. */
export function lossIn(error: unknown): ConnectionLost | undefined {
  if (error instanceof ConnectionLost) return error;
  return error instanceof KithError && error.cause instanceof ConnectionLost ? error.cause : undefined;
}

/** The server is stopping or starting, has no connection to spare, or speaks of the connection itself. */
const isGoodbye = (code = ''): boolean => /^(08...|57P0[1235]|53300)$/.test(code);

/** The SQLSTATE of an error, or the code of one of the network. */
const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const UNIQUE_VIOLATION = '23505';

/**
 * Whether the whole work may succeed when it is run again: another transaction was in the way, or another writer added a
 * row that the repeat will see.
 */
export function isWorthRepeating(error: unknown): boolean {
  if (error instanceof ConnectionLost) return true;
  return [SERIALIZATION_FAILURE, DEADLOCK, UNIQUE_VIOLATION].includes(codeOf(error));
}

/** Trouble with the machine in plain words; any other error is a fault of ours and is thrown on as it is. */
export function readableError(error: unknown): unknown {
  if (error instanceof ConnectionLost) return unavailable('The database cannot be reached.', error);
  switch (codeOf(error)) {
    case SERIALIZATION_FAILURE:
    case DEADLOCK:
    case '55P03':
      return unavailable('Too much is being written at once.', error);
    case '57014':
      return unavailable('The database took too long.', error);
    case '25006':
      return unavailable('The database takes no writes at the moment.', error, 10);
    case '53100':
      return unavailable('The disk of the database is full; nothing was changed.', error, 60);
    default:
      return error;
  }
}

/** Why a database of KITH_DATABASE_URL cannot be opened, for whoever sets kith up; anything else goes on as it is. */
export function readableAtStart(error: unknown): unknown {
  const said = SETUP[codeOf(error)];
  if (said) return new KithError('ServiceUnavailable', said[0], { hint: said[1], cause: error });
  if (!(error instanceof ConnectionLost)) return error;
  // A pooler lets its clients in before it has a connection of its own.
  if (error.cause instanceof pg.DatabaseError && error.cause.code === '08P01')
    return new KithError(
      'ServiceUnavailable',
      'What answers at KITH_DATABASE_URL cannot open the database behind it.',
      {
        hint: 'Where it is a pooler: check that the database does exist, and how the pooler signs in there.',
        cause: error,
      },
    );
  return new KithError('ServiceUnavailable', 'The database cannot be reached.', {
    hint: 'Check the host and port of KITH_DATABASE_URL, and that PostgreSQL runs there.',
    cause: error,
    retryAfter: 1,
  });
}

const SETUP: Record<string, [message: string, hint: string]> = {
  '28P01': ['The database refuses the password of KITH_DATABASE_URL.', 'Correct it there.'],
  '28000': ['The database refuses the user of KITH_DATABASE_URL.', 'Correct it, or let pg_hba.conf admit it.'],
  '3D000': ['The database that KITH_DATABASE_URL names does not exist.', 'Make it with createdb, or correct the name.'],
  '42501': [
    'The user of KITH_DATABASE_URL may not make tables.',
    'Make it the owner of the database: alter database NAME owner to USER.',
  ],
};

/** Nobody knows whether it was kept; a repeat under the same Idempotency-Key finds out. */
export const unknownOutcome = (cause: unknown) =>
  unavailable('The database failed while it was writing; whether the change was kept is not known.', cause);

export const unavailable = (message: string, cause?: unknown, retryAfter = 1) =>
  new KithError('ServiceUnavailable', message, { cause, retryAfter });
