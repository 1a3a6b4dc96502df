import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** An error message for the person who makes the release. */
export class VersionRejected extends Error {}

const VERSION = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/;

/**
 * Writes a version to every file that is not generated, and dates the changelog. `npm run generate` derives the rest
 * from package.json. Throws before the first change if a version, the changelog, or the checkout does not fit.
 */
export function setVersion(version: string, day: string): void {
  const current: string = readJson('package.json').version;
  if (!VERSION.test(version))
    throw new VersionRejected(`“${version}” is not a version. Use three numbers with dots, such as ${current}.`);
  if (compare(version, current) < 0)
    throw new VersionRejected(`${version} is older than ${current}, the version in package.json.`);
  refuseStrayed(version);
  const changelog = dated(readFileSync('CHANGELOG.md', 'utf8'), version, day);
  change('package.json', (file) => {
    file.version = version;
    file.optionalDependencies['kith-sqlite'] = version;
  });
  change('packages/sqlite/package.json', (file) => {
    file.version = version;
  });
  change('package-lock.json', (file) => {
    file.version = version;
    file.packages[''].version = version;
    file.packages[''].optionalDependencies['kith-sqlite'] = version;
    file.packages['packages/sqlite'].version = version;
  });
  writeFileSync('CHANGELOG.md', changelog);
}

/** A release contains exactly its tag's files, and no version is used twice. Neither applies outside a checkout. */
function refuseStrayed(version: string): void {
  if (!existsSync('.git')) return;
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' });
  if (git('tag', '--list', `v${version}`)) throw new VersionRejected(`The tag v${version} already exists.`);
  const changes = git('status', '--porcelain');
  if (changes)
    throw new VersionRejected(
      `Commit these changes first:\n${changes}To resume an interrupted release, run \`npm run release -- --pack\`.`,
    );
}

/** Moves the changelog's unreleased entries to this version and date. */
function dated(changelog: string, version: string, day: string): string {
  if (changelog.includes(`\n## [${version}]`)) throw new VersionRejected(`CHANGELOG.md has ${version} already.`);
  const [, entries] = /^## \[Unreleased\]\n(.*?)(?=^## |$(?![\s\S]))/ms.exec(changelog) ?? [];
  if (!entries?.trim()) throw new VersionRejected('CHANGELOG.md has nothing under "## [Unreleased]" to release.');
  return changelog.replace('## [Unreleased]\n', `## [Unreleased]\n\n## [${version}] - ${day}\n`);
}

function compare(one: string, other: string): number {
  const [a, b] = [one, other].map((text) => VERSION.exec(text)!.slice(1).map(Number)) as [number[], number[]];
  return a.map((part, place) => part - b[place]!).find((difference) => difference !== 0) ?? 0;
}

// biome-ignore lint/suspicious/noExplicitAny: the files are npm's.
type Json = any;

const readJson = (path: string): Json => JSON.parse(readFileSync(path, 'utf8'));

function change(path: string, edit: (file: Json) => void): void {
  const file = readJson(path);
  edit(file);
  writeFileSync(path, `${JSON.stringify(file, null, 2)}\n`);
}
