// Makes one file of kith and a Node, for the system it runs on. Another Node than this one may be named; it has to be 24 or newer.
//   npm run executable [-- OUTPUT [NODE]]
import { join } from 'node:path';
import { makeExecutable } from './packaging/executable.ts';
import { RELEASE } from './packaging/packed-files.ts';
import { product } from './packaging/product.ts';

const name = `kith-${product.version}-${process.platform}-${process.arch}${process.platform === 'win32' ? '.exe' : ''}`;
const [output = join(RELEASE, name), node = process.execPath] = process.argv.slice(2);
await makeExecutable(output, node);
process.stderr.write(`wrote ${output}\n`);
