import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { short, table, times } from '../figures.ts';
import { type Engine, postgresEngine, sqliteEngine } from './engines.ts';
import { type Figure, measure } from './measure.ts';
import { inProcessClient, operationsOn } from './operations.ts';
import { loadRows, type Tags } from './rows.ts';
import { requireSameRows } from './same-rows.ts';

export interface ScaleOptions {
  sizes: number[];
  engines: string[];
  /** Where databases are made, and removed afterwards. A million contacts take some 3 GB. */
  folder: string;
  samples: number;
  /** A part of the names of the operations to measure. */
  only: string;
  json: string | undefined;
}

interface SizeFigures {
  engine: string;
  size: number;
  seedSeconds: number;
  operations: Figure[];
}

/** Operations of the service on growing address books, beside their own statements run bare. */
export async function runScale(options: ScaleOptions): Promise<void> {
  const say = (text: string) => process.stdout.write(`${text}\n`);
  const folder = join(options.folder, `kith-scale-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  // PostgreSQL runs as another user, who has to reach its own folder in here.
  chmodSync(folder, 0o755);
  const all: SizeFigures[] = [];
  try {
    for (const name of options.engines) {
      const engine = name === 'postgres' ? await postgresEngine(folder) : sqliteEngine(folder);
      try {
        await requireSameRows(engine);
        for (const size of options.sizes) {
          const figures = await measureSize(engine, size, options);
          all.push(figures);
          say(sizeTable(figures));
        }
        say(growthTable(all.filter((figures) => figures.engine === engine.name)));
      } finally {
        await engine.remove();
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  if (options.json) {
    const machine = { node: process.version, platform: process.platform, arch: process.arch, cores: cpus().length };
    writeFileSync(options.json, `${JSON.stringify({ machine, scale: all }, null, 2)}\n`);
  }
}

async function measureSize(engine: Engine, size: number, options: ScaleOptions): Promise<SizeFigures> {
  const database = await engine.open(`contacts-${size}`);
  const { client, user, idle } = await inProcessClient(database.data);
  const tag = async (name: string) => (await client.call('create_tag', { name })).data.tag.id;
  const tags: Tags = { common: await tag('common'), rare: await tag('rare') };
  const loader = await database.loader();
  const began = performance.now();
  const { contactIds } = await loadRows(user, size, Date.now() - 60_000, loader.load, tags);
  await loader.finish();
  const seedSeconds = (performance.now() - began) / 1000;
  const bare = await database.bare(user.user_id);
  const operations: Figure[] = [];
  for (const operation of operationsOn(client, contactIds, tags)) {
    if (!operation.name.includes(options.only)) continue;
    operations.push(await measure(operation, bare, user.user_id, idle, options.samples));
  }
  await bare.close();
  await idle();
  await database.close();
  return { engine: engine.name, size, seedSeconds, operations };
}

function sizeTable({ engine, size, seedSeconds, operations }: SizeFigures): string {
  const rows = operations.map(({ name, took, bare, statements }) => [
    name,
    short(took.p50),
    short(took.p99),
    String(statements),
    short(bare.p50),
    times(took.p50 / bare.p50),
  ]);
  return table(
    `${engine}, ${short(size)} contacts and as many notes (loaded in ${short(seedSeconds)} s)`,
    ['', 'p50 ms', 'p99 ms', 'statements', 'bare p50 ms', 'ratio'],
    rows,
  );
}

/** How each p50 grows with the address book. */
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
