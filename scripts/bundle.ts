// Makes the bundle for desktop hosts, from what was built.
//   npm run bundle [-- OUTPUT]
import { join } from 'node:path';
import { makeBundle } from './packaging/desktop-bundle.ts';
import { RELEASE } from './packaging/packed-files.ts';
import { product } from './packaging/product.ts';

const [output = join(RELEASE, `kith-${product.version}.mcpb`)] = process.argv.slice(2);
await makeBundle(output);
process.stderr.write(`wrote ${output}\n`);
