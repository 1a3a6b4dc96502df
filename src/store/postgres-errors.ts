import pg from 'pg';
import { KithError } from '../shared/error.ts';

/** The connection failed or was lost. Nothing uncommitted was saved. */
export class ConnectionLost extends Error {
  /** Converts an error to a ConnectionLost unless it is the database's response to a statement. */
  static or(error: unknown): unknown {
    if (error instanceof ConnectionLost) return error;
    if (error instanceof pg.DatabaseError && !isConnectionFailure(error.code)) return error;
    return new ConnectionLost('the connection to the database failed', { cause: error });
  }

  /** No response arrived, not even a reset. The driver reports this only with this message. */
  get isSilent(): boolean {
    return this.cause instanceof Error && this.cause.message === 'Query read timeout';
  }
}

/** The ConnectionLost that caused an error, if any. */
export function connectionLostIn(error: unknown): ConnectionLost | undefined {
  if (error instanceof ConnectionLost) return error;
  return error instanceof KithError && error.cause instanceof ConnectionLost ? error.cause : undefined;
}

/** The server is stopping or starting, has no free connections, or reports a connection failure. */
const isConnectionFailure = (code = ''): boolean => /^(08...|57P0[1235]|53300)$/.test(code);

/** The SQLSTATE or network code of an error. */
const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const UNIQUE_VIOLATION = '23505';

/**
 * Whether a retry of the whole work may succeed, because it conflicted with another transaction, or because another
 * writer added a row that the retry will see.
 */
export function isRetryable(error: unknown): boolean {
  if (error instanceof ConnectionLost) return true;
  return [SERIALIZATION_FAILURE, DEADLOCK, UNIQUE_VIOLATION].includes(codeOf(error));
}

/** Converts operational errors to plain messages. Other errors are bugs and are returned unchanged. */
export function readableError(error: unknown): unknown {
  if (error instanceof ConnectionLost) return unavailable('Cannot connect to the database.', error);
  switch (codeOf(error)) {
    case SERIALIZATION_FAILURE:
    case DEADLOCK:
    case '55P03':
      return unavailable('Too many writes are in progress.', error);
    case '57014':
      return unavailable('The database took too long.', error);
    case '25006':
      return unavailable('The database is read-only at the moment.', error, 10);
    case '53100':
      return unavailable('The database server has no disk space left. Nothing was changed.', error, 60);
    default:
      return error;
  }
}

/**
 * Tells an administrator why kith cannot open the database in KITH_DATABASE_URL. Other errors are returned unchanged.
 */
export function setupError(error: unknown): unknown {
  const said = SETUP[codeOf(error)];
  if (said) return new KithError('ServiceUnavailable', said[0], { hint: said[1], cause: error });
  if (!(error instanceof ConnectionLost)) return error;
  // A connection pooler accepts clients before it has connected to the database.
  if (error.cause instanceof pg.DatabaseError && error.cause.code === '08P01')
    return new KithError(
      'ServiceUnavailable',
      'The server at KITH_DATABASE_URL accepts connections but cannot open the database.',
      {
        hint: 'If it is a connection pooler, check that the database exists and that the pooler can sign in to it.',
        cause: error,
      },
    );
  return new KithError('ServiceUnavailable', 'Cannot connect to the database.', {
    hint: 'Check the host and port in KITH_DATABASE_URL, and that PostgreSQL is running there.',
    cause: error,
    retryAfter: 1,
  });
}

const SETUP: Record<string, [message: string, hint: string]> = {
  '28P01': ['The database rejected the password in KITH_DATABASE_URL.', 'Correct the password.'],
  '28000': ['The database rejected the user in KITH_DATABASE_URL.', 'Correct the user, or allow it in pg_hba.conf.'],
  '3D000': ['The database named in KITH_DATABASE_URL does not exist.', 'Create it with createdb, or correct the name.'],
  '42501': [
    'The user in KITH_DATABASE_URL is not allowed to create tables.',
    'Make this user the owner of the database: alter database NAME owner to USER.',
  ],
};

/** The change may or may not have been saved. A retry with the same Idempotency-Key finds out. */
export const unknownOutcome = (cause: unknown) =>
  unavailable('The database failed during a write. The change may or may not have been saved.', cause);

export const unavailable = (message: string, cause?: unknown, retryAfter = 1) =>
  new KithError('ServiceUnavailable', message, { cause, retryAfter });
