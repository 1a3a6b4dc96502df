// Changes the source in one small place at a time and runs the tests that hold it: a mutant that none of them notices
// shows what is not tested.
//   npm run mutate -- [--list] [--report] [FILE|FOLDER …]
// Works on a copy in node_modules/.cache/mutants and goes on where the last run ended; --list names the mutants,
// --report the results so far.
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { applied, type Mutant, mutantsOf } from './mutants.ts';
import { TARGETS, testsOf } from './targets.ts';

const CACHE = resolve('node_modules/.cache/mutants');
const RESULTS = join(CACHE, 'results.jsonl');
const COPY = join(CACHE, 'tree');

type Result = 'killed' | 'survived' | 'timeout';

interface Job {
  file: string;
  mutant: Mutant;
  /** The same for the same change of the same source under the same tests. */
  key: string;
}

const say = (text: string) => process.stdout.write(`${text}\n`);
const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);
const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).split('\0').filter(Boolean);

// What runs for a mutant ends with this process: see outcomeOf.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const { values, positionals } = parseArgs({
  options: { list: { type: 'boolean' }, report: { type: 'boolean' } },
  allowPositionals: true,
});
const files = git('ls-files', '-z', '--', ...(positionals.length > 0 ? positionals : TARGETS)).filter(
  (path) => path.endsWith('.ts') && existsSync(path),
);
const jobs = files.flatMap(jobsOf);
const known = knownResults();

if (values.list) for (const job of jobs) say(described(job));
else if (!values.report) await runAll();
if (!values.list) report();

function jobsOf(file: string): Job[] {
  const source = readFileSync(file, 'utf8');
  const tests = testsOf(file).filter((path) => existsSync(path));
  if (tests.length === 0) {
    say(`${file}: scripts/mutate/targets.ts names no tests for it`);
    return [];
  }
  // Whole folders are not read: their tests count as they were when the mutant was first tried.
  const held = tests.map((path) => (statSync(path).isFile() ? readFileSync(path, 'utf8') : path)).join('\0');
  return mutantsOf(source).map((mutant) => {
    const { start, end, becomes } = mutant;
    return { file, mutant, key: digest([file, source, held, start, end, becomes].join('\0')) };
  });
}

function knownResults(): Map<string, Result> {
  if (!existsSync(RESULTS)) return new Map();
  const lines = readFileSync(RESULTS, 'utf8').split('\n').filter(Boolean);
  return new Map(lines.map((line) => JSON.parse(line) as [string, Result]));
}

async function runAll(): Promise<void> {
  const open = jobs.filter(({ key }) => !known.has(key));
  say(`${jobs.length} mutants in ${files.length} files, ${jobs.length - open.length} known from before`);
  if (open.length === 0) return;
  copyTree();
  let done = jobs.length - open.length;
  for (const file of new Set(open.map((job) => job.file))) {
    const tests = testsOf(file).filter((path) => existsSync(path));
    const began = performance.now();
    if ((await outcomeOf(tests, 3_600_000)) !== 'survived') throw new Error(`${tests} fail without any mutant`);
    // A mutant that waits for ever counts as noticed.
    const limit = 60_000 + 4 * (performance.now() - began);
    const source = readFileSync(file, 'utf8');
    for (const job of open.filter((one) => one.file === file)) {
      writeFileSync(join(COPY, file), applied(source, job.mutant));
      const result = await outcomeOf(tests, limit);
      writeFileSync(join(COPY, file), source);
      known.set(job.key, result);
      appendFileSync(RESULTS, `${JSON.stringify([job.key, result])}\n`);
      say(`${++done}/${jobs.length} ${result.padEnd(8)} ${described(job)}`);
    }
  }
}

/** The sources as they are, uncommitted changes too: the working tree itself is never changed. */
function copyTree(): void {
  for (const path of git('ls-files', '-z', '--cached', '--others', '--exclude-standard')) {
    if (!existsSync(path)) continue;
    mkdirSync(dirname(join(COPY, path)), { recursive: true });
    cpSync(path, join(COPY, path));
  }
  if (!existsSync(join(COPY, 'node_modules'))) symlinkSync(resolve('node_modules'), join(COPY, 'node_modules'));
}

function outcomeOf(tests: string[], limitMs: number): Promise<Result> {
  return new Promise((done) => {
    const vitest = ['node_modules/vitest/vitest.mjs', 'run', '-c', 'scripts/mutate/vitest.config.ts', '--root', '.'];
    // A process group of its own: what the tests started ends with them.
    const child = spawn(process.execPath, [...vitest, ...tests], {
      ...{ cwd: COPY, stdio: 'ignore', detached: true },
      env: { ...process.env, KITH_TEST_SEED: '1' },
    });
    let late = false;
    const end = () => {
      try {
        process.kill(-child.pid!, 'SIGKILL');
      } catch {}
    };
    const timer = setTimeout(() => {
      late = true;
      end();
    }, limitMs);
    process.once('exit', end);
    child.once('close', (code) => {
      clearTimeout(timer);
      process.off('exit', end);
      end();
      done(late ? 'timeout' : code === 0 ? 'survived' : 'killed');
    });
  });
}

function described({ file, mutant: { line, column, was, becomes } }: Job): string {
  const short = (text: string) => {
    const folded = text.replace(/\s+/g, ' ');
    return folded.length > 60 ? `${folded.slice(0, 57)}...` : folded;
  };
  return `${file}:${line}:${column}  ${short(was)}  →  ${short(becomes)}`;
}

function report(): void {
  for (const file of files) {
    const tried = jobs.filter((job) => job.file === file && known.has(job.key));
    if (tried.length === 0) continue;
    const survived = tried.filter(({ key }) => known.get(key) === 'survived');
    say(`\n${file}: ${tried.length - survived.length} of ${tried.length} killed`);
    for (const job of survived) say(`  survived  ${described(job)}`);
  }
}
