import { createRequire, isBuiltin } from 'node:module';
import { KithError } from '../shared/error.ts';

type Open = new (path: string, options?: { timeout?: number; readOnly?: boolean }) => DatabaseSync;

/** SQLite in Node 23, and before 22.16, lacks full-text search or rows as arrays. */
function isBuiltInUsable(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major > 23 || (major === 22 && minor >= 16);
}

/**
 * Loads Node's built-in SQLite or, failing that, the npm package with the same interface. The built-in has priority
 * because desktop MCP clients refuse third-party native modules.
 */
export function loadEngine(): Open {
  const builtIn = isBuiltInUsable() && quietly(() => process.getBuiltinModule('node:sqlite' as 'node:fs'));
  if (builtIn) return (builtIn as unknown as { DatabaseSync: Open }).DatabaseSync;
  try {
    return load(PACKAGE).DatabaseSync;
  } catch (cause) {
    throw noEngine(cause);
  }
}

/**
 * Returns the reason why SQLite is unavailable, as far as it can be found without loading it. Loading would slow down
 * startup.
 */
export function missingEngine(): KithError | undefined {
  if (isBuiltInUsable() && isBuiltin('node:sqlite')) return undefined;
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
  new KithError('ServiceUnavailable', 'This version of Node.js has no usable SQLite.', {
    hint: 'Use Node 22.16 or newer, run `npm install kith-sqlite` in the folder where kith is installed, or set KITH_BASE_URL and KITH_API_KEY.',
    cause,
  });

/** Suppresses Node 22's warning that its SQLite is experimental, which an MCP client would show to the user. */
function quietly<T>(load: () => T): T {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return load();
  } finally {
    process.emitWarning = emitWarning;
  }
}

// The part of the DatabaseSync interface that kith uses. Node 20's type definitions lack it. Both engines (node:sqlite
// and @photostructure/sqlite in packages/sqlite) implement it.
export type SqlValue = string | number | bigint | null | Uint8Array;

export interface StatementSync {
  all(...values: SqlValue[]): Record<string, SqlValue>[];
  get(...values: SqlValue[]): Record<string, SqlValue> | undefined;
  run(...values: SqlValue[]): { changes: number | bigint; lastInsertRowid: number | bigint };
  columns(): { name: string }[];
  /** Returns this statement's integers as bigint, both in rows and from `run`. */
  setReadBigInts(wanted: boolean): void;
  /** Returns rows as arrays of values. */
  setReturnArrays(wanted: boolean): void;
}

export interface DatabaseSync {
  prepare(sql: string): StatementSync;
  exec(sql: string): void;
  close(): void;
}

/** The numeric result code that both engines set on their errors. */
export const sqliteCode = (error: unknown): number | undefined =>
  error instanceof Error && 'errcode' in error ? Number(error.errcode) : undefined;

export const SQLITE_BUSY = 5;
export const SQLITE_IOERR = 10;
export const SQLITE_FULL = 13;
export const SQLITE_CONSTRAINT = 19;
