// Makes a release: its number everywhere, the changelog dated, and every way in packed into dist/release. Publishes nothing.
//   npm run release -- X.Y.Z [--without image,executable]
//   npm run release -- --pack [--without …]   the version that package.json has, as the workflow of a tag does
// What this machine cannot make has to be left out by name.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npmCommand } from './npm.mjs';
import { Refused, setVersion } from './packaging/new-version.ts';
import { packInto, RELEASE } from './packaging/packed-files.ts';

const [wanted = '', ...options] = process.argv.slice(2);
const isPacked = wanted === '--pack';
const version: string = isPacked ? JSON.parse(readFileSync('package.json', 'utf8')).version : wanted;
const without = options[0] === '--without' ? (options[1] ?? '').split(',') : [];
const npm = (...args: string[]) =>
  execFileSync(...npmCommand('npm', args), { stdio: ['ignore', 'inherit', 'inherit'] });
const step = (what: string) => process.stderr.write(`== ${what}\n`);

async function release(): Promise<void> {
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
  step('the packages of npm');
  packInto(RELEASE, '.', './packages/sqlite');
  for (const part of ['bundle', 'image', 'executable'].filter((name) => !without.includes(name))) {
    step(`the ${part}`);
    npm('run', '--silent', part);
  }
  await writeRegistryEntry();
  writeFileSync(join(RELEASE, 'SHA256SUMS'), checksums());
  process.stdout.write(nextSteps());
}

/** server.json of the release, with where its files will be and what they are. */
async function writeRegistryEntry(): Promise<void> {
  // Read now: the number is in package.json.
  const { product } = await import('./packaging/product.ts');
  const { registryEntry } = await import('./packaging/registry-entry.ts');
  const bundle = `kith-${version}.mcpb`;
  const entry = registryEntry({
    ...(!without.includes('bundle') && {
      bundle: { identifier: `${product.source}/releases/download/v${version}/${bundle}`, sha256: sha256(bundle) },
    }),
    ...(!without.includes('image') && {
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

const nextSteps = (): string => `
${RELEASE} has ${version}. Look through the changes, then

  git commit --all --message "Release ${version}" && git tag v${version} && git push --follow-tags

The workflow of the tag makes the same on each system, and publishes it. By hand:

  npm publish ${RELEASE}/kith-sqlite-${version}.tgz && npm publish ${RELEASE}/kith-mcp-${version}.tgz
  mcp-publisher publish ${RELEASE}/server.json
`;

try {
  await release();
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
