import { execFileSync } from 'node:child_process';
import { CLI } from './service.ts';

/** What `kith` prints at a terminal of so many columns; its settings are those given and no others of kith. */
export function atTerminal(args: string, settings: Record<string, string>, columns = 80): string {
  const command = `stty cols ${columns}; ${process.execPath} ${CLI} ${args}`;
  const env = { ...process.env, ...settings };
  return execFileSync('script', ['-qec', command, '/dev/null'], { env, encoding: 'utf8' }).replaceAll('\r\n', '\n');
}

/** Whether there is a `script` that makes a terminal. */
export const hasTerminal = ((): boolean => {
  try {
    return execFileSync('script', ['-qec', 'echo yes', '/dev/null'], { encoding: 'utf8' }).includes('yes');
  } catch {
    return false;
  }
})();
