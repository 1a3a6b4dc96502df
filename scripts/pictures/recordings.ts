import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atTerminal } from '../../test/support/at-terminal.ts';
import { FOLDER } from './take.ts';
import { type Recording, terminalSvg } from './terminal-svg.ts';

// Recordings of commands at a terminal: the built kith's output on the sample address book, slowed for reading.

export const RECORDINGS = ['demo', 'shell'] as const;
export const COLUMNS = 110;

const IN_THE_SHELL = [
  'kith find coffee',
  'kith note "amara okafor" "Got the job in Hull, starts in March"',
  'kith remind "Send Amara the paper" --about "amara okafor" --on monday',
  'kith briefing',
  'kith show amara okafor',
];

/** The recording with that name, as SVG. `env` contains kith's clock. */
export function recording(name: (typeof RECORDINGS)[number], env: Record<string, string>): string {
  if (name === 'demo')
    return svgOf('kith demo', [{ command: 'npm run demo', output: atTerminal('demo', env, COLUMNS) }]);
  const folder = mkdtempSync(join(tmpdir(), 'kith-recording-'));
  const own = { ...env, KITH_DATA_DIR: folder };
  try {
    for (const args of ['import samples/address-book.vcf', 'connect ics samples/calendar.ics'])
      execFileSync(process.execPath, ['dist/cli.js', ...args.split(' ')], {
        env: { ...process.env, ...own },
        stdio: 'pipe',
      });
    const typed = (command: string) => ({ command, output: atTerminal(command.slice('kith '.length), own, COLUMNS) });
    return svgOf('kith from the shell', IN_THE_SHELL.map(typed));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const svgOf = (title: string, recorded: Recording[]): string => terminalSvg(title, recorded, COLUMNS);

/** Writes all of them. Returns their total bytes. */
export function takeRecordings(env: Record<string, string>): number {
  mkdirSync(FOLDER, { recursive: true });
  let bytes = 0;
  for (const name of RECORDINGS) {
    const svg = recording(name, env);
    writeFileSync(`${FOLDER}/${name}.svg`, svg);
    process.stdout.write(`${FOLDER}/${name}.svg: ${Buffer.byteLength(svg)} bytes\n`);
    bytes += Buffer.byteLength(svg);
  }
  return bytes;
}
