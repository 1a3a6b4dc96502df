import { basename } from 'node:path';
import type { ImportOptions } from '../../import/import-records.ts';
import { startProgress } from '../../process/progress.ts';

type OnProgress = NonNullable<ImportOptions['onProgress']>;

/** Runs an import with a progress bar on the command line, unless the caller reports progress itself. */
export async function watched<T>(
  file: string,
  total: number,
  { onProgress }: Pick<ImportOptions, 'onProgress'>,
  work: (onProgress: OnProgress) => Promise<T>,
): Promise<T> {
  if (onProgress) {
    onProgress(0, total);
    return work(onProgress);
  }
  const progress = startProgress(basename(file), total);
  try {
    return await work(progress.update);
  } finally {
    progress.stop();
  }
}
