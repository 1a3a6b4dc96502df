import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { refuseOldNode } from './node-within.ts';
import { withPackedFiles } from './packed-files.ts';
import { product } from './product.ts';

/** Of nobody who may do more on a machine than run this. */
export const USER = 65532;

/** How the image starts; Containerfile says the same. */
export const ENTRY_POINT = ['/nodejs/bin/node', '/app/dist/cli.js'];

/** Where the programs are that it is made by. */
export interface Tools {
  umoci: string;
}

/**
 * The image as Containerfile describes it, as an OCI layout in a tar file, and its root file system in a folder of that
 * name. It is made without base images, of a Node, the libraries of this machine that it needs and kith; the owner of
 * /data can be set by root alone.
 */
export async function makeImage(output: string, node: string, { umoci }: Tools): Promise<void> {
  refuseOldNode(node);
  const folder = mkdtempSync(join(tmpdir(), 'kith-image-'));
  const layout = join(folder, 'layout');
  const image = `${layout}:${product.version}`;
  const run = (...args: string[]) => execFileSync(umoci, args, { stdio: 'pipe' });
  try {
    run('init', '--layout', layout);
    run('new', '--image', image);
    run('unpack', '--image', image, join(folder, 'bundle'));
    await fill(join(folder, 'bundle/rootfs'), node);
    run('repack', '--image', image, join(folder, 'bundle'));
    run('config', '--image', image, ...configuration());
    run('gc', '--layout', layout);
    mkdirSync(dirname(output), { recursive: true });
    execFileSync('tar', ['-cf', output, '-C', layout, '.']);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const configuration = (): string[] => [
  ...['--config.user', `${USER}:${USER}`, '--config.workingdir', '/data', '--config.volume', '/data'],
  ...['--config.env', 'KITH_DATA_DIR=/data', '--config.env', 'PATH=/nodejs/bin'],
  ...ENTRY_POINT.flatMap((word) => ['--config.entrypoint', word]),
  ...['--config.label', `io.modelcontextprotocol.server.name=${product.mcpName}`],
  ...['--config.label', `org.opencontainers.image.source=${product.source}`],
  ...['--config.label', `org.opencontainers.image.version=${product.version}`],
  ...['--config.label', `org.opencontainers.image.licenses=${product.license}`],
];

/** Puts all there is into a root file system. */
async function fill(root: string, node: string): Promise<void> {
  const put = (from: string, to: string) => {
    mkdirSync(dirname(join(root, to)), { recursive: true });
    cpSync(from, join(root, to), { recursive: true, dereference: true });
  };
  put(node, ENTRY_POINT[0]!);
  for (const library of librariesOf(node)) put(realpathSync(library), library);
  await withPackedFiles(async (packed) => put(packed, '/app'));
  put('deploy/health.mjs', '/app/health.mjs');
  for (const [path, mode] of [
    ['/data', 0o700],
    ['/tmp', 0o1777],
  ] as const) {
    mkdirSync(join(root, path), { recursive: true });
    chmodSync(join(root, path), mode);
  }
  chownSync(join(root, '/data'), USER, USER);
  mkdirSync(join(root, '/etc'), { recursive: true });
  writeFileSync(join(root, '/etc/passwd'), `root:x:0:0::/root:/none\nnonroot:x:${USER}:${USER}::/data:/none\n`);
}

/** Where the loader of this machine finds what a program needs, the loader itself among it. */
const librariesOf = (program: string): string[] =>
  [...execFileSync('ldd', [program], { encoding: 'utf8' }).matchAll(/(?:=> )?(\/\S+) \(0x/g)].map(([, path]) => path!);
