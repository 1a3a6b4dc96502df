// Builds one file of kith and Node, for Linux and the Node's processor. Another Node may be named. It must be 24 or
// newer.
//   node scripts/run.mjs scripts/executable.ts [OUTPUT [NODE]]
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { makeExecutable } from './packaging/executable.ts';
import { RELEASE } from './packaging/packed-files.ts';
import { product } from './packaging/product.ts';

// Injecting the program breaks the signature, without which macOS starts nothing.
if (process.platform !== 'linux')
  throw new Error('The executable can be built only on Linux. npx -y kith-mcp starts kith anywhere.');
const name = `kith-${product.version}-linux-${process.arch}`;
const [output = join(RELEASE, name), node = process.execPath] = process.argv.slice(2);
execFileSync(process.execPath, ['scripts/build.mjs', '--if-changed'], { stdio: 'inherit' });
await makeExecutable(output, node);
process.stderr.write(`wrote ${output}\n`);
