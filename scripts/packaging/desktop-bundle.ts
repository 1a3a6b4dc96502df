import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { withPackedFiles } from './packed-files.ts';
import { product } from './product.ts';

const MCPB = 'node_modules/@anthropic-ai/mcpb/dist/cli/cli.js';
const mcpb = (...args: string[]) =>
  execFileSync(process.execPath, [MCPB, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });

/**
 * Builds the bundle for desktop clients (MCPB) from the files that npm would install. Throws unless the official tool
 * accepts it.
 */
export async function makeBundle(output: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'kith-bundle-'));
  try {
    await withPackedFiles(async (packed) => {
      for (const name of ['dist', 'LICENSE']) cpSync(join(packed, name), join(folder, name), { recursive: true });
    });
    copyFileSync('manifest.json', join(folder, 'manifest.json'));
    copyFileSync('src/web/assets/icon-512.png', join(folder, 'icon.png'));
    const { name, version, license } = product;
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version, license, type: 'module' }));
    mcpb('validate', join(folder, 'manifest.json'));
    mkdirSync(dirname(output), { recursive: true });
    mcpb('pack', folder, output);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
