import { type ArchiveRow, type ArchiveSettings, TABLE_NAMES, type TableName } from '../../contract/archive.ts';
import type { DownloadedBook } from '../../dav/client/download.ts';
import { clean, decodeFile, transcoded } from '../../shared/text/charset.ts';
import { type Send, serveTasks } from '../../shared/worker/serve.ts';
import type { BadRecord } from '../../vcard/types.ts';
import { lineLister, listedRest } from '../building/listed.ts';
import { readArchive } from '../files/archive-file.ts';
import { type ByteSource, type OpenFile, sourceOfBytes, sourceOfFile } from '../files/byte-source.ts';
import { isZip, unzip } from '../files/zip.ts';
import { contestedIds, type IdentifiedRecord, identifier } from '../matching/record-ids.ts';
import { type ParsedFile, PEOPLE_PER_BATCH } from '../records/record.ts';
import type { Mapping } from './csv/mapping.ts';
import type { MonicaAccount } from './monica/account.ts';
import { type MonicaFile, readMonica } from './monica/read-monica.ts';
import { parseCards } from './parse-cards.ts';
import { openContacts, readContacts } from './read-contacts.ts';
import { readPacked } from './read-packed.ts';
import { tooMany } from './too-many.ts';
import type { CardFile } from './vcard/parse-vcards.ts';
import { type Chat, isChat, readChat } from './whatsapp/chat.ts';

/** The rest of a file, sent after all its records. */
type FileSummary = Omit<ParsedFile, 'records'>;

export type FileBatch =
  /** Number of people in the file, sent before the first one. Some may be unreadable. */
  | { total: number }
  /** Including the unreadable parts between them. */
  | { people: IdentifiedRecord[]; bad: BadRecord[] }
  | { table: TableName; rows: ArchiveRow[] };

/** A file's bytes, or an open file. */
export type FileContent = Uint8Array<ArrayBuffer> | OpenFile;

interface FileInput {
  content: FileContent;
  mapping?: Mapping | undefined;
  monica: boolean;
  /** The text's encoding, if specified. By default, it is detected. */
  encoding?: string | undefined;
  /** Maximum number of chat messages or account rows. The worker rejects larger files. */
  most: number;
}

/** The worker's tasks with their inputs and results. */
export interface FileTasks {
  /**
   * Reads a file of any kind, detected by its content. With a mapping it must be CSV, with `monica` a Monica export.
   */
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
    const { content, mapping, monica, encoding } = input;
    const source = content instanceof Uint8Array ? sourceOfBytes(content) : sourceOfFile(content);
    const isPacked = isZip(source.read(0, 4));
    // Cards are streamed. Other formats are read completely.
    const isOfCards = !isPacked && !mapping && !monica && encoding === undefined && !isOther(source);
    const cards = isOfCards ? openContacts(source) : undefined;
    if (cards) return { contacts: await sendCards(cards, send) };
    const told = (bytes: Uint8Array<ArrayBuffer>) => (encoding === undefined ? bytes : transcoded(bytes, encoding));
    const bytes = content instanceof Uint8Array ? content : new Uint8Array(source.read(0, source.size));
    if (!isPacked) return readFile({ ...input, bytes: told(bytes) }, send);
    const files = unzip(bytes).map((file) => ({ name: file.name, bytes: told(file.bytes) }));
    const [only, ...more] = files;
    if (only && more.length === 0) return readFile({ ...input, bytes: only.bytes }, send);
    const chat = files.find((file) => isChat(headOf(file.bytes)));
    if (chat) return readFile({ ...input, bytes: chat.bytes }, send);
    return { contacts: await sendRecords(readPacked(files, mapping), send) };
  },
  cards: (book: FileTasks['cards']['input'], send) => sendRecords(parseCards(book), send),
});

/** Whether a file may be something other than cards, even if it contains some. */
function isOther(source: ByteSource): boolean {
  const head = decodeFile(source.read(0, HEAD_BYTES));
  return MAY_BE_MONICA.test(head) || isChat(head);
}

/** A message may be in the future if the phone is in another time zone. */
const DAY_MS = 86_400_000;

const HEAD_BYTES = 1_000;
const headOf = (bytes: Uint8Array): string => decodeFile(bytes.subarray(0, HEAD_BYTES));

/** Reads an unpacked file of any kind. */
async function readFile(
  { bytes, mapping, monica, most }: Omit<FileInput, 'content'> & { bytes: Uint8Array },
  send: Send,
): Promise<FileTasks['file']['result']> {
  const head = headOf(bytes);
  const found = !mapping && (monica || MAY_BE_MONICA.test(head)) ? readMonica(bytes, monica) : undefined;
  if (found) return { monica: upTo(most, found, rowsOf(found.account)) };
  if (!mapping && isChat(head)) {
    const chat = readChat(clean(decodeFile(bytes)), new Date(Date.now() + DAY_MS).toISOString());
    return { chat: upTo(most, chat, chat.messages.length) };
  }
  if (mapping || !/^\uFEFF?\s*\{/.test(head))
    return { contacts: await sendRecords(readContacts(bytes, mapping), send) };
  const { settings, rows } = readArchive(decodeFile(bytes));
  for (const table of TABLE_NAMES)
    for (const some of batches(rows[table] ?? [])) await send({ table, rows: some } satisfies FileBatch);
  return { settings };
}

function upTo<T>(most: number, file: T, count: number): T {
  if (count > most) throw tooMany(most);
  return file;
}

const rowsOf = ({ people, activities, relationships, journal }: MonicaAccount): number =>
  people.reduce(
    (sum, { lists }) => sum + 1 + Object.values(lists).reduce((rows, list) => rows + list.length, 0),
    activities.length + relationships.length + journal.length,
  );

const MAY_BE_MONICA = /^\uFEFF?\s*(?:\{|#|--|\/\*|(?:set|insert|replace|create|use)\b)/i;

async function sendRecords({ records, ...told }: ParsedFile, send: Send): Promise<FileSummary> {
  await send({ total: records.length } satisfies FileBatch);
  const listed = listedRest(told);
  const name = identifier(contestedIds(records));
  for (const some of batches(records)) await send({ people: some.map(name), bad: [] } satisfies FileBatch);
  return listed;
}

async function sendCards(file: CardFile, send: Send): Promise<FileSummary> {
  await send({ total: file.people } satisfies FileBatch);
  const contested = file.repeated.size > 0 ? contestedIds(file.records(file.repeated)) : new Set<string>();
  const name = identifier(contested);
  const rest = file.rest();
  const bad = lineLister();
  let people: IdentifiedRecord[] = [];
  let pictures = 0;
  for (const record of file.records()) {
    people.push(name(record));
    pictures += record.photo?.bytes.length ?? 0;
    if (people.length < PEOPLE_PER_BATCH && pictures < BATCH_OF_PICTURES) continue;
    await send({ people, bad: bad.take(rest.bad.splice(0)) } satisfies FileBatch);
    [people, pictures] = [[], 0];
  }
  await send({ people, bad: bad.take(rest.bad.splice(0)) } satisfies FileBatch);
  return { ...listedRest(file.rest()), bad: bad.rest() };
}

const BATCH_OF_PICTURES = 1024 * 1024;

/** Removes rows from a list in batches, so that both sides do not hold them for long. */
function* batches<T>(all: T[]): Generator<T[]> {
  all.reverse();
  while (all.length > 0) yield all.splice(-PEOPLE_PER_BATCH).reverse();
}
