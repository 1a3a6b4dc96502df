import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import type { ChatOptions } from '../../import/chats/import-chat.ts';
import { type Mapping, readMapping } from '../../import/formats/csv/mapped.ts';
import { readImported } from '../../import/formats/read-in-worker.ts';
import { type ImportOptions, importRecords } from '../../import/import-records.ts';
import { withReading } from '../../import/import-report.ts';
import { decodeFile } from '../../shared/text/charset.ts';
import { takeSecret } from '../ask.ts';
import { type OpenClient, openClient, WITHOUT_DEADLINE } from '../composition-root.ts';
import { settings } from '../environment.ts';
import { fileTrouble, readInput } from '../files.ts';
import { importFrom } from '../import/from.ts';
import { putArchive } from '../import/put-archive.ts';
import { type FileResult, failure, flat, isFine, reportText } from '../import/report.ts';
import { recordDone } from '../local-data.ts';
import { say, sayJson, tell } from '../output/print.ts';
import { startProgress } from '../output/progress.ts';

const USAGE = `Usage: kith import FILE… [--map MAP.json] [--dry-run] [--json]
       kith import CHAT… [--notes] [--me NAME] [--dry-run] [--json]
       kith import monica FILE… [--dry-run] [--json]
       kith import monica --from https://… [--key -] [--dry-run] [--json]
       kith import carddav https://… --user NAME [--dry-run] [--json]
       kith import --from https://… [--key -] [--dry-run] [--json]

Imports contacts from vCard files (2.1, 3.0, 4.0), from CSV exports of Google Contacts, Outlook, Thunderbird and
LinkedIn, and from lists with columns such as name, email and phone. A zip is read without unpacking it, - is standard
input. A chat that WhatsApp exported moves the last contact of the person.
Exports of Monica 4.x, as JSON or SQL, come in with notes, reminders and relations; with --from over its API.
All address books of a CardDAV account come in; the password is asked for, or taken from KITH_IMPORT_PASSWORD.
JSON exports of kith come in whole, with --from also straight from a service that speaks its API. With KITH_BASE_URL
all goes into the service there.
What is there already is added to, never overwritten; the same file again changes nothing.

  --notes    what was said in a chat becomes notes too, one for each day
  --me       what you are called in a chat, where that is not clear
  --map      what the columns of another CSV are: { "columns": { "Vorname": "first_name", "Tel.": "phone" } }
  --from     the base address of such a service
  --key -    reads your key there from standard input; else it is asked for, or taken from KITH_IMPORT_KEY
  --user     your name at a CardDAV server
  --dry-run  say what would be done and write nothing
  --json     print the report as JSON
`;

/** `kith import`. Exit code 0 when all went in, 1 when a file or row failed, 2 for wrong arguments. */
export async function runImport(args: string[]): Promise<number> {
  if (args.includes('--help')) return say(USAGE).then(() => 0);
  const parsed = readArguments(args);
  if (!parsed) {
    tell(USAGE);
    return 2;
  }
  const { kind, files, from, user, map, dryRun, json, chat } = parsed;
  const mapping = map === undefined ? undefined : readMapping(decodeFile(await readInput(map)));
  const cancel = new AbortController();
  const onInterrupt = () => cancel.abort();
  // Only once: a second interrupt ends the process at once.
  process.once('SIGINT', onInterrupt);
  const key = from !== undefined && kind !== 'carddav' ? await takeKey(parsed.key, cancel.signal) : undefined;
  const open = await openClient(settings, WITHOUT_DEADLINE);
  const options: ImportOptions = { dryRun, signal: cancel.signal };
  const results: FileResult[] = [];
  try {
    if (from !== undefined && kind === undefined) results.push(await importFrom(open, from, key, options));
    if (from !== undefined && kind !== undefined)
      results.push(...(await importAt(kind, open, { from, key, user }, options)));
    if (!json) for (const result of results) await say(reportText(result));
    for (const file of files) {
      if (cancel.signal.aborted) break;
      const result = await importFile(open, file, options, { mapping, kind, chat });
      results.push(result);
      if (!json) await say(reportText(result));
    }
  } finally {
    process.off('SIGINT', onInterrupt);
    await open.close();
  }
  if (!dryRun) await recordDone({ event: 'data.imported' });
  if (json) await sayJson(results.map(flat));
  return results.length >= files.length && results.every(isFine) && !cancel.signal.aborted ? 0 : 1;
}

