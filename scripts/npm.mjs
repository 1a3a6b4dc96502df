import { dirname, join } from 'node:path';

/**
 * `npm` or `npx` with its arguments, for execFile and similar functions. On Windows both are scripts, which Node starts
 * only through a shell with its own argument parsing, so their targets are called instead.
 */
export function npmCommand(tool, args) {
  if (process.platform !== 'win32') return [tool, args];
  return [process.execPath, [join(dirname(process.execPath), 'node_modules/npm/bin', `${tool}-cli.js`), ...args]];
}
