import { basename } from 'node:path';
import { KithError } from '../../contract/error.ts';
import type { ChatOptions } from '../../import/chats/import-chat.ts';
import { type Mapping, readMapping } from '../../import/formats/csv/mapped.ts';
import { readImported } from '../../import/formats/read-in-worker.ts';
import { type ImportOptions, importRecords } from '../../import/import-records.ts';
import { withReading } from '../../import/import-report.ts';
import { decodeFile, transcoded } from '../../shared/text/charset.ts';
import { type JsonOption, wrongUsage } from '../arguments.ts';
import { takeSecret } from '../ask.ts';
import { type OpenClient, openClient, WITHOUT_DEADLINE } from '../composition-root.ts';
import { settings } from '../environment.ts';
import { fileTrouble, readInput } from '../files.ts';
import { importFrom } from '../import/from.ts';
import { putArchive } from '../import/put-archive.ts';
import { type FileResult, failure, flat, isFine, reportText } from '../import/report.ts';
import { recordDone } from '../local-data.ts';
import { say, sayJson } from '../output/print.ts';
import { startProgress } from '../output/progress.ts';

/** `kith import`. Exit code 0 when all went in, 1 when a file or row failed, 2 for wrong arguments. */
export async function runImport(words: string[], given: ImportArguments): Promise<number> {
  const { kind, files, from } = sourcesOf(words, given);
  const { user, map, encoding, dryRun, json, me } = given;
  // Refused before anything is opened or read.
  if (encoding !== undefined) transcoded(new Uint8Array(), encoding);
  const chat = { notes: given.notes === true, me };
  const mapping = map === undefined ? undefined : await mappingIn(map);
  const cancel = new AbortController();
  const onInterrupt = () => cancel.abort();
  // Only once: a second interrupt ends the process at once.
  process.once('SIGINT', onInterrupt);
  const key = from !== undefined && kind !== 'carddav' ? await takeKey(given.key, cancel.signal) : undefined;
  const open = await openClient(settings, WITHOUT_DEADLINE);
  const options: ImportOptions = { dryRun: dryRun === true, signal: cancel.signal };
  const results: FileResult[] = [];
  try {
    if (from !== undefined && kind === undefined) results.push(await importFrom(open, from, key, options));
    if (from !== undefined && kind !== undefined)
      results.push(...(await importAt(kind, open, { from, key, user }, options)));
    if (!json) for (const result of results) await say(reportText(result));
    for (const file of files) {
      if (cancel.signal.aborted) break;
      const result = await importFile(open, file, options, { mapping, encoding, kind, chat });
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

interface ImportArguments extends JsonOption {
  from?: string | undefined;
  user?: string | undefined;
  map?: string | undefined;
  encoding?: string | undefined;
  key?: string | undefined;
  notes?: true | undefined;
  me?: string | undefined;
  dryRun?: true | undefined;
}

/** The files or the address to import from. Throws a 400 when there is neither, or both. */
function sourcesOf(words: string[], { from: given, map, key }: ImportArguments) {
  const kind = KINDS.find((word) => word === words[0]);
  const named = kind ? words.slice(1) : words;
  // After such a word, an address may also stand in the place of a file.
  const from = given ?? (kind && named.find((word) => /^https?:/i.test(word)));
  const files = named.filter((word) => word !== from);
  const calledWith = kind ? `import ${kind}` : 'import';
  if (kind === 'carddav' && from === undefined)
    throw wrongUsage(calledWith, 'needs the address of the server, such as https://contacts.example.com');
  if (files.length === 0 && from === undefined)
    throw wrongUsage(calledWith, kind ? 'needs a file or an address' : 'needs a file, or --from and an address');
  if (files.length > 0 && from !== undefined)
    throw wrongUsage(calledWith, `takes either files or an address, not both ${files[0]} and ${from}`);
  if ([...files, map, key].filter((word) => word === '-').length > 1)
    throw wrongUsage(calledWith, 'can read standard input only once: give one - alone');
  return { kind, files, from };
}

/** Throws where there is no such file: a run without it makes one. */
async function mappingIn(file: string): Promise<Mapping> {
  const bytes = await readInput(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    throw new KithError('NotFound', `${file}: there is no such file.`, {
      hint: 'A run without --map prints a mapping to fill, where columns are not understood.',
      cause: error,
    });
  });
  return readMapping(decodeFile(bytes));
}

async function importFile(
  open: OpenClient,
  file: string,
  options: ImportOptions,
  {
    mapping,
    encoding,
    kind,
    chat,
  }: { mapping?: Mapping | undefined; encoding?: string | undefined; kind: Kind | undefined } & {
    chat: Pick<ChatOptions, 'notes' | 'me'>;
  },
): Promise<FileResult> {
  try {
    const bytes = new Uint8Array(await readInput(file));
    const read = await readImported(bytes, { mapping, encoding, monica: kind === 'monica', signal: options.signal });
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
