import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

// npm run bench -- scale [--sizes 1000,100000,1000000] [--engines sqlite,postgres] [--only NAME] [--samples N]
//   [--folder F] [--fill-only]     filled databases stay in F for the next run
// npm run bench [-- face] [--starts N] [--rounds N] [--json FILE]     starts and calls of every transport, beside the floor
// npm run bench -- rest             GET one contact over HTTP, beside the same router returning a constant
// npm run bench -- pages            pages on 10,000 contacts, beside the operations that they call
// npm run bench -- dav [--sizes 5000,50000]     CardDAV, beside Radicale on the smaller book
// npm run bench -- import [--sizes 4000,20000] [--photos 1000]     kith import FILE, beside bare inserts of its rows
// npm run bench -- beside [--starts N] [--calls N]   other MCP servers and address books, installed for this run
// npm run bench -- fairness [--engines sqlite,postgres] [--only NAME]     another user's wait during a costly request
// npm run bench -- failover [--rounds N] [--seed N] [--only kill,freeze] [--break]     loss of a cluster's primary
// npm run bench -- litestream [--rounds N] [--seed N] [--only defaults]     continuous copies of the SQLite file, restored
//   after kills, with Litestream's default settings, or those in docs/copies.md
// npm run bench -- recall [--seeds 1-4] [--locomo FILE] [--lives 1-5] [--engines sqlite,postgres]     share of the records
//   found for a question, and people by their names, beside FTS5 and, on LoCoMo, MCP's memory server
// npm run bench -- search [--sizes 1000,100000,1000000] [--engines sqlite,postgres] [--only KIND] [--folder F] [--writes]
//   searches in notes, beside the engine's own full-text query. Filled databases stay in F for the next run. With
//   --writes: CPU time of creating contacts and notes (--rounds 5)
// npm run bench -- duplicates [--folder F] [--splink F] [--sizes 1000,10000,50000] [--seeds 1-5]   F contains the labeled sets
//   (default: fetched)
// Read the ratios: the compared programs run in turns, in the same run, on the same computer.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sizes: { type: 'string' },
    engines: { type: 'string', default: 'sqlite,postgres' },
    folder: { type: 'string' },
    splink: { type: 'string' },
    seeds: { type: 'string' },
    'fill-only': { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    samples: { type: 'string', default: '300' },
    json: { type: 'string' },
    starts: { type: 'string', default: '20' },
    calls: { type: 'string', default: '1000' },
    photos: { type: 'string', default: '1000' },
    rounds: { type: 'string' },
    seed: { type: 'string', default: '1' },
    inside: { type: 'string' },
    writes: { type: 'boolean', default: false },
    break: { type: 'boolean', default: false },
    locomo: { type: 'string' },
    lives: { type: 'string', default: '1-10' },
  },
});

const say = (text: string) => process.stdout.write(`${text}\n`);
/** Reports progress to a waiting person. */
const tell = (what: string) => void process.stderr.write(`${Math.round(performance.now() / 1000)} s  ${what}\n`);
/** Skips a repeated message. */
function once(tellAll: (what: string) => void): (what: string) => void {
  let last = '';
  return (what) => {
    if (what !== last) tellAll(what);
    last = what;
  };
}
const machine = { node: process.version, platform: process.platform, arch: process.arch, cores: cpus().length };
const sizes = (fallback: string) => (values.sizes ?? fallback).split(',').filter(Boolean).map(Number);

/** "1-5", or only "3". */
function range(text: string): [first: number, last: number] {
  const [first, last = first] = text.split('-').map(Number);
  return [first!, last!];
}

const rounds = (fallback: number) => Number(values.rounds ?? fallback);

function keep(figures: object): void {
  if (values.json) writeFileSync(values.json, `${JSON.stringify({ machine, ...figures }, null, 2)}\n`);
}

/** Runs `work` with a folder for this run. */
async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'kith-bench-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      remove();
      process.exit(130);
    });
  }
  try {
    return await work(folder);
  } finally {
    remove();
  }
}

