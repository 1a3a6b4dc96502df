import type { Archive, ArchiveRows } from '../../contract/archive.ts';
import type { ImportOptions } from '../../import/import-records.ts';
import type { OverApiOptions } from '../../import/into-service/import-archive.ts';
import type { Into } from '../composition/open-client.ts';
import type { FileResult } from './import-result.ts';
import { watched } from './watched.ts';

/** Writes a complete archive: directly to local data, or through the API of a remote service. */
export async function putArchive(
  open: Into,
  source: { file: string; format: string; warnings?: string[] },
  archive: Archive,
  options: ImportOptions & Pick<OverApiOptions, 'anyDay'>,
): Promise<FileResult> {
  const { userData } = open;
  if (!userData) return putOverApi(open, source, archive, options);
  const { dryRun = false, signal } = options;
  const [{ importArchive }, { matchContacts }] = await Promise.all([
    import('../../service/history/archive/import.ts'),
    import('../../import/matching/archive-contacts.ts'),
  ]);
  const match = (rows: ArchiveRows) => matchContacts(open.client, rows);
  const total = Object.values(archive.rows).reduce((sum, { length }) => sum + length, 0);
  const archived = await watched(source.file, total, options, (onProgress) =>
    importArchive(userData, archive, { dryRun, match, onProgress, ...(signal && { signal }) }),
  );
  return { ...source, archive: archived };
}

async function putOverApi(
  { client }: Into,
  source: { file: string; format: string; warnings?: string[] },
  archive: Archive,
  options: OverApiOptions,
): Promise<FileResult> {
  const { importOverApi } = await import('../../import/into-service/import-archive.ts');
  const total = Object.values(archive.rows).reduce((sum, { length }) => sum + length, 0);
  const done = await watched(source.file, total, options, (onProgress) =>
    importOverApi(client, archive, { ...options, onProgress }),
  );
  return { ...source, archive: done.report, warnings: [...(source.warnings ?? []), ...done.warnings] };
}
