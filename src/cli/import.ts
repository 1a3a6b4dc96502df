import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { KithError } from '../catalogue/error.ts';
import type { ClientEvent } from '../client/options.ts';
import { decodeFile } from '../transfer/charset.ts';
import { type ImportOptions, importRecords } from '../transfer/import.ts';
import { savePhotosIn } from '../transfer/photo-store.ts';
import { readContacts } from '../transfer/read.ts';
import { withReading } from '../transfer/report.ts';
import { type FileResult, flat, isFine, reportText } from './import-report.ts';
import { logClientEvent } from './log.ts';
import { startProgress } from './progress.ts';
import { needsData, type OpenClient, openClient, type RemoteOptions } from './wiring.ts';

const USAGE = `Usage: kith import FILE… [--dry-run] [--json]

Imports contacts from vCard files (2.1, 3.0, 4.0) and from CSV exports of Google Contacts, Outlook and LinkedIn.
What is there already is added to, never overwritten; the same file again changes nothing.

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
  const { files, dryRun, json } = parsed;
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
    for (const file of files) {
      if (cancel.signal.aborted) break;
      const result = await importFile(open, file, options);
      results.push(result);
      if (!json) await print(reportText(result));
    }
  } finally {
    process.off('SIGINT', onInterrupt);
    await open.close();
  }
  if (json) await print(`${JSON.stringify(results.map(flat), null, 2)}\n`);
  return results.length === files.length && results.every(isFine) ? 0 : 1;
}

/** Nobody waits for a single answer here: a rate limit makes an import longer, it does not end it. */
const PATIENT: RemoteOptions = { deadlineMs: Number.POSITIVE_INFINITY, retries: 8, onEvent: sayWaiting };

function sayWaiting(event: ClientEvent): void {
  if (event.kind === 'waiting') process.stderr.write(`waiting ${event.seconds} s: ${event.reason}\n`);
  else logClientEvent(event);
}

/** Waits until it is written: a pipe takes 64 KB at a time, and the process ends right after the command. */
const print = (text: string): Promise<void> => new Promise((resolve) => process.stdout.write(text, () => resolve()));

function readArguments(args: string[]): { files: string[]; dryRun: boolean; json: boolean } | undefined {
  const options = { 'dry-run': { type: 'boolean' }, json: { type: 'boolean' } } as const;
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    if (positionals.length === 0) return undefined;
    return { files: positionals, dryRun: values['dry-run'] ?? false, json: values.json ?? false };
  } catch {
    return undefined;
  }
}

async function importFile(open: OpenClient, file: string, options: ImportOptions): Promise<FileResult> {
  try {
    const bytes = await readFile(file);
    if (looksLikeJson(bytes)) return await importJson(open, file, bytes, options);
    const reading = readContacts(bytes);
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

/** JSON holds more than the API takes, such as when something was written: it goes past it, into the data itself. */
async function importJson(
  open: OpenClient,
  file: string,
  bytes: Uint8Array,
  options: ImportOptions,
): Promise<FileResult> {
  const { account } = open;
  if (!account) throw needsData('An import of JSON');
  const [{ importArchive }, { matchContacts }, { readArchive }] = await Promise.all([
    import('../service/archive/import.ts'),
    import('../transfer/archive/match.ts'),
    import('../transfer/archive/file.ts'),
  ]);
  const archive = readArchive(decodeFile(bytes));
  const contactIds = await matchContacts(open.client, archive);
  const total = Object.values(archive.rows).reduce((sum, { length }) => sum + length, 0);
  const progress = startProgress(basename(file), total);
  try {
    const { dryRun = false, signal } = options;
    const report = await importArchive(account, archive, {
      dryRun,
      contactIds,
      onProgress: progress.update,
      ...(signal && { signal }),
    });
    return { file, format: 'kith JSON', archive: report };
  } finally {
    progress.stop();
  }
}
