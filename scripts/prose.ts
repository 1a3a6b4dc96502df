// Fails if a text has a habit that a native reader would edit: see prose/patterns.ts.
//   npm run prose                     the files of prose/scope.ts
//   npm run prose -- PATH …           these files and folders
//   npm run prose -- --commits RANGE  the subjects of commits
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { faultsIn } from './prose/faults.ts';
import { isInScope } from './prose/scope.ts';
import { textsIn } from './prose/texts.ts';

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 26 })
    .split('\n')
    .filter(Boolean);

function faultsOfCommits(range: string): string[] {
  return git('log', '--no-merges', '--format=%h %s', range).flatMap((line) => {
    const [commit = '', subject = ''] = [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)];
    const text = subject.replace(/^[\w, -]+: /, '');
    const isShaped = text !== subject && subject.length <= 72;
    const shape = isShaped ? [] : [`${commit}: “${subject}” → area: imperative, at most 72 characters`];
    return [...shape, ...faultsIn({ line: 0, kind: 'commits', text }).map((fault) => `${commit}: ${fault}`)];
  });
}

function faultsOfFiles(paths: string[]): string[] {
  const files = git('ls-files', ...(paths.length > 0 ? paths : ['.'])).filter((path) => /\.(md|tsx?|mjs)$/.test(path));
  return files
    .filter((path) => paths.length > 0 || isInScope(path))
    .flatMap((path) =>
      textsIn(path, readFileSync(path, 'utf8')).flatMap((text) =>
        faultsIn(text).map((fault) => `${path}:${text.line}: ${fault}`),
      ),
    );
}

const [first, ...rest] = process.argv.slice(2);
const faults =
  first === '--commits' ? faultsOfCommits(rest[0] ?? 'HEAD~1..HEAD') : faultsOfFiles(first ? [first, ...rest] : []);
for (const fault of faults) process.stderr.write(`${fault}\n`);
if (faults.length > 0) process.stderr.write(`${faults.length} texts to rewrite\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
