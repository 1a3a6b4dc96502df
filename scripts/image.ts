// Makes the image of Containerfile without a container engine, as an OCI layout in a tar file. Needs root, umoci and a Node of 24 or newer.
//   npm run image [-- OUTPUT [NODE]]
import { join } from 'node:path';
import { makeImage } from './packaging/image.ts';
import { RELEASE } from './packaging/packed-files.ts';
import { product } from './packaging/product.ts';

const [output = join(RELEASE, `kith-${product.version}-image-${process.arch}.tar`), node = process.execPath] =
  process.argv.slice(2);
await makeImage(output, node, { umoci: 'umoci' });
process.stderr.write(`wrote ${output}\n`);
