import { mkdir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { KithError } from '../catalogue/error.ts';
import { photoName, type SavePhoto } from './photos.ts';

const ENDINGS = new Map([
  ['image/jpeg', 'jpg'],
  ['image/png', 'png'],
  ['image/gif', 'gif'],
  ['image/webp', 'webp'],
  ['image/bmp', 'bmp'],
  ['image/heic', 'heic'],
]);

/**
 * Saves photos in `photos/` of the data folder, readable by its owner only, each under the hash of its content: a
 * picture is stored once, and a file that is there is whole.
 */
export function savePhotosIn(dataDir: string): SavePhoto {
  const folder = join(dataDir, 'photos');
  return async (photo) => {
    const path = join(folder, `${photoName(photo)}.${ENDINGS.get(photo.mediaType) ?? 'bin'}`);
    try {
      if (!(await exists(path))) await writeWhole(folder, path, photo.bytes);
    } catch (cause) {
      const { code } = cause as NodeJS.ErrnoException;
      throw new KithError('ServiceUnavailable', `it could not be saved (${code})`, { cause });
    }
    return pathToFileURL(path).href;
  };
}

async function writeWhole(folder: string, path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const unfinished = `${path}.${process.pid}`;
  await writeFile(unfinished, bytes, { mode: 0o600 });
  await rename(unfinished, path);
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
