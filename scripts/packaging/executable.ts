import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { zipSync } from 'fflate';
import { refuseOldNode } from './node-within.ts';
import { withPackedFiles } from './packed-files.ts';

/**
 * Name under which Node looks for the program in the executable (Node's documentation of single executable
 * applications).
 */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/**
 * kith and Node in one file, for Linux and that Node's processor. Node must be 24 or newer, because it has SQLite and
 * runs a module from outside the executable.
 */
export async function makeExecutable(output: string, node: string): Promise<void> {
  refuseOldNode(node);
  const folder = mkdtempSync(join(tmpdir(), 'kith-executable-'));
  const path = (name: string) => join(folder, name);
  try {
    const files = await withPackedFiles(async (packed) =>
      zipSync(zipped(packed, ['dist', 'samples', 'package.json', 'LICENSE'])),
    );
    writeFileSync(path('files.zip'), files);
    writeFileSync(path('version'), createHash('sha256').update(files).digest('hex').slice(0, 16));
    await build({
      entryPoints: ['scripts/packaging/executable-start.ts'],
      ...{ outfile: path('start.cjs'), bundle: true, platform: 'node', format: 'cjs', target: 'node24' },
    });
    const config = {
      ...{ main: path('start.cjs'), output: path('blob'), disableExperimentalSEAWarning: true },
      assets: { files: path('files.zip'), version: path('version') },
    };
    writeFileSync(path('config.json'), JSON.stringify(config));
    // Output of both is shown only on failure.
    execFileSync(node, ['--experimental-sea-config', path('config.json')], { stdio: 'pipe' });
    mkdirSync(dirname(output), { recursive: true });
    copyFileSync(node, output);
    chmodSync(output, 0o755);
    const postject = [
      'node_modules/postject/dist/cli.js',
      output,
      'NODE_SEA_BLOB',
      path('blob'),
      '--sentinel-fuse',
      FUSE,
    ];
    execFileSync(process.execPath, postject, { stdio: 'pipe' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Files in some paths of a folder, by relative path. */
function zipped(folder: string, paths: string[]): Record<string, Uint8Array> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .filter((path) => paths.includes(path.split('/')[0]!));
  return Object.fromEntries(files.map((path) => [path, readFileSync(join(folder, path))]));
}
