import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import cliProgress from 'cli-progress';
import { KithError } from '../catalogue/error.ts';
import type { Client } from '../client/client.ts';
import type { ClientEvent } from '../client/options.ts';
import { type ImportOptions, importRecords } from '../transfer/import.ts';
import { savePhotosIn } from '../transfer/photo-store.ts';
import { readContacts } from '../transfer/read.ts';
import { type ImportReport, withReading } from '../transfer/report.ts';
import { logClientEvent } from './log.ts';
import { openClient, type RemoteOptions } from './wiring.ts';

const USAGE = `Usage: kith import FILE… [--dry-run] [--json]

Imports contacts from vCard files (2.1, 3.0, 4.0) and from CSV exports of Google Contacts, Outlook and LinkedIn.
What is there already is added to, never overwritten; the same file again changes nothing.

  --dry-run  say what would be done and write nothing
  --json     print the report as JSON
`;

/** What became of one file: a report, or why it could not be read. */
type FileResult = { file: string } & ({ format: string; report: ImportReport } | { error: string; hint?: string });

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
  const { client, dataDir, close } = await openClient(process.env, PATIENT);
  const photos = dataDir === undefined ? {} : { savePhoto: savePhotosIn(dataDir) };
  const options: ImportOptions = { dryRun, signal: cancel.signal, ...photos };
  const results: FileResult[] = [];
  try {
    for (const file of files) {
      if (cancel.signal.aborted) break;
      const result = await importFile(client, file, options);
      results.push(result);
      if (!json) await print(reportText(result));
    }
  } finally {
    process.off('SIGINT', onInterrupt);
    await close();
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

async function importFile(client: Client, file: string, options: ImportOptions): Promise<FileResult> {
  try {
    const reading = readContacts(await readFile(file));
    const progress = startProgress(file, reading.records.length);
    try {
      const report = await importRecords(client, reading.records, { ...options, onProgress: progress.update });
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

/** A bar where somebody watches, else one line per file. Both on stderr: stdout is for the report. */
function startProgress(file: string, total: number): { update(done: number): void; stop(): void } {
  const name = basename(file);
  if (!process.stderr.isTTY) {
    process.stderr.write(`${name}: importing ${total}\n`);
    return { update: () => {}, stop: () => {} };
  }
  const format = `${name} {bar} {value}/{total}`;
  const bar = new cliProgress.SingleBar({ format, stream: process.stderr }, cliProgress.Presets.shades_classic);
  bar.start(total, 0);
  return { update: (done) => bar.update(done), stop: () => bar.stop() };
}

const isFine = (result: FileResult): boolean =>
  'report' in result && result.report.failed === 0 && result.report.stopped === undefined;

const flat = (result: FileResult) => {
  if (!('report' in result)) return result;
  const { report, ...rest } = result;
  return { ...rest, ...report };
};

/** The counts, then each failed row and each warning with its place. */
function reportText(result: FileResult): string {
  const name = basename(result.file);
  if (!('report' in result)) return `${name}: ${result.error}${result.hint ? ` ${result.hint}` : ''}\n`;
  const { format, report } = result;
  const { created, updated, skipped, failed, dryRun, stopped } = report;
  const counts = `${created} created, ${updated} updated, ${skipped} skipped, ${failed} failed`;
  const lines = [`${name} (${format}): ${dryRun ? 'dry run, nothing was written: ' : ''}${counts}`];
  if (stopped) lines.push(`${name}: stopped with ${stopped.left} left: ${stopped.reason}`);
  for (const { line, outcome, name: who, reason, warnings } of report.rows) {
    const place = `${name}:${line}:${who && ` ${who}:`}`;
    if (outcome === 'failed') lines.push(`${place} failed: ${reason}`);
    else if (dryRun && outcome !== 'skipped') lines.push(`${place} ${reason ?? 'would be created'}`);
    for (const warning of warnings) lines.push(`${place} ${warning}`);
  }
  for (const warning of report.warnings) lines.push(`${name}: ${warning}`);
  return `${lines.map((line) => line.replace(/\s*\n\s*/g, ' ')).join('\n')}\n`;
}
