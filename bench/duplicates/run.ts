import { existsSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { type GeneratedDataset, type LabeledDataset, makeDataset } from '../../test/data/duplicates/dataset.ts';
import { type Limit, pairsIn, type Quality, qualityOf } from '../../test/data/duplicates/quality.ts';
import { type Spread, short, table } from '../figures.ts';
import { febrlDatasets } from './febrl.ts';
import { keyQuality, type LoadedDataset, loadDataset, measureCreate, type Scan, scanDataset } from './measure.ts';
import { type Rig, withService } from './rig.ts';
import { splinkDatasets } from './splink.ts';

export interface DuplicatesOptions {
  /** Folder of the labeled sets. Without it, they are fetched. */
  folder: string | undefined;
  /** Folder of Splink's sets. Without it, they are skipped. */
  splink: string | undefined;
  sizes: number[];
  /** For generated address books of 1,000 cards: first and last seed. */
  seeds: [number, number];
  json: string | undefined;
}

interface Figures {
  name: string;
  size: number;
  truth: Record<Limit, Quality>;
  keys: { candidates: number; recall: number };
  scan: Omit<Scan, 'told'>;
  /** Pairs of lookalikes that were reported, down to a band. */
  lookAlikes?: { certain: number; likely: number };
  create?: { create: Spread; check: Spread };
}

/**
 * Measures the quality and speed of duplicate detection through the service. Returns whether it meets the required
 * level.
 */
export async function runDuplicates(options: DuplicatesOptions): Promise<boolean> {
  if (!existsSync('dist/cli.js')) throw new Error('dist/cli.js is missing. Run npm run build.');
  const say = (text: string) => process.stdout.write(`${text}\n`);
  say(`Node ${process.version}, ${cpus().length} cores\n`);
  const known = await febrlDatasets(options.folder);
  const febrl = await withService(async (rig) => {
    const all: Figures[] = [];
    for (const dataset of known) all.push((await measureDataset(rig, dataset)).figures);
    return all;
  });
  say(qualityTable('Labeled sets', febrl));

  const splink = options.splink === undefined ? [] : splinkDatasets(options.splink);
  const others = await withService(async (rig) => {
    const all: Figures[] = [];
    for (const dataset of splink) all.push((await measureDataset(rig, dataset)).figures);
    return all;
  });
  if (others.length > 0) say(qualityTable("Splink's sets", others));

  const [first, last] = options.seeds;
  const seeds = await withService(async (rig) => {
    const all: Figures[] = [];
    for (let seed = first; seed <= last; seed++)
      all.push((await measureDataset(rig, makeDataset(seed, 1_000))).figures);
    return all;
  });
  say(qualityTable('Generated address books', seeds));

  const sized: Figures[] = [];
  for (const size of options.sizes) {
    sized.push(
      await withService(async (rig) => {
        const dataset = { ...makeDataset(first, size), name: `${short(size)} contacts` };
        const { figures, loaded } = await measureDataset(rig, dataset);
        return { ...figures, create: await measureCreate(rig, loaded, dataset) };
      }),
    );
  }
  say(qualityTable('Generated address books of several sizes', sized));
  say(speedTable([...febrl, ...sized]));
  if (options.json)
    writeFileSync(options.json, `${JSON.stringify({ febrl, splink: others, seeds, sized }, null, 2)}\n`);
  const misses = [...febrl, ...seeds, ...sized].flatMap(shortcomings);
  for (const { name, truth } of others)
    if (truth.certain.precision < 0.99) misses.push(`${name}: precision of certain is below 0.99`);
  for (const miss of misses) say(miss);
  return misses.length === 0;
}

async function measureDataset(
  rig: Rig,
  dataset: LabeledDataset & Partial<Pick<GeneratedDataset, 'kind'>>,
): Promise<{ figures: Figures; loaded: LoadedDataset }> {
  const progress = showProgress(dataset.name, dataset.cards.length);
  const loaded = await loadDataset(rig, dataset, progress.update);
  progress.tell('searching');
  const { told, ...scan } = await scanDataset(rig, loaded);
  progress.tell('counting');
  const keys = await keyQuality(rig, loaded);
  progress.stop();
  const truth = {
    certain: qualityOf(told, loaded.personOf, 'certain'),
    likely: qualityOf(told, loaded.personOf, 'likely'),
    possible: qualityOf(told, loaded.personOf, 'possible'),
  };
  const { personOf } = loaded;
  // Cards in a lookalike group have the group's number and their own.
  const groupOf = (id: string) => / /.test(personOf.get(id)!) && personOf.get(id)!.split(' ')[0];
  const alike = (limit: Limit) =>
    pairsIn(told, limit).filter(([a, b]) => groupOf(a) && groupOf(a) === groupOf(b)).length;
  const lookAlikes = dataset.kind && { certain: alike('certain'), likely: alike('likely') };
  const figures = {
    name: dataset.name,
    size: dataset.cards.length,
    truth,
    keys,
    scan,
    ...(lookAlikes && { lookAlikes }),
  };
  return { figures, loaded };
}

/** A progress line on stderr that is overwritten at a terminal. */
function showProgress(name: string, total: number) {
  const shows = process.stderr.isTTY;
  const write = (text: string) => shows && process.stderr.write(`\r\x1b[K${text}`);
  if (!shows) process.stderr.write(`${name}\n`);
  return {
    update: (done: number) => write(`${name}: created ${done} of ${total}`),
    tell: (what: string) => write(`${name}: ${what}`),
    stop: () => write(''),
  };
}

const LIMITS: [Limit, string][] = [
  ['certain', 'certain'],
  ['likely', '≥ likely'],
  ['possible', 'all'],
];
const part = (value: number): string => value.toFixed(4);

function qualityTable(title: string, all: Figures[]): string {
  const rows = all.flatMap(({ name, truth, keys, lookAlikes }) =>
    LIMITS.map(([limit, called], index) => {
      const { precision, recall, f1 } = truth[limit];
      const alike = lookAlikes && limit !== 'possible' ? String(lookAlikes[limit]) : '';
      const ofKeys = index === 0 ? [part(keys.recall), short(keys.candidates)] : ['', ''];
      return [index === 0 ? name : '', called, part(precision), part(recall), part(f1), alike, ...ofKeys];
    }),
  );
  const head = ['', 'bands', 'precision', 'recall', 'F1', 'look-alikes', 'recall of keys', 'candidate pairs'];
  return table(title, head, rows);
}

function speedTable(all: Figures[]): string {
  const ms = (took: Spread | undefined) => (took ? `${short(took.p50)} / ${short(took.p99)}` : '');
  const rows = all.map(({ name, scan, create }) => [
    name,
    scan.seconds.toFixed(2),
    `${Math.round(scan.megabytes.before)} → ${Math.round(scan.megabytes.peak)}`,
    ms(scan.others),
    ms(create?.create),
    ms(create?.check),
  ]);
  const head = ['', 'all pages, s', 'MB of the service', 'get_contact meanwhile', 'create_contact', 'its check alone'];
  return table('Speed; milliseconds as p50 / p99', head, rows);
}

/** The levels that a release must reach. */
function shortcomings({ name, truth, lookAlikes }: Figures): string[] {
  const missed: string[] = [];
  if (truth.certain.precision < 0.99) missed.push(`${name}: precision of certain is below 0.99`);
  if (lookAlikes && lookAlikes.certain > 0) missed.push(`${name}: look-alikes are called certain`);
  if (lookAlikes && truth.possible.recall < 0.95) missed.push(`${name}: recall over all bands is below 0.95`);
  for (const limit of ['likely', 'possible'] as const) {
    if (!lookAlikes && truth[limit].f1 < 0.995) missed.push(`${name}: F1 down to ${limit} is below 0.995`);
  }
  return missed;
}
