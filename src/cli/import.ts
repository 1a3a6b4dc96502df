import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { KithError } from '../catalogue/error.ts';
import { decodeFile } from '../transfer/charset.ts';
import { type Mapping, readMapping } from '../transfer/csv/mapped.ts';
import { type ImportOptions, importRecords } from '../transfer/import.ts';
import { savePhotosIn } from '../transfer/photo-store.ts';
import { readContacts } from '../transfer/read.ts';
import { withReading } from '../transfer/report.ts';
import { importFrom } from './import-from.ts';
import { type FileResult, flat, isFine, reportText } from './import-report.ts';
import { PATIENT } from './patient.ts';
import { startProgress } from './progress.ts';
import { putArchive } from './put-archive.ts';
import { type OpenClient, openClient } from './wiring.ts';

const USAGE = `Usage: kith import FILE… [--map MAP.json] [--dry-run] [--json]
       kith import --from https://… [--key KEY] [--dry-run] [--json]

Imports contacts from vCard files (2.1, 3.0, 4.0) and from CSV exports of Google Contacts, Outlook and LinkedIn.
JSON exports of kith come in whole, with --from also straight from a service that speaks its API. With KITH_BASE_URL
all goes into the service there.
What is there already is added to, never overwritten; the same file again changes nothing.

  --map      what the columns of another CSV are: { "columns": { "Vorname": "first_name", "Tel.": "phone" } }
  --from     the base address of such a service
  --key      your key there; better in KITH_IMPORT_KEY, where no list of processes shows it
  --dry-run  say what would be done and write nothing
  --json     print the report as JSON
`;

/** `kith import`. Gives the exit code: 0 all fine, 1 when a file or row failed, 2 for wrong arguments. */
export async function runImport(args: string[]): Promise<number> {
  const parsed = readArguments(args);
  if (!parsed) {
    process.stderr.write(USAGE);
    return 2;
  }
  const { files, from, map, key, dryRun, json } = parsed;
  const mapping = map === undefined ? undefined : readMapping(decodeFile(await readFile(map)));
  const cancel = new AbortController();
  const onInterrupt = () => cancel.abort();
  // Only once: a second interrupt ends the process at once.
  process.once('SIGINT', onInterrupt);
  const open = await openClient(process.env, PATIENT);
  const { dataDir } = open;
  const photos = dataDir === undefined ? {} : { savePhoto: savePhotosIn(dataDir) };
  const options: ImportOptions = { dryRun, signal: cancel.signal, ...photos };
  const results: FileResult[] = [];
  try {
    if (from !== undefined) results.push(await importFrom(open, from, key, options));
    if (from !== undefined && !json) await print(reportText(results[0]!));
    for (const file of files) {
      if (cancel.signal.aborted) break;
      const result = await importFile(open, file, options, mapping);
      results.push(result);
      if (!json) await print(reportText(result));
    }
  } finally {
    process.off('SIGINT', onInterrupt);
    await open.close();
  }
  if (json) await print(`${JSON.stringify(results.map(flat), null, 2)}\n`);
  const wanted = files.length + (from === undefined ? 0 : 1);
  return results.length === wanted && results.every(isFine) ? 0 : 1;
}

/** Waits until it is written: a pipe takes 64 KB at a time, and the process ends right after the command. */
const print = (text: string): Promise<void> => new Promise((resolve) => process.stdout.write(text, () => resolve()));

interface Arguments {
  files: string[];
  from: string | undefined;
  map: string | undefined;
  key: string | undefined;
  dryRun: boolean;
  json: boolean;
}

function readArguments(args: string[]): Arguments | undefined {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const options = { 'dry-run': flag, json: flag, from: text, key: text, map: text };
  try {
    const { values, positionals: files } = parseArgs({ args, options, allowPositionals: true });
    const { from, map, key = process.env.KITH_IMPORT_KEY, json, 'dry-run': dryRun } = values;
    if ((files.length === 0) === (from === undefined)) return undefined;
    return { files, from, map, key, dryRun, json };
  } catch {
    return undefined;
  }
}

async function importFile(
  open: OpenClient,
  file: string,
  options: ImportOptions,
  mapping?: Mapping,
): Promise<FileResult> {
  try {
    const bytes = await readFile(file);
    if (!mapping && looksLikeJson(bytes)) return await importJson(open, file, bytes, options);
    const reading = readContacts(bytes, mapping);
    const progress = startProgress(basename(file), reading.records.length);
    try {
      const report = await importRecords(open.client, reading.records, { ...options, onProgress: progress.update });
      return { file, format: reading.format, report: withReading(report, reading) };
    } finally {
      progress.stop();
    }
  } catch (error) {
    if (error instanceof KithError) return { file, error: error.message, ...(error.hint && { hint: error.hint }) };
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall === undefined) throw error;
    return { file, error: `The file could not be read (${code}).` };
  }
}

const looksLikeJson = (bytes: Uint8Array): boolean => /^\uFEFF?\s*\{/.test(decodeFile(bytes.subarray(0, 1_000)));

/** JSON holds more than the API takes, such as when something was written: where the data is here it goes past it. */
async function importJson(
  open: OpenClient,
  file: string,
  bytes: Uint8Array,
  options: ImportOptions,
): Promise<FileResult> {
  const { readArchive } = await import('../transfer/archive/file.ts');
  return putArchive(open, { file, format: 'kith JSON' }, readArchive(decodeFile(bytes)), options);
}
