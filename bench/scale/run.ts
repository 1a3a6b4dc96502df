import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { short, table, times } from '../figures.ts';
import { CHECK, type CheckFigures, checkTable, fillForCheck, measureCheck } from './check.ts';
import { type Engine, postgresEngine, sqliteEngine } from './engines.ts';
import { fill, openFilled } from './filled.ts';
import { type Figure, measure } from './measure.ts';
import { clientOnData, operationsOn } from './operations.ts';
import { requireSameRows } from './same-rows.ts';

export interface ScaleOptions {
  sizes: number[];
  engines: string[];
  /** Where filled databases stay for the next run. Without it, they are created for this run. */
  folder: string | undefined;
  samples: number;
  /** Substring of the names of operations to measure. */
  only: string;
  /** Fills the databases, and measures nothing. */
  fillOnly: boolean;
  json: string | undefined;
}

interface SizeFigures {
  engine: string;
  size: number;
  operations: Figure[];
}

/** The service's operations on growing address books, beside their own bare statements. */
export async function runScale(options: ScaleOptions): Promise<void> {
  const say = (text: string) => process.stdout.write(`${text}\n`);
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'kith-scale-'));
  mkdirSync(folder, { recursive: true });
  const leave = () => {
    if (!options.folder) rmSync(folder, { recursive: true, force: true });
  };
  // Data left incomplete in a kept folder by an interrupted run is dropped by the next.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      leave();
      process.exit(130);
    });
  }
  const all: SizeFigures[] = [];
  const checks: CheckFigures[] = [];
  try {
    for (const name of options.engines) {
      const engine = name === 'postgres' ? await postgresEngine(folder) : sqliteEngine(folder);
      try {
        await requireSameRows(engine);
        for (const size of options.sizes) {
          const tell = progressOf(`${engine.name}, ${short(size)} contacts`);
          await fill(engine, size, tell);
          if (options.fillOnly) continue;
          const figures = await measureSize(engine, size, options, tell);
          all.push(figures);
          say(sizeTable(figures));
        }
        const tell = progressOf(engine.name);
        if (CHECK.includes(options.only)) await fillForCheck(engine, tell);
        if (options.fillOnly) continue;
        say(growthTable(all.filter((figures) => figures.engine === engine.name)));
        if (!CHECK.includes(options.only)) continue;
        const check = await measureCheck(engine, options.samples, tell);
        checks.push(check);
        say(checkTable(check));
      } finally {
        await engine.close();
      }
    }
  } finally {
    leave();
  }
  if (options.json) {
    const machine = { node: process.version, platform: process.platform, arch: process.arch, cores: cpus().length };
    writeFileSync(options.json, `${JSON.stringify({ machine, scale: all, checks }, null, 2)}\n`);
  }
}

/** Reports each step on stderr once, with the elapsed time. */
function progressOf(subject: string): (what: string) => void {
  let last = '';
  return (what) => {
    if (what === last) return;
    last = what;
    process.stderr.write(`${Math.round(performance.now() / 1000)} s  ${subject}: ${what}\n`);
  };
}

async function measureSize(
  engine: Engine,
  size: number,
  options: ScaleOptions,
  tell: (progress: string) => void,
): Promise<SizeFigures> {
  tell('copying');
  const { database, bare, contactIds, tags, close } = await openFilled(engine, size);
  const { client, idle } = await clientOnData(database.data);
  const operations: Figure[] = [];
  for (const operation of operationsOn(client, contactIds, tags)) {
    if (!operation.name.includes(options.only)) continue;
    tell(operation.name);
    operations.push(await measure(operation, bare, idle, options.samples));
  }
  await idle();
  await close();
  return { engine: engine.name, size, operations };
}

function sizeTable({ engine, size, operations }: SizeFigures): string {
  const rows = operations.map(({ name, took, bare, statements }) => [
    name,
    short(took.p50),
    short(took.p99),
    String(statements),
    short(bare.p50),
    times(took.p50 / bare.p50),
  ]);
  return table(
    `${engine}, ${short(size)} contacts and as many notes`,
    ['', 'p50 ms', 'p99 ms', 'statements', 'bare p50 ms', 'ratio'],
    rows,
  );
}

/** Growth of each p50 with the address book. */
function growthTable(all: SizeFigures[]): string {
  const [first, ...others] = all;
  const rows = first!.operations.map(({ name, took }, index) => [
    name,
    short(took.p50),
    ...others.map(({ operations }) => times(operations[index]!.took.p50 / took.p50)),
  ]);
  return table(
    `${first!.engine}, p50 against that at ${short(first!.size)}`,
    ['', `${short(first!.size)}: ms`, ...others.map(({ size }) => short(size))],
    rows,
  );
}
