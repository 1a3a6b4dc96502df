import { type ArchiveRow, type ArchiveSettings, TABLE_NAMES, type TableName } from '../../contract/archive.ts';
import { clean, decodeFile, transcoded } from '../../shared/text/charset.ts';
import { type Send, serveTasks } from '../../shared/worker/serve.ts';
import type { DownloadedBook } from '../carddav/download.ts';
import { parseCards } from '../carddav/parse-cards.ts';
import type { ImportRecord, ParsedFile } from '../record.ts';
import { readArchive } from './archive-file.ts';
import type { Mapping } from './csv/mapped.ts';
import { type MonicaFile, readMonica } from './monica/read-monica.ts';
import { readContacts } from './read-contacts.ts';
import { readPacked } from './read-packed.ts';
import { type Chat, isChat, readChat } from './whatsapp/chat.ts';
import { isZip, unzip } from './zip.ts';

/** The rest of a file, sent after all its records. */
type FileSummary = Omit<ParsedFile, 'records'>;

export type FileBatch = { records: ImportRecord[] } | { table: TableName; rows: ArchiveRow[] };

interface FileInput {
  bytes: Uint8Array<ArrayBuffer>;
  mapping?: Mapping | undefined;
  monica: boolean;
  /** What its text is written in, where that is told; else the file's own mark, or a guess. */
  encoding?: string | undefined;
}

/** The tasks of the worker, with what each is given and answers. */
export interface FileTasks {
  /** A file of any kind, told by what is in it. With a mapping it is CSV, with `monica` an export of Monica's. */
  file: {
    input: FileInput;
    result:
      | { monica: MonicaFile }
      | { chat: Chat }
      | { settings: ArchiveSettings | undefined }
      | { contacts: FileSummary };
  };
  cards: { input: DownloadedBook; result: FileSummary };
}

serveTasks({
  async file(input: FileInput, send): Promise<FileTasks['file']['result']> {
    const told = (bytes: Uint8Array<ArrayBuffer>) =>
      input.encoding === undefined ? bytes : transcoded(bytes, input.encoding);
    if (!isZip(input.bytes)) return readFile({ ...input, bytes: told(input.bytes) }, send);
    const files = unzip(input.bytes).map(({ name, bytes }) => ({ name, bytes: told(bytes) }));
    const [only, ...more] = files;
    if (only && more.length === 0) return readFile({ ...input, bytes: only.bytes }, send);
    const chat = files.find(({ bytes }) => isChat(headOf(bytes)));
    if (chat) return readFile({ ...input, bytes: chat.bytes }, send);
    return { contacts: await sendRecords(readPacked(files, input.mapping), send) };
  },
  cards: (book: FileTasks['cards']['input'], send) => sendRecords(parseCards(book), send),
});

/** A message may lie ahead of this machine's clock, where the phone is in another zone. */
const DAY_MS = 86_400_000;

const headOf = (bytes: Uint8Array): string => decodeFile(bytes.subarray(0, 1_000));

/** Reads a file of any kind that is not packed. */
async function readFile({ bytes, mapping, monica }: FileInput, send: Send): Promise<FileTasks['file']['result']> {
  const head = headOf(bytes);
  const found = !mapping && (monica || MAY_BE_MONICA.test(head)) ? readMonica(bytes, monica) : undefined;
  if (found) return { monica: found };
  if (!mapping && isChat(head))
    return { chat: readChat(clean(decodeFile(bytes)), new Date(Date.now() + DAY_MS).toISOString()) };
  if (mapping || !/^\uFEFF?\s*\{/.test(head))
    return { contacts: await sendRecords(readContacts(bytes, mapping), send) };
  const { settings, rows } = readArchive(decodeFile(bytes));
  for (const table of TABLE_NAMES)
    for (const some of batches(rows[table] ?? [])) await send({ table, rows: some } satisfies FileBatch);
  return { settings };
}

const MAY_BE_MONICA = /^\uFEFF?\s*(?:\{|#|--|\/\*|(?:set|insert|replace|create|use)\b)/i;

async function sendRecords({ records, ...told }: ParsedFile, send: Send): Promise<FileSummary> {
  for (const some of batches(records)) await send({ records: some } satisfies FileBatch);
  return told;
}

const BATCH = 200;

/** Takes rows off a list, so that none is held on both sides for long. */
function* batches<T>(all: T[]): Generator<T[]> {
  all.reverse();
  while (all.length > 0) yield all.splice(-BATCH).reverse();
}
