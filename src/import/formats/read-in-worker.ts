import type { Archive, ArchiveRow } from '../../contract/archive.ts';
import { KithError } from '../../contract/error.ts';
import { processSettings } from '../../settings.ts';
import { type Job, workerPool } from '../../shared/worker/pool.ts';
import type { DownloadedBook } from '../carddav/download.ts';
import type { ImportRecord, ParsedFile } from '../record.ts';
import type { Mapping } from './csv/mapped.ts';
import type { FileBatch, FileTasks } from './file-worker.ts';
import type { MonicaFile } from './monica/read-monica.ts';
import type { Chat } from './whatsapp/chat.ts';

// A file comes from a stranger. It is read in a worker thread, so that reading can be canceled and has a limit; the records
// come back in batches.

export type ReadFile = { monica: MonicaFile } | { chat: Chat } | { archive: Archive } | { contacts: ParsedFile };

export interface ReadOptions {
  mapping?: Mapping | undefined;
  /** Whether it must be an export of Monica's. */
  monica?: boolean;
  /** The charset of its text, where that is known. */
  encoding?: string | undefined;
  /** More people or rows of an archive than this are refused, before they take memory. */
  most?: number | undefined;
  signal?: AbortSignal | undefined;
}

/** A file of small rows takes some six seconds of computing for each million bytes. */
const SECONDS = 60;
const SECONDS_PER_MEGABYTE = 20;
const MEGABYTES = 2_048;

/**
 * Reads a file of any kind, also packed: contacts, an exported chat, an export of Monica's, or an archive of kith; the bytes are gone afterwards. Throws a
 * KithError that says what is wrong with the file, or that it takes too long or too much memory, or else the signal's
 * reason.
 */
export async function readImported(
  bytes: Uint8Array<ArrayBuffer>,
  { mapping, monica = false, encoding, most = Number.POSITIVE_INFINITY, signal }: ReadOptions = {},
): Promise<ReadFile> {
  const records: ImportRecord[] = [];
  const rows: Record<string, ArchiveRow[]> = {};
  const over = new AbortController();
  const ends = signal ? AbortSignal.any([signal, over.signal]) : over.signal;
  let count = 0;
  const onBatch = (batch: FileBatch) => {
    count += 'records' in batch ? batch.records.length : batch.rows.length;
    if (count > most) over.abort(tooMany(most));
    else if ('records' in batch) for (const record of batch.records) records.push(record);
    else {
      const known = rows[batch.table] ?? [];
      rows[batch.table] = known;
      known.push(...batch.rows);
    }
  };
  const seconds = SECONDS + (bytes.length / 1e6) * SECONDS_PER_MEGABYTE;
  const input = { bytes, mapping, monica, encoding };
  const read = await run('file', input, { seconds, transfer: [bytes.buffer], signal: ends, onBatch });
  if ('monica' in read || 'chat' in read) return read;
  return 'contacts' in read
    ? { contacts: { ...read.contacts, records } }
    : { archive: { settings: read.settings, rows } };
}

const tooMany = (most: number): KithError =>
  new KithError('PayloadTooLarge', `The file holds more than ${most.toLocaleString('en-US')} entries.`);

/** Reads the cards of a CardDAV address book in the same way. */
export async function readDownloaded(book: DownloadedBook, signal?: AbortSignal): Promise<ParsedFile> {
  const records: ImportRecord[] = [];
  const onBatch = (batch: FileBatch) => {
    if ('records' in batch) for (const record of batch.records) records.push(record);
  };
  const length = book.cards.reduce((sum, card) => sum + card.length, 0);
  const seconds = SECONDS + (length / 1e6) * SECONDS_PER_MEGABYTE;
  return { ...(await run('cards', book, { seconds, signal, onBatch })), records };
}

type Rest = Pick<Job, 'seconds' | 'transfer' | 'signal'> & { onBatch: (batch: FileBatch) => void };

async function run<T extends keyof FileTasks>(
  task: T,
  input: FileTasks[T]['input'],
  { seconds, onBatch, ...rest }: Rest,
): Promise<FileTasks[T]['result']> {
  // A pool for each file: a worker holds much memory, and the import that follows needs some too.
  const { KITH_READ_MEGABYTES: megabytes = MEGABYTES, KITH_READ_SECONDS } = processSettings;
  const pool = workerPool('file', { most: 1, megabytes });
  try {
    const result = await pool.run({
      ...rest,
      ...{ task, input, queue: 'import', seconds: KITH_READ_SECONDS ?? seconds },
      onBatch: onBatch as (batch: unknown) => void,
    });
    return result as FileTasks[T]['result'];
  } finally {
    pool.rest();
  }
}
