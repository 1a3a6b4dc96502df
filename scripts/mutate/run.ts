// Applies one small change to the sources at a time and runs the tests for it: a mutant that no test detects shows a
// gap.
//   node scripts/run.mjs scripts/mutate/run.ts [--list] [--report] [--sample N [--seed S]] [FILE|FOLDER …]
// Works on a copy in node_modules/.cache/mutants and continues where the last run ended. --list names the mutants,
// --report the results so far. --sample tests N mutants of each named file or folder, spread evenly over its files.
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { applied, type Mutant, mutantsOf } from './mutants.ts';
import { isGeneratedFrom, TARGETS, testsOf } from './targets.ts';

const CACHE = resolve('node_modules/.cache/mutants');
const RESULTS = join(CACHE, 'results.jsonl');
const COPY = join(CACHE, 'tree');
/** A mutant that waits forever counts as detected. */
const LIMIT_MS = 600_000;
/** In a test's text. */
const STARTS_PROGRAM =
  /\b(CLI|start(Service|Http|Connected)|connect(Modern|Legacy)|serviceForFile)\b|\bkith(With)?\(|-run\.ts|dist\//;
const GENERATE = ['scripts/run.mjs', 'scripts/generate.ts', '--check'];
const VITEST = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'scripts/mutate/vitest.config.ts', '--root', '.'];

type Result = 'killed' | 'survived' | 'timeout';

interface Job {
  file: string;
  mutant: Mutant;
  tests: string[];
  /** Equal for the same change to the same source. */
  key: string;
  /** The current tests: a mutant that survived other ones is tested again. */
  testsKey: string;
}

const say = (text: string) => process.stdout.write(`${text}\n`);
const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);
const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).split('\0').filter(Boolean);

// A mutant's processes end with this one: see outcomeOf.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const { values, positionals } = parseArgs({
  options: {
    list: { type: 'boolean' },
    report: { type: 'boolean' },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
  allowPositionals: true,
});
const rooms = (positionals.length > 0 ? positionals : TARGETS).map((path) => ({ path, jobs: jobsUnder(path) }));
const jobs = rooms.flatMap((room) => room.jobs);
const known = knownResults();

if (values.list) for (const job of jobs) say(described(job));
else if (!values.report) await runAll();
if (!values.list) report();

function jobsUnder(path: string): Job[] {
  const files = git('ls-files', '-z', '--', path).filter((file) => file.endsWith('.ts') && existsSync(file));
  const all = files.map(jobsOf);
  return values.sample === undefined ? all.flat() : sampled(all, Number(values.sample));
}

function jobsOf(file: string): Job[] {
  const source = readFileSync(file, 'utf8');
  const tests = testsOf(file);
  const testsKey = digest(tests.map((path) => readFileSync(path, 'utf8')).join('\0'));
  return mutantsOf(source).map((mutant) => {
    const { start, end, becomes } = mutant;
    return { file, mutant, tests, testsKey, key: digest([file, source, start, end, becomes].join('\0')) };
  });
}

/**
 * Each file's share of the mutants, chosen by a hash of the seed and the change, so that an edit elsewhere does not
 * alter the selection.
 */
function sampled(files: Job[][], count: number): Job[] {
  const total = files.flat().length;
  let before = 0;
  let taken = 0;
  return files.flatMap((jobs) => {
    before += jobs.length;
    const share = Math.round((count * before) / total) - taken;
    taken += share;
    return ranked(jobs)
      .slice(0, share)
      .sort((a, b) => a.mutant.start - b.mutant.start);
  });
}

function ranked(jobs: Job[]): Job[] {
  const seen = new Map<string, number>();
  const ranks = new Map<Job, string>();
  for (const job of jobs) {
    const { was, becomes } = job.mutant;
    const change = [values.seed, job.file, was, becomes].join('\0');
    seen.set(change, (seen.get(change) ?? 0) + 1);
    ranks.set(job, digest(`${change}\0${seen.get(change)}`));
  }
  return [...jobs].sort((a, b) => (ranks.get(a)! < ranks.get(b)! ? -1 : 1));
}