/** The arguments of `npm run bench --`. Each loads its own modules. A command that returns false has failed. */
const COMMANDS: Record<string, () => Promise<unknown>> = {
  async scale() {
    const { runScale } = await import('./scale/run.ts');
    await runScale({
      sizes: sizes('1000,100000,1000000'),
      engines: values.engines.split(','),
      folder: values.folder,
      fillOnly: values['fill-only'],
      samples: Number(values.samples),
      only: values.only,
      json: values.json,
    });
  },
  async search() {
    const { runSearch } = await import('./search/run.ts');
    const options = {
      sizes: sizes('1000,100000,1000000'),
      engines: values.engines.split(','),
      folder: values.folder,
      only: values.only,
      writes: values.writes,
      rounds: rounds(5),
    };
    keep(await runSearch(options, say, once(tell)));
  },
  async duplicates() {
    const { runDuplicates } = await import('./duplicates/run.ts');
    return runDuplicates({
      folder: values.folder,
      splink: values.splink,
      sizes: sizes('1000,10000,50000'),
      seeds: range(values.seeds ?? '1-5'),
      json: values.json,
    });
  },
  recall: () =>
    inFolder(async (folder) => {
      const { runRecall } = await import('./recall/run.ts');
      const { recallTables } = await import('./recall/tables.ts');
      const [first, last] = range(values.lives);
      const locomo = values.locomo ? { file: values.locomo, first, last } : undefined;
      const options = { locomo, seeds: range(values.seeds ?? '1-4'), engines: values.engines.split(',') };
      const figures = await runRecall(folder, options, tell);
      say(recallTables(figures));
      keep({ recall: figures });
    }),
  face: () =>
    inFolder(async (folder) => {
      const { faceTable, measureFace } = await import('./face.ts');
      const figures = await measureFace(folder, { starts: Number(values.starts), rounds: rounds(10) });
      say(`Node ${machine.node}, ${machine.cores} cores\n\n${faceTable(figures)}`);
      keep(figures);
    }),
  dav: () =>
    inFolder(async (folder) => {
      const { davTable, measureDav } = await import('./dav.ts');
      const [small = 5_000, large = 50_000] = sizes('');
      say(davTable(await measureDav(folder, [small, large])));
    }),
  import: () =>
    inFolder(async (folder) => {
      const { importTable, measureImport } = await import('./import.ts');
      const figures = await measureImport(folder, sizes('4000,20000'), Number(values.photos));
      say(importTable(figures));
      keep({ imports: figures });
    }),
  beside: () =>
    inFolder(async (folder) => {
      const { besideTables, measureBeside } = await import('./beside/run.ts');
      const options = { starts: Number(values.starts), calls: Number(values.calls) };
      const figures = await measureBeside(folder, options, tell);
      say(besideTables(figures));
      keep(figures);
    }),
  async failover() {
    const options = { rounds: rounds(1), seed: Number(values.seed), only: values.only, broken: values.break };
    if (!values.inside) return (await import('../test/failover/run.ts')).runFailover(options);
    return (await import('../test/failover/inside.ts')).failoverInside({ ...options, folder: values.inside });
  },
  litestream: () =>
    inFolder(async (folder) => {
      const { runLitestream } = await import('../test/failover/litestream.ts');
      const options = { rounds: rounds(6), seed: Number(values.seed), defaults: values.only === 'defaults' };
      return runLitestream(folder, options);
    }),
  fairness: () =>
    inFolder(async (folder) => {
      const { fairnessTable, measureFairness } = await import('./fairness/run.ts');
      const figures = await measureFairness(folder, { engines: values.engines.split(','), only: values.only }, tell);
      say(figures.map(fairnessTable).join('\n'));
      keep({ fairness: figures });
    }),
  rest: () =>
    inFolder(async (folder) => {
      const { measureRest, restTable } = await import('./rest.ts');
      say(restTable(await measureRest(folder)));
    }),
  pages: () =>
    inFolder(async (folder) => {
      const { measurePages, pageTable } = await import('./pages.ts');
      say(pageTable(await measurePages(folder, 10_000)));
    }),
};

const command = COMMANDS[positionals[0] ?? 'face'];
if (!command)
  throw new Error(`Unknown benchmark “${positionals[0]}”. Choose one of ${Object.keys(COMMANDS).join(', ')}.`);
process.exit((await command()) === false ? 1 : 0);
