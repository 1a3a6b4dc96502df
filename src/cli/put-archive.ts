import { basename } from 'node:path';
import type { Archive } from '../catalogue/archive.ts';
import type { ImportOptions } from '../transfer/import.ts';
import type { FileResult } from './import-report.ts';
import { startProgress } from './progress.ts';
import { needsData, type OpenClient } from './wiring.ts';

/** Writes an archive that is there whole: into the data itself. */
export async function putArchive(
  open: OpenClient,
  source: { file: string; format: string; warnings?: string[] },
  archive: Archive,
  { dryRun = false, signal }: ImportOptions,
): Promise<FileResult> {
  const { account } = open;
  if (!account) throw needsData('An import of everything');
  const [{ importArchive }, { matchContacts }] = await Promise.all([
    import('../service/archive/import.ts'),
    import('../transfer/archive/match.ts'),
  ]);
  const contactIds = await matchContacts(open.client, archive);
  const total = Object.values(archive.rows).reduce((sum, { length }) => sum + length, 0);
  const progress = startProgress(basename(source.file), total);
  try {
    const onProgress = progress.update;
    const report = await importArchive(account, archive, { dryRun, contactIds, onProgress, ...(signal && { signal }) });
    return { ...source, archive: report };
  } finally {
    progress.stop();
  }
}
