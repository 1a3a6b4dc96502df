// Makes one file of kith and a Node, for Linux and the processor it runs on. Another Node than this one may be named; it has to be 24 or newer.
//   node scripts/run.mjs scripts/executable.ts [OUTPUT [NODE]]
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { makeExecutable } from './packaging/executable.ts';
import { RELEASE } from './packaging/packed-files.ts';
import { product } from './packaging/product.ts';

// What is put into a program breaks its signature, without which macOS starts none.
if (process.platform !== 'linux')
  throw new Error('One file is made on Linux alone; npx -y kith-mcp starts kith anywhere.');
const name = `kith-${product.version}-linux-${process.arch}`;
const [output = join(RELEASE, name), node = process.execPath] = process.argv.slice(2);
execFileSync(process.execPath, ['scripts/build.mjs', '--if-changed'], { stdio: 'inherit' });
await makeExecutable(output, node);
process.stderr.write(`wrote ${output}\n`);
