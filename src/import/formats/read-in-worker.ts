import type { Archive, ArchiveRow } from '../../contract/archive.ts';
import type { DownloadedBook } from '../../dav/client/download.ts';
import { processSettings } from '../../settings.ts';
import { append } from '../../shared/lists.ts';
import { stopReasonOf, type WorkerJob, workerPool } from '../../shared/worker/pool.ts';
import type { BadRecord } from '../../vcard/types.ts';
import type { PeopleStream } from '../import-records.ts';
import type { IdentifiedRecord } from '../matching/record-ids.ts';
import type { ImportRecord, ParsedFile } from '../records/record.ts';
import { type Channel, channel } from './channel.ts';
import type { Mapping } from './csv/mapping.ts';
import type { FileBatch, FileContent, FileTasks } from './file-worker.ts';
import type { MonicaFile } from './monica/read-monica.ts';
import { tooMany } from './too-many.ts';
import type { Chat } from './whatsapp/chat.ts';

// Files are untrusted, so they are read in a worker thread that can be canceled and has limits. People are sent in
// batches, each after the previous one is processed, to limit memory.

export type ReadFile<T> =
  | { monica: MonicaFile }
  | { chat: Chat }
  | { archive: Archive }
  | { contacts: Omit<ParsedFile, 'records'>; imported: T };

/** Processes a file's people, and resolves when done. */
export type OnPeople<T> = (people: PeopleStream) => Promise<T>;

export interface ReadOptions {
  mapping?: Mapping | undefined;
  /** Whether it must be a Monica export. */
  monica?: boolean;
  /** The text's charset, if specified. */
  encoding?: string | undefined;
  /** Files with more people or archive rows are rejected early. */
  most?: number | undefined;
  signal?: AbortSignal | undefined;
}

/** Small rows take about six seconds of computing per million bytes. */
const SECONDS = 60;
const SECONDS_PER_MEGABYTE = 20;
const MEGABYTES = 2_048;

/**
 * Reads a file of any kind, even packed: contacts, passed to `take`; an exported chat; a Monica export; or a kith
 * archive. The bytes are released. Throws a KithError if the file is invalid or takes too much time or memory, or the
 * signal's reason. After `take` has started, errors are passed to it instead, because some people may already be
 * imported, and `take` must check the signal itself.
 */
export async function readImported<T>(
  content: FileContent,
  { mapping, monica = false, encoding, most = Number.POSITIVE_INFINITY, signal }: ReadOptions,
  take: OnPeople<T>,
): Promise<ReadFile<T>> {
  const rows: Record<string, ArchiveRow[]> = {};
  const bad: BadRecord[] = [];
  const over = new AbortController();
  const cancel = () => over.abort(signal!.reason);
  if (signal?.aborted) cancel();
  signal?.addEventListener('abort', cancel, { once: true });
  let count = 0;
  let people: Channel<IdentifiedRecord[]> | undefined;
  let imported: Promise<T> | undefined;
  const onBatch = (batch: FileBatch): void | Promise<void> => {
    if ('total' in batch) {
      if (batch.total > most) return over.abort(tooMany(most));
      signal?.removeEventListener('abort', cancel);
      people = channel(() => over.abort(ENOUGH));
      imported = take({ total: batch.total, batches: people.taken });
      // Awaited at the end, but it may fail earlier.
      imported.catch(() => over.abort(ENOUGH));
      return;
    }
    if ('people' in batch) {
      for (const one of batch.bad) bad.push(one);
      return people!.give(batch.people);
    }
    count += batch.rows.length;
    if (count > most) return over.abort(tooMany(most));
    const known = rows[batch.table] ?? [];
    rows[batch.table] = known;
    append(known, batch.rows);
  };
  const isBytes = content instanceof Uint8Array;
  const seconds = SECONDS + ((isBytes ? content.length : content.size) / 1e6) * SECONDS_PER_MEGABYTE;
  const input = { content, mapping, monica, encoding, most };
  const transfer = isBytes ? [content.buffer] : [];
  try {
    const read = await run('file', input, { seconds, transfer, signal: over.signal, onBatch }).catch((error) => {
      if (!people || !imported) throw error;
      people.end(error === ENOUGH ? undefined : error);
      // The import did not accept a batch and may never end.
      if (stopReasonOf(error) === 'batch') throw error;
      return { contacts: { format: '', bad: [], skipped: [], warnings: [] } };
    });
    if (imported) people!.end();
    if ('monica' in read || 'chat' in read) return read;
    if (!('contacts' in read)) return { archive: { settings: read.settings, rows } };
    const { contacts } = read;
    return { contacts: { ...contacts, bad: [...bad, ...contacts.bad] }, imported: await imported! };
  } finally {
    signal?.removeEventListener('abort', cancel);
  }
}

/** Abort reason when the rest of the file is not needed. */
const ENOUGH = new Error('the rest is not needed');

/** Reads the cards of a CardDAV address book in the same way. */
export async function readDownloaded(book: DownloadedBook, signal?: AbortSignal): Promise<ParsedFile> {
  const records: ImportRecord[] = [];
  const onBatch = (batch: FileBatch) => {
    if ('people' in batch) for (const { record } of batch.people) records.push(record);
  };
  const length = book.cards.reduce((sum, card) => sum + card.length, 0);
  const seconds = SECONDS + (length / 1e6) * SECONDS_PER_MEGABYTE;
  return { ...(await run('cards', book, { seconds, signal, onBatch })), records };
}

type TaskOptions = Pick<WorkerJob, 'seconds' | 'transfer' | 'signal'> & {
  onBatch: (batch: FileBatch) => void | Promise<void>;
};

async function run<T extends keyof FileTasks>(
  task: T,
  input: FileTasks[T]['input'],
  { seconds, onBatch, ...rest }: TaskOptions,
): Promise<FileTasks[T]['result']> {
  // Each file gets its own pool: a worker uses a lot of memory, and the import that follows needs some too.
  const { KITH_READ_MEGABYTES: megabytes = MEGABYTES, KITH_READ_SECONDS } = processSettings;
  const pool = workerPool('file', { most: 1, megabytes });
  try {
    const result = await pool.run({
      ...rest,
      ...{ task, input, queue: 'import', seconds: KITH_READ_SECONDS ?? seconds },
      onBatch: onBatch as NonNullable<WorkerJob['onBatch']>,
    });
    return result as FileTasks[T]['result'];
  } finally {
    pool.rest();
  }
}
