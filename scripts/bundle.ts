// Builds the bundle for desktop clients, and dist/ first if the sources have changed.
//   node scripts/run.mjs scripts/bundle.ts [OUTPUT]
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { makeBundle } from './packaging/desktop-bundle.ts';
import { RELEASE } from './packaging/packed-files.ts';
import { product } from './packaging/product.ts';

const [output = join(RELEASE, `kith-${product.version}.mcpb`)] = process.argv.slice(2);
execFileSync(process.execPath, ['scripts/build.mjs', '--if-changed'], { stdio: 'inherit' });
await makeBundle(output);
process.stderr.write(`wrote ${output}\n`);