/** The key of the service to import from; undefined where it is missing and nobody can be asked: the report says so. */
async function takeKey(given: string | undefined, signal: AbortSignal): Promise<string | undefined> {
  const fromSettings = given === undefined ? settings.KITH_IMPORT_KEY : undefined;
  if (fromSettings !== undefined || (given === undefined && !process.stdin.isTTY)) return fromSettings;
  return takeSecret(given, {
    what: 'Key',
    hint: 'Give it in KITH_IMPORT_KEY, or with --key - on standard input.',
    signal,
  });
}

/** The first word after `import` may name the kind of source; otherwise a file's content decides. */
const KINDS = ['monica', 'carddav'] as const;
type Kind = (typeof KINDS)[number];

interface Arguments {
  kind: Kind | undefined;
  files: string[];
  from: string | undefined;
  user: string | undefined;
  map: string | undefined;
  key: string | undefined;
  dryRun: boolean;
  json: boolean;
  chat: Pick<ChatOptions, 'notes' | 'me'>;
}

function readArguments(args: string[]): Arguments | undefined {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const options = { 'dry-run': flag, json: flag, from: text, key: text, map: text, user: text, notes: flag, me: text };
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const kind = KINDS.find((word) => word === positionals[0]);
    const named = kind ? positionals.slice(1) : positionals;
    const { map, user, key, json, notes, me, 'dry-run': dryRun } = values;
    // After such a word, an address may also stand in the place of a file.
    const from = values.from ?? (kind && named.find((word) => /^https?:/i.test(word)));
    const files = named.filter((word) => word !== from);
    if ((files.length === 0) === (from === undefined) || (kind === 'carddav' && from === undefined)) return undefined;
    // Standard input can be read once.
    if ([...files, map, key].filter((word) => word === '-').length > 1) return undefined;
    return { kind, files, from, user, map, key, dryRun, json, chat: { notes, me } };
  } catch {
    return undefined;
  }
}

async function importFile(
  open: OpenClient,
  file: string,
  options: ImportOptions,
  { mapping, kind, chat }: { mapping?: Mapping | undefined; kind: Kind | undefined } & Pick<Arguments, 'chat'>,
): Promise<FileResult> {
  try {
    const bytes = new Uint8Array(await readInput(file));
    const read = await readImported(bytes, { mapping, monica: kind === 'monica', signal: options.signal });
    if ('monica' in read) {
      const { importMonica } = await import('../import/monica.ts');
      return await importMonica(open, { file, format: read.monica.format }, read.monica.account, options);
    }
    if ('chat' in read) {
      const { importChat } = await import('../../import/chats/import-chat.ts');
      const report = await importChat(open.client, read.chat, basename(file), { ...options, ...chat });
      return { file, format: 'WhatsApp chat', report };
    }
    // JSON holds more than the API takes, such as creation times: where the data is here, it goes past the API.
    if ('archive' in read) return await putArchive(open, { file, format: 'kith JSON' }, read.archive, options);
    const reading = read.contacts;
    const progress = startProgress(basename(file), reading.records.length);
    try {
      const report = await importRecords(open.client, reading.records, { ...options, onProgress: progress.update });
      const { format, mapping: toFill } = reading;
      return { file, format, report: withReading(report, reading), ...(toFill && { mapping: toFill }) };
    } finally {
      progress.stop();
    }
  } catch (error) {
    if (options.signal?.aborted && error === options.signal.reason) return { file, error: 'canceled' };
    const trouble = fileTrouble(error);
    return trouble === undefined ? failure(file, error) : { file, error: trouble };
  }
}

/** Imports everything at the address of another product; from CardDAV with a report for each address book. */
async function importAt(
  kind: Kind,
  open: OpenClient,
  { from, key, user }: { from: string; key: string | undefined; user: string | undefined },
  options: ImportOptions,
): Promise<FileResult[]> {
  if (kind === 'carddav') return (await import('../import/carddav.ts')).importCarddav(open, from, user, options);
  return [await (await import('../import/monica.ts')).importMonicaApi(open, from, key, options)];
}
