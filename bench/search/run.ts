import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { short, spread, table, times } from '../figures.ts';
import { type Engine, postgresEngine, sqliteEngine } from '../scale/engines.ts';
import { fill } from './filled.ts';
import { measureSize, OPERATION, type SizeFigures } from './measure.ts';
import { requireSameNotes } from './same-notes.ts';
import { measureWrites, type WriteFigure } from './writes.ts';

export interface SearchOptions {
  sizes: number[];
  engines: string[];
  /** Keeps the filled databases for the next run. By default they are removed after this one. */
  folder: string | undefined;
  /** Substring of the kinds of questions to measure. */
  only: string;
  /** Number of rounds of write measurements, in place of searches. */
  writes: boolean;
  rounds: number;
}

export interface AllSearchFigures {
  search: SizeFigures[];
  writes: WriteFigure[];
}

type ReportProgress = (what: string) => void;

/** Measures searches beside the engine's own full-text query, or the cost of writes. */
export async function runSearch(
  options: SearchOptions,
  say: ReportProgress,
  tell: ReportProgress,
): Promise<AllSearchFigures> {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'kith-search-'));
  mkdirSync(folder, { recursive: true });
  const leave = () => {
    if (!options.folder) rmSync(folder, { recursive: true, force: true });
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      leave();
      process.exit(130);
    });
  }
  const figures: AllSearchFigures = { search: [], writes: [] };
  try {
    for (const name of options.engines) {
      const engine = name === 'postgres' ? await postgresEngine(folder) : sqliteEngine(folder);
      try {
        if (options.writes) figures.writes.push(...(await writesOn(engine, options.rounds, tell)));
        else await searchesOn(engine, options, figures.search, say, tell);
      } finally {
        await engine.close();
      }
    }
  } finally {
    leave();
  }
  if (options.writes) say(writeTable(figures.writes, options.rounds));
  return figures;
}

async function searchesOn(
  engine: Engine,
  { sizes, only }: SearchOptions,
  all: SizeFigures[],
  say: ReportProgress,
  tell: ReportProgress,
): Promise<void> {
  await requireSameNotes(engine);
  for (const size of sizes) {
    const subject = `${engine.name}, ${short(size)} notes`;
    await fill(engine, size, (what) => tell(`${subject}: ${what}`));
    const figures = await measureSize(engine, size, only, (what) => tell(`${subject}: ${what}`));
    all.push(figures);
    say(searchTable(figures));
  }
}

/** The median of each figure over several rounds. */
async function writesOn(engine: Engine, rounds: number, tell: ReportProgress): Promise<WriteFigure[]> {
  const all: WriteFigure[][] = [];
  for (let round = 1; round <= rounds; round++)
    all.push(await measureWrites(engine, (what) => tell(`${engine.name}, round ${round}: ${what}`)));
  return all[0]!.map((first, index) => ({
    ...first,
    process: spread(all.map((figures) => figures[index]!.process)).p50,
    server: spread(all.map((figures) => figures[index]!.server)).p50,
  }));
}

const searchTable = ({ engine, size, kinds }: SizeFigures): string =>
  table(
    `${engine}, ${short(size)} notes: ${OPERATION} beside the engine's own full-text query`,
    ['', 'p50 ms', 'p95 ms', 'own p50 ms', 'own p95 ms', 'ratio of p50', 'empty', 'failed', 'MiB before', 'after'],
    kinds.map(({ kind, took, own, empty, failed, memory }) => [
      kind,
      short(took.p50),
      short(took.p95),
      short(own.p50),
      short(own.p95),
      times(took.p50 / own.p50),
      String(empty),
      String(failed),
      short(memory.before),
      short(memory.after),
    ]),
  );

const writeTable = (figures: WriteFigure[], rounds: number): string =>
  table(
    `CPU time in ms per 1,000 records (median of ${rounds})`,
    ['', 'kith', "PostgreSQL's server", 'together'],
    figures.map(({ engine, what, process, server }) => [
      `${engine}, ${what}`,
      short(process),
      server > 0 ? short(server) : '',
      short(process + server),
    ]),
  );
