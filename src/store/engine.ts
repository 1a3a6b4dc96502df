import { createRequire, isBuiltin } from 'node:module';
import { KithError } from '../shared/error.ts';

type Open = new (path: string, options?: { timeout?: number; readOnly?: boolean }) => DatabaseSync;

/** Before Node 22.16, and in 23, its SQLite has no full-text search and no rows as lists. */
function isOwnEnough(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major > 23 || (major === 22 && minor >= 16);
}

/**
 * SQLite as Node carries it, else the package with the same interface. The built-in comes first: desktop hosts refuse
 * foreign native files.
 */
export function loadEngine(): Open {
  const builtIn = isOwnEnough() && quietly(() => process.getBuiltinModule('node:sqlite' as 'node:fs'));
  if (builtIn) return (builtIn as unknown as { DatabaseSync: Open }).DatabaseSync;
  try {
    return load(PACKAGE).DatabaseSync;
  } catch (cause) {
    throw noEngine(cause);
  }
}

/** Why no SQLite will open, as far as that shows without loading one, which takes a start too long. */
export function lackOfEngine(): KithError | undefined {
  if (isOwnEnough() && isBuiltin('node:sqlite')) return undefined;
  try {
    load.resolve(PACKAGE);
    return undefined;
  } catch (cause) {
    return noEngine(cause);
  }
}

const PACKAGE = 'kith-sqlite';
const load = createRequire(import.meta.url);

const noEngine = (cause: unknown): KithError =>
  new KithError('ServiceUnavailable', 'This Node has no SQLite, or too little of it.', {
    hint: 'Use Node 22.16 or newer, run npm install kith-sqlite where kith is installed, or set KITH_BASE_URL and KITH_API_KEY.',
    cause,
  });

/** Node 22 warns that its SQLite is experimental; a host would show that line to a person. */
function quietly<T>(load: () => T): T {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return load();
  } finally {
    process.emitWarning = emitWarning;
  }
}

// The part of the DatabaseSync interface that kith uses. Node 20's own types do not have it,
// and both engines (node:sqlite, @photostructure/sqlite of packages/sqlite) fit it.
export type SqlValue = string | number | bigint | null | Uint8Array;

export interface StatementSync {
  all(...values: SqlValue[]): Record<string, SqlValue>[];
  get(...values: SqlValue[]): Record<string, SqlValue> | undefined;
  run(...values: SqlValue[]): { changes: number | bigint; lastInsertRowid: number | bigint };
  columns(): { name: string }[];
  /** Integers of this statement come as bigint, in its rows and in what `run` returns. */
  setReadBigInts(wanted: boolean): void;
  /** Rows come as lists of values. */
  setReturnArrays(wanted: boolean): void;
}

export interface DatabaseSync {
  prepare(sql: string): StatementSync;
  exec(sql: string): void;
  close(): void;
}

/** The numeric result code that both engines put on their errors. */
export const sqliteCode = (error: unknown): number | undefined =>
  error instanceof Error && 'errcode' in error ? Number(error.errcode) : undefined;

export const SQLITE_BUSY = 5;
export const SQLITE_IOERR = 10;
export const SQLITE_FULL = 13;
export const SQLITE_CONSTRAINT = 19;
