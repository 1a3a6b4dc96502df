import type { FileContent } from '../../src/import/formats/file-worker.ts';
import { type ReadOptions, readImported } from '../../src/import/formats/read-in-worker.ts';
import type { ImportRecord } from '../../src/import/records/record.ts';

/** A file's content, with all its people. */
export async function readWhole(content: FileContent, options: ReadOptions = {}) {
  const records: ImportRecord[] = [];
  const read = await readImported(content, options, async ({ batches }) => {
    for await (const some of batches) for (const { record } of some) records.push(record);
  });
  return 'contacts' in read ? { contacts: { ...read.contacts, records } } : read;
}
