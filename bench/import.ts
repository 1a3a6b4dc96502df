import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { chunked } from '../src/shared/lists.ts';
import { loadEngine, type SqlValue } from '../src/store/engine.ts';
import { short, table, times } from './figures.ts';
import { contactNumber, noteNumber } from './seed.ts';

// `kith import FILE` from start to end, in its own process, beside bare inserts of the resulting rows.

interface ImportFigures {
  what: string;
  cards: number;
  /** Megabytes. */
  file: number;
  /** CPU seconds of the whole process. */
  cpu: number;
  /** Seconds of the bare inserts of the same rows, or undefined without a comparison. */
  floor: number | undefined;
  /** Peak megabytes. */
  memory: number;
}

const PHOTO_BYTES = 50_000;
const MEGABYTE = 1_000_000;

/** Imports of plain cards with a note each, and one of `photos` cards with photos. */
export async function measureImport(folder: string, sizes: number[], photos: number): Promise<ImportFigures[]> {
  const figures: ImportFigures[] = [];
  for (const cards of sizes) figures.push(await measured(folder, { what: 'cards with a note', cards, photo: false }));
  if (photos > 0) figures.push(await measured(folder, { what: 'cards with a photo', cards: photos, photo: true }));
  return figures;
}

async function measured(folder: string, { what, cards, photo }: { what: string; cards: number; photo: boolean }) {
  const file = join(folder, 'people.vcf');
  const data = join(folder, 'imported');
  writeCards(file, cards, photo);
  const { cpu, memory } = await runImport(file, data);
  const floor = photo ? undefined : insertBare(data, join(folder, 'bare'));
  const size = statSync(file).size / MEGABYTE;
  for (const name of ['people.vcf', 'imported', 'bare']) rmSync(join(folder, name), { recursive: true, force: true });
  return { what, cards, file: size, cpu, floor, memory };
}

function writeCards(file: string, cards: number, photo: boolean): void {
  const open = openSync(file, 'w');
  for (let number = 0; number < cards; number++) writeSync(open, cardNumber(number, photo));
  closeSync(open);
}

function cardNumber(number: number, photo: boolean): string {
  const { full_name, company, job_title, contact_emails, contact_phone_numbers } = contactNumber(number);
  const [first, last, own] = full_name.split(' ');
  const lines = [
    ...['BEGIN:VCARD', 'VERSION:3.0', `UID:person-${number}`, `N:${last} ${own};${first};;;`, `FN:${full_name}`],
    ...[`ORG:${company}`, `TITLE:${job_title}`, `EMAIL;TYPE=HOME:${contact_emails[0]!.email}`],
    `TEL;TYPE=CELL:${contact_phone_numbers[0]!.phone_number}`,
    `ADR;TYPE=HOME:;;${number} Main Street;Springfield;OR;${10_000 + (number % 90_000)};United States`,
    `NOTE:${noteNumber(number, '').note}`,
    ...(photo ? [`PHOTO;ENCODING=b;TYPE=JPEG:${folded(photoNumber(number))}`] : []),
    'END:VCARD',
  ];
  return `${lines.join('\r\n')}\r\n`;
}

/** The start of a JPEG, followed by bytes of its own. */
function photoNumber(number: number): string {
  const noise = createHash('sha512').update(String(number)).digest();
  return Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(PHOTO_BYTES, noise)]).toString('base64');
}

const folded = (text: string): string => text.replace(/.{74}/g, '$&\r\n ');

/** Reports at its end what the whole process used, with its threads. */
const TELL = `import { writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
if (isMainThread) process.on('exit', () => writeSync(3, JSON.stringify(process.resourceUsage())));`;

async function runImport(file: string, data: string): Promise<{ cpu: number; memory: number }> {
  const args = ['--import', `data:text/javascript,${encodeURIComponent(TELL)}`, 'dist/cli.js', 'import', file];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, KITH_DATA_DIR: data },
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  });
  let told = '';
  child.stdio[3]!.on('data', (chunk) => {
    told += chunk;
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  if (code !== 0) throw new Error(`kith import ended with ${code}`);
  const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(told) as NodeJS.ResourceUsage;
  return { cpu: (userCPUTime + systemCPUTime) / 1e6, memory: (maxRSS * 1024) / MEGABYTE };
}

const TABLES = [
  'contacts',
  'contact_emails',
  'contact_phone_numbers',
  'legacy_contact_addresses',
  'timeline_items',
  'timeline_items_contacts',
];
const BATCH = 100;

/** Inserts an import's rows into equal tables without further indexes, and their words into one index. */
function insertBare(from: string, to: string): number {
  const source = new (loadEngine())(join(from, 'kith.db'));
  const target = new (loadEngine())(to);
  target.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = off');
  const made = source.prepare(`select sql from sqlite_schema where type = 'table' and name = ?`);
  const tables = TABLES.map((name) => {
    target.exec(made.get(name)!.sql as string);
    const rows = source.prepare(`select * from ${name}`).all() as Record<string, SqlValue>[];
    const columns = Object.keys(rows[0] ?? {});
    const statement = target.prepare(`insert into ${name} (${columns}) values (${columns.map(() => '?')})`);
    return { statement, batches: chunked(rows.map(Object.values<SqlValue>), BATCH) };
  });
  target.exec('create virtual table words using fts5 (text)');
  const insertWords = target.prepare('insert into words (text) values (?)');
  const texts = source.prepare(
    `select concat_ws(' ', full_name, company, job_title) as text from contacts union all select note from timeline_items`,
  );
  const words = chunked(texts.all() as { text: string }[], BATCH * 2);
  const before = process.cpuUsage();
  for (const [batch, some] of words.entries()) {
    target.exec('begin immediate');
    for (const { statement, batches } of tables) for (const row of batches[batch] ?? []) statement.run(...row);
    for (const { text } of some) insertWords.run(text);
    target.exec('commit');
  }
  const { user, system } = process.cpuUsage(before);
  source.close();
  target.close();
  return (user + system) / 1e6;
}

export const importTable = (figures: ImportFigures[]): string =>
  table(
    'kith import FILE, a process of its own, beside its rows inserted bare in batches of 100 (six tables, the words)',
    ['', 'cards', 'file MB', 'CPU s', 'bare s', 'ratio', 'most memory MB'],
    figures.map(({ what, cards, file, cpu, floor, memory }) => [
      ...[what, short(cards), short(file), short(cpu)],
      ...(floor === undefined ? ['', ''] : [short(floor), times(cpu / floor)]),
      short(memory),
    ]),
  );
