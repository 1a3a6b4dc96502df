import { execFileSync } from 'node:child_process';
import { CLI } from './service.ts';

/** Output of `kith` at a terminal with this many columns, with only the given kith settings. */
export function atTerminal(args: string, settings: Record<string, string>, columns = 80): string {
  const command = `stty cols ${columns}; ${process.execPath} ${CLI} ${args}`;
  const env = { ...process.env, ...settings };
  return execFileSync('script', ['-qec', command, '/dev/null'], { env, encoding: 'utf8' }).replaceAll('\r\n', '\n');
}

/** Whether `script` exists, which creates a terminal. */
export const hasTerminal = ((): boolean => {
  try {
    return execFileSync('script', ['-qec', 'echo yes', '/dev/null'], { encoding: 'utf8' }).includes('yes');
  } catch {
    return false;
  }
})();
