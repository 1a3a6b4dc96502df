import { dirname, join } from 'node:path';

/**
 * `npm` or `npx` with its arguments, for execFile and its like. On Windows both are scripts, which Node starts by a shell alone,
 * and that reads arguments in its own way: there it is what they call.
 */
export function npmCommand(tool, args) {
  if (process.platform !== 'win32') return [tool, args];
  return [process.execPath, [join(dirname(process.execPath), 'node_modules/npm/bin', `${tool}-cli.js`), ...args]];
}
