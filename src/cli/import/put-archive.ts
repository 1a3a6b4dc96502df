import { basename } from 'node:path';
import type { Archive } from '../../contract/archive.ts';
import type { ImportOptions } from '../../import/import-records.ts';
import type { OverApiOptions } from '../../import/into-service/import-archive.ts';
import type { OpenClient } from '../composition-root.ts';
import { startProgress } from '../output/progress.ts';
import type { FileResult } from './report.ts';

/** Writes a complete archive: into the data itself, or, where that is elsewhere, by ordinary operations. */
export async function putArchive(
  open: OpenClient,
  source: { file: string; format: string; warnings?: string[] },
  archive: Archive,
  options: ImportOptions & Pick<OverApiOptions, 'anyDay'>,
): Promise<FileResult> {
  const { userData } = open;
  if (!userData) return putOverApi(open, source, archive, options);
  const { dryRun = false, signal } = options;
  const [{ importArchive }, { matchContacts }] = await Promise.all([
    import('../../service/archive/import.ts'),
    import('../../import/matching/archive-contacts.ts'),
  ]);
  const contactIds = await matchContacts(open.client, archive);
  const total = Object.values(archive.rows).reduce((sum, { length }) => sum + length, 0);
  const progress = startProgress(basename(source.file), total);
  try {
    const onProgress = progress.update;
    const report = await importArchive(userData, archive, {
      dryRun,
      contactIds,
      onProgress,
      ...(signal && { signal }),
    });
    return { ...source, archive: report };
  } finally {
    progress.stop();
  }
}

async function putOverApi(
  { client }: OpenClient,
  source: { file: string; format: string; warnings?: string[] },
  archive: Archive,
  options: OverApiOptions,
): Promise<FileResult> {
  const { importOverApi } = await import('../../import/into-service/import-archive.ts');
  const total = Object.values(archive.rows).reduce((sum, { length }) => sum + length, 0);
  const progress = startProgress(basename(source.file), total);
  try {
    const onProgress = progress.update;
    const done = await importOverApi(client, archive, { ...options, onProgress });
    return { ...source, archive: done.report, warnings: [...(source.warnings ?? []), ...done.warnings] };
  } finally {
    progress.stop();
  }
}
