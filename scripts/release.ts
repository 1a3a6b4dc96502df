// Makes a release: sets its version everywhere, dates the changelog, and packs every format into dist/release.
// Publishes nothing.
//   npm run release -- X.Y.Z [--without image,executable]
//   npm run release -- --pack [--without …]   uses the version in package.json, as the tag workflow does
// Formats that this computer cannot build must be excluded by name.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { npmCommand } from './npm.mjs';
import { setVersion, VersionRejected } from './packaging/new-version.ts';
import { refuseOldNode } from './packaging/node-within.ts';
import { packInto, RELEASE } from './packaging/packed-files.ts';

/** Programs that build the release files besides the npm packages. */
const PARTS = {
  bundle: () => script('scripts/bundle.ts'),
  image: buildImage,
  executable: () => script('scripts/executable.ts'),
};
type Part = keyof typeof PARTS;
const PART_NAMES = Object.keys(PARTS) as Part[];

const script = (path: string) =>
  execFileSync(process.execPath, ['scripts/run.mjs', path], { stdio: ['ignore', 'inherit', 'inherit'] });

/** Builds Containerfile into an OCI archive. The builder must support that export: `docker buildx create --use`. */
function buildImage(version: string): void {
  const output = join(RELEASE, `kith-${version}-image-${process.arch}.tar`);
  const label = `org.opencontainers.image.version=${version}`;
  const args = ['--file', 'Containerfile', '--label', label, '--output', `type=oci,dest=${output}`];
  execFileSync('docker', ['buildx', 'build', ...args, '.'], { stdio: ['ignore', 'inherit', 'inherit'] });
}

const npm = (...args: string[]) =>
  execFileSync(...npmCommand('npm', args), { stdio: ['ignore', 'inherit', 'inherit'] });
const step = (what: string) => process.stderr.write(`== ${what}\n`);

interface ReleaseOptions {
  version: string;
  isPacked: boolean;
  parts: Part[];
}

function releaseOptions(): ReleaseOptions {
  const { values, positionals } = argumentsGiven();
  const without = values.without.split(',').filter(Boolean);
  const unknown = without.find((name) => !PART_NAMES.includes(name as Part));
  if (unknown) throw new VersionRejected(`Unknown part “${unknown}”. The parts are ${PART_NAMES.join(', ')}.`);
  if (positionals.length > (values.pack ? 0 : 1)) throw new VersionRejected(`What is ${positionals.at(-1)}?`);
  const version = values.pack ? JSON.parse(readFileSync('package.json', 'utf8')).version : (positionals[0] ?? '');
  return { version, isPacked: values.pack, parts: PART_NAMES.filter((name) => !without.includes(name)) };
}

function argumentsGiven() {
  const options = { pack: { type: 'boolean', default: false }, without: { type: 'string', default: '' } } as const;
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    throw new VersionRejected((error as Error).message);
  }
}

async function release({ version, isPacked, parts }: ReleaseOptions): Promise<void> {
  if (parts.includes('executable')) refuseOldNode(process.execPath);
  if (!isPacked) {
    setVersion(version, new Date().toISOString().slice(0, 10));
    step('generated files');
    npm('run', '--silent', 'generate');
  }
  step('the build and its bill of materials');
  npm('run', '--silent', 'build');
  execFileSync(process.execPath, ['scripts/sbom.mjs'], { stdio: 'inherit' });
  rmSync(RELEASE, { recursive: true, force: true });
  mkdirSync(RELEASE, { recursive: true });
  copyFileSync('sbom.cdx.json', join(RELEASE, 'sbom.cdx.json'));
  step('the npm packages');
  packInto(RELEASE, '.', './packages/sqlite');
  for (const part of parts) {
    step(`the ${part}`);
    PARTS[part](version);
  }
  await writeRegistryEntry(version, parts);
  writeFileSync(join(RELEASE, 'SHA256SUMS'), checksums());
  process.stdout.write(nextSteps(version));
}

/** The release's server.json, with the URLs and types of its files. */
async function writeRegistryEntry(version: string, parts: Part[]): Promise<void> {
  // Read now, because the version is already in package.json.
  const { product } = await import('./packaging/product.ts');
  const { registryEntry } = await import('./packaging/registry-entry.ts');
  const bundle = `kith-${version}.mcpb`;
  const entry = registryEntry({
    ...(parts.includes('bundle') && {
      bundle: { identifier: `${product.source}/releases/download/v${version}/${bundle}`, sha256: sha256(bundle) },
    }),
    ...(parts.includes('image') && {
      image: { identifier: `ghcr.io/${new URL(product.source).pathname.slice(1)}:${version}` },
    }),
  });
  writeFileSync(join(RELEASE, 'server.json'), `${JSON.stringify(entry, null, 2)}\n`);
}

const sha256 = (name: string): string =>
  createHash('sha256')
    .update(readFileSync(join(RELEASE, name)))
    .digest('hex');

const checksums = (): string =>
  readdirSync(RELEASE)
    .toSorted()
    .map((name) => `${sha256(name)}  ${name}\n`)
    .join('');

const nextSteps = (version: string): string => `
${RELEASE} has ${version}. Look through the changes, then

  git commit --all --message "Release ${version}" && git tag v${version} && git push origin HEAD v${version}

The workflow of the tag makes the same on each system, and publishes it. By hand:

  npm publish ${RELEASE}/kith-sqlite-${version}.tgz && npm publish ${RELEASE}/kith-mcp-${version}.tgz
  mcp-publisher publish ${RELEASE}/server.json
`;

try {
  await release(releaseOptions());
} catch (error) {
  if (!(error instanceof VersionRejected)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
