import { createRequire } from 'node:module';
import { KithError } from '../../contract/error.ts';
import type { DatabaseSync, StatementSync } from './engine-types.ts';

type Open = new (path: string, options?: { timeout?: number; readOnly?: boolean }) => DatabaseSync;

/**
 * SQLite as Node carries it (22.13 on), else the package with the same interface. The built-in comes first:
 * desktop hosts refuse foreign native files.
 */
export function loadEngine(): Open {
  const builtIn = quietly(() => process.getBuiltinModule?.('node:sqlite' as 'node:fs')) as unknown as
    | { DatabaseSync: Open }
    | undefined;
  if (builtIn) return builtIn.DatabaseSync;
  try {
    return createRequire(import.meta.url)('@photostructure/sqlite').DatabaseSync;
  } catch (cause) {
    throw new KithError('ServiceUnavailable', 'This Node has no SQLite.', {
      hint: 'Use Node 22.13 or newer, install with optional dependencies, or set KITH_BASE_URL and KITH_API_KEY.',
      cause,
    });
  }
}

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

export type { DatabaseSync, StatementSync };
