import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where `npm run release` and the commands it consists of leave what they made. */
export const RELEASE = 'dist/release';

/** Packs a folder as `npm publish` does, without its scripts; answers the file. */
export function packInto(into: string, folder = '.'): string {
  const told = execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', into, folder], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [{ filename }] = JSON.parse(told) as [{ filename: string }];
  return join(into, filename);
}

/** Works on a folder that holds what npm would install of kith, and nothing else; it is gone afterwards. */
export async function withPackedFiles<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'kith-packed-'));
  try {
    execFileSync('tar', ['-xzf', packInto(folder), '-C', folder]);
    return await work(join(folder, 'package'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
