import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** A refusal in words, for the person who releases. */
export class Refused extends Error {}

const VERSION = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/;

/**
 * Writes a version wherever one stands that nothing else follows from, and dates the changelog. What follows from
 * package.json is for `npm run generate`. Throws before the first change where a version, the changelog or the checkout
 * does not fit.
 */
export function setVersion(version: string, day: string): void {
  const current: string = readJson('package.json').version;
  if (!VERSION.test(version))
    throw new Refused(`A version is three numbers with dots, such as ${current}, and not ${version}.`);
  if (compare(version, current) < 0) throw new Refused(`${version} is older than ${current}, which package.json has.`);
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

/** A release holds what its tag will name, and no number is given twice. Sources that are no checkout have neither. */
function refuseStrayed(version: string): void {
  if (!existsSync('.git')) return;
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' });
  if (git('tag', '--list', `v${version}`)) throw new Refused(`There is a tag v${version} already.`);
  const changes = git('status', '--porcelain');
  if (changes)
    throw new Refused(
      `These changes are in no commit:\n${changes}A release that stopped half way goes on with \`npm run release -- --pack\`.`,
    );
}

/** Moves the unreleased entries of the changelog to this version and day. */
function dated(changelog: string, version: string, day: string): string {
  if (changelog.includes(`\n## [${version}]`)) throw new Refused(`CHANGELOG.md has ${version} already.`);
  const [, entries] = /^## \[Unreleased\]\n(.*?)(?=^## |$(?![\s\S]))/ms.exec(changelog) ?? [];
  if (!entries?.trim()) throw new Refused('CHANGELOG.md has nothing under "## [Unreleased]" to release.');
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
