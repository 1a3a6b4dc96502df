import { basename } from 'node:path';
import type { ChatOptions } from '../../import/chats/import-chat.ts';
import type { FileContent } from '../../import/formats/file-worker.ts';
import { type ReadOptions, readImported } from '../../import/formats/read-in-worker.ts';
import { type ImportOptions, importPeople } from '../../import/import-records.ts';
import { withReading } from '../../import/records/import-report.ts';
import type { Into } from '../composition/open-client.ts';
import { createPeopleIn } from './create-people.ts';
import { type FileResult, failure } from './import-result.ts';
import { putArchive } from './put-archive.ts';
import { watched } from './watched.ts';

/** Options for reading a file. */
export type FileHow = Omit<ReadOptions, 'signal'> & { notes?: boolean | undefined } & Pick<ChatOptions, 'me'>;

/**
 * Imports a file of any kind, which is detected from its content. The bytes are released afterwards. A rejected file
 * returns an error as its report.
 */
export async function importFile(
  open: Into,
  file: string,
  content: FileContent,
  { notes = false, me, ...reading }: FileHow,
  options: ImportOptions,
): Promise<FileResult> {
  try {
    const how = { ...options, ...createPeopleIn(open) };
    const read = await readImported(content, { ...reading, signal: options.signal }, (people) =>
      watched(file, people.total, options, (onProgress) => importPeople(open.client, people, { ...how, onProgress })),
    );
    if ('monica' in read) {
      const { importMonica } = await import('./monica.ts');
      return await importMonica(open, { file, format: read.monica.format }, read.monica.account, options);
    }
    if ('chat' in read) {
      const { importChat } = await import('../../import/chats/import-chat.ts');
      const report = await importChat(open.client, read.chat, basename(file), { ...options, notes, me });
      return { file, format: 'WhatsApp chat', report };
    }
    // JSON contains fields that the API does not accept, such as creation times. With local data, it is written without
    // the API.
    if ('archive' in read) return await putArchive(open, { file, format: 'kith JSON' }, read.archive, options);
    const { contacts, imported } = read;
    const { format, mapping: toFill } = contacts;
    return { file, format, report: withReading(imported, contacts), ...(toFill && { mapping: toFill }) };
  } catch (error) {
    if (options.signal?.aborted && error === options.signal.reason) return { file, error: 'canceled' };
    return failure(file, error);
  }
}
