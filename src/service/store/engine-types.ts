// The part of the DatabaseSync interface that kith uses. Node 20's own types do not have it,
// and both engines (node:sqlite, @photostructure/sqlite) fit it.
export type SqlValue = string | number | bigint | null | Uint8Array;

export interface StatementSync {
  all(...values: SqlValue[]): Record<string, SqlValue>[];
  get(...values: SqlValue[]): Record<string, SqlValue> | undefined;
  run(...values: SqlValue[]): { changes: number | bigint; lastInsertRowid: number | bigint };
  columns(): unknown[];
  /** Integers of this statement come as bigint, in its rows and in what `run` tells. */
  setReadBigInts(wanted: boolean): void;
}

export interface DatabaseSync {
  prepare(sql: string): StatementSync;
  exec(sql: string): void;
  close(): void;
}

/** The numeric result code that both engines put on their errors. */
export const sqliteCode = (error: unknown): number | undefined => (error as { errcode?: number } | null)?.errcode;

export const SQLITE_BUSY = 5;
export const SQLITE_IOERR = 10;
export const SQLITE_FULL = 13;
export const SQLITE_CONSTRAINT = 19;
