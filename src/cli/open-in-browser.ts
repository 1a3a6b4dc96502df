import { spawn } from 'node:child_process';
import { platform } from 'node:process';

const PROGRAMS: Partial<Record<NodeJS.Platform, [string, ...string[]]>> = {
  darwin: ['open'],
  // `start` would read the address as a command line.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/**
 * Asks the system to show an address in the person's browser. Whether one came up is not known: the address is to be
 * printed beside.
 */
export function openInBrowser(address: string): void {
  const [program, ...args] = PROGRAMS[platform] ?? ['xdg-open'];
  // A machine without such a program has no browser to open.
  spawn(program, [...args, address], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}
