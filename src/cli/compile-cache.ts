import nodeModule from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * Node 22.8 and newer can keep compiled code between starts, which saves a sixth of a start. In a folder of the
 * user's own: others could put code into Node's default, which lies in the temporary folder.
 */
export function keepCompiledCode(): void {
  const { enableCompileCache } = nodeModule as { enableCompileCache?: (directory: string) => unknown };
  try {
    enableCompileCache?.(cacheDirectory());
  } catch {
    // An account without a home folder compiles anew each time.
  }
}

function cacheDirectory({ XDG_CACHE_HOME, LOCALAPPDATA } = process.env): string {
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'kith');
  if (process.platform === 'win32') return join(LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'), 'kith', 'cache');
  return join(XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'kith');
}
