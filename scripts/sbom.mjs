// A release's software bill of materials (CycloneDX): the output of npm's own generator for the lock file, without
// packages that only build and test kith. Run by `npm pack` and `npm publish`, after the build.
//   node scripts/sbom.mjs [OUTPUT]     default: sbom.cdx.json, outside dist, which a pack rebuilds afterwards
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { npmCommand } from './npm.mjs';

const [output = 'sbom.cdx.json'] = process.argv.slice(2);
const { optionalDependencies } = JSON.parse(await readFile('package.json', 'utf8'));
// License headings name the packages that contributed files to the bundle: `zod 4.6.7 (MIT)`.
const headings = (await readFile('dist/LICENSES.txt', 'utf8')).matchAll(/^(@?[^\s@]+) (\d[^\s]*) \(.*\)$/gm);
const bundled = new Set([...headings].map(([, name, version]) => `${name}@${version}`));
const all = JSON.parse(
  execFileSync(...npmCommand('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']), {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  }),
);
const installed = installedBeside(all);
const ships = ({ name, version }) => bundled.has(`${name}@${version}`) || installed.has(`${name}@${version}`);
const components = all.components.filter(ships).map(shipped);
const known = new Set(components.map((component) => component['bom-ref']));
const dependencies = all.dependencies
  .filter(({ ref }) => known.has(ref) || ref === all.metadata.component['bom-ref'])
  .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((other) => known.has(other)) }));
const missing = [...bundled].filter((name) => !known.has(name));
if (missing.length > 0) throw new Error(`The lock file lacks bundled packages: ${missing.join(', ')}`);
all.metadata.component.name = 'kith-mcp';
await writeFile(output, `${JSON.stringify({ ...all, components, dependencies }, null, 2)}\n`);

/** Packages that npm installs beside the bundle, with their dependencies. */
function installedBeside({ dependencies }) {
  const found = new Set(Object.entries(optionalDependencies).map(([name, version]) => `${name}@${version}`));
  for (const ref of found) {
    for (const other of dependencies.find((entry) => entry.ref === ref)?.dependsOn ?? []) found.add(other);
  }
  return found;
}

/** To npm every bundled package is a dev dependency, because none of them is installed. */
function shipped({ properties = [], ...component }) {
  const isOwn = bundled.has(`${component.name}@${component.version}`);
  return {
    ...component,
    scope: isOwn ? 'required' : 'optional',
    properties: properties.filter(({ name }) => name !== 'cdx:npm:package:development'),
  };
}
