import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

// Photos as they once were: files in a folder beside the data, and their paths in contacts.

export const folderOf = (dataDir: string): string => join(dataDir, 'photos');

/** The SHA-256 of the content, and any ending. */
const FILE = /^[0-9a-f]{64}\.\w+$/;
const ADDRESS = /^file:.*\/photos\/([0-9a-f]{64}\.\w+)$/i;

/** The file name in the address of such a photo; undefined for any other address. */
export const photoFileIn = (address: unknown): string | undefined =>
  typeof address === 'string' ? ADDRESS.exec(address)?.[1] : undefined;

export const idInName = (name: string): string => name.slice(0, name.indexOf('.'));

export function photoFiles(dataDir: string): string[] {
  const folder = folderOf(dataDir);
  return existsSync(folder) ? readdirSync(folder).filter((name) => FILE.test(name)) : [];
}

/** Whether there may be something to bring over. */
export const hasPhotoFiles = (dataDir: string): boolean => photoFiles(dataDir).length > 0;
