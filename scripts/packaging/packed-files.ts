import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { npmCommand } from '../npm.mjs';

/** Output folder of `npm run release` and its commands. */
export const RELEASE = 'dist/release';

/** Packs folders as `npm publish` does, without their scripts. Returns the files. */
export function packInto(into: string, ...folders: [string, ...string[]]): string[] {
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', into, ...folders];
  const told = execFileSync(...npmCommand('npm', args), {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return (JSON.parse(told) as { filename: string }[]).map(({ filename }) => join(into, filename));
}

/** Calls `work` with a folder that contains only the files that npm would install. The folder is deleted afterwards. */
export async function withPackedFiles<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'kith-packed-'));
  try {
    execFileSync('tar', ['-xzf', ...packInto(folder, '.'), '-C', folder]);
    return await work(join(folder, 'package'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