/** Results by key. A detected mutant stays detected. An undetected one is tested again with other tests. */
function knownResults(): Map<string, Result> {
  if (!existsSync(RESULTS)) return new Map();
  const lines = readFileSync(RESULTS, 'utf8').split('\n').filter(Boolean);
  const said = new Map(lines.map((line) => JSON.parse(line) as [string, { result: Result; testsKey: string }]));
  const results = jobs.flatMap(({ key, testsKey }): [string, Result][] => {
    const one = said.get(key);
    return one && (one.result !== 'survived' || one.testsKey === testsKey) ? [[key, one.result]] : [];
  });
  return new Map(results);
}

async function runAll(): Promise<void> {
  const open = jobs.filter(({ key }) => !known.has(key));
  const sample = values.sample === undefined ? '' : `, a sample with the seed ${values.seed}`;
  say(`${jobs.length} mutants${sample}; ${jobs.length - open.length} already tested`);
  if (open.length === 0) return;
  copyTree();
  let done = jobs.length - open.length;
  /** Lists of tests that passed once, and those that have not yet. */
  const passed = new Set<string>();
  const unproven = new Map<string, string[]>();
  for (const job of open) {
    const { file, tests, key, testsKey } = job;
    const source = readFileSync(join(COPY, file), 'utf8');
    writeFileSync(join(COPY, file), applied(source, job.mutant));
    const began = performance.now();
    let result = await outcomeOf(tests);
    if (result === 'survived' && isGeneratedFrom(file)) result = await ended(GENERATE);
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    writeFileSync(join(COPY, file), source);
    if (result === 'survived') passed.add(String(tests));
    else unproven.set(String(tests), tests);
    known.set(key, result);
    appendFileSync(RESULTS, `${JSON.stringify([key, { result, testsKey }])}\n`);
    say(`${++done}/${jobs.length} ${result.padEnd(8)} ${described(job)}  (${seconds} s)`);
  }
  for (const [name, tests] of unproven) {
    if (passed.has(name) || (await outcomeOf(tests)) === 'survived') continue;
    throw new Error(`${name} fail without a mutant. Fix them, remove ${RESULTS}, and try again.`);
  }
}

/** The current sources, including uncommitted changes. The working tree itself is never changed. */
function copyTree(): void {
  for (const path of git('ls-files', '-z', '--cached', '--others', '--exclude-standard')) {
    if (!existsSync(path)) continue;
    mkdirSync(dirname(join(COPY, path)), { recursive: true });
    cpSync(path, join(COPY, path));
  }
  if (!existsSync(join(COPY, 'node_modules'))) symlinkSync(resolve('node_modules'), join(COPY, 'node_modules'));
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: COPY, stdio: 'inherit' });
}

/** Tests that start the program need a build, which takes as long as most mutants, so the others run first. */
async function outcomeOf(tests: string[]): Promise<Result> {
  const startsProgram = (test: string) => STARTS_PROGRAM.test(readFileSync(test, 'utf8'));
  const [within, beside] = [tests.filter((test) => !startsProgram(test)), tests.filter(startsProgram)];
  const result = within.length > 0 ? await ended([...VITEST, ...within]) : 'survived';
  if (result !== 'survived' || beside.length === 0) return result;
  const built = await ended(['scripts/build.mjs', '--bundle']);
  return built === 'survived' ? ended([...VITEST, ...beside]) : built;
}

/** How a program of ours ends: `survived` if nothing fails. */
function ended(args: string[]): Promise<Result> {
  return new Promise((done) => {
    // A separate process group, so that everything the tests started ends with them.
    const child = spawn(process.execPath, args, {
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
    }, LIMIT_MS);
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
  for (const room of rooms) {
    const tried = room.jobs.filter(({ key }) => known.has(key));
    const survived = tried.filter(({ key }) => known.get(key) === 'survived');
    say(`\n${room.path}: ${tried.length - survived.length} of ${tried.length} killed`);
    for (const job of survived) say(`  survived  ${described(job)}`);
  }
}
