import { createHash } from 'node:crypto';
import { KithError } from '../catalogue/error.ts';
import type { ImportRecord, Photo } from './record.ts';

/** Keeps a photo outside the database and gives the address to remember. Throws KithError when it cannot. */
export type SavePhoto = (photo: Photo) => Promise<string>;

/** The name a photo is kept under: equal for equal pictures, so that a second import knows it. */
export const photoName = ({ bytes }: Photo): string => createHash('sha256').update(bytes).digest('hex');

/** Records without their photos, each told, for a service that has nowhere to keep them. */
export function withoutPhotos(records: ImportRecord[]): ImportRecord[] {
  return records.map(({ photo, ...record }) => {
    if (!photo) return record;
    return { ...record, warnings: [...record.warnings, 'photo left out: only the embedded service keeps photos'] };
  });
}

/** The address of a saved photo, or nothing with a warning: a full disk costs the picture, not the person. */
export async function savedAddress(
  save: SavePhoto | undefined,
  photo: Photo | undefined,
  warnings: string[],
): Promise<{ image_url?: string }> {
  if (!save || !photo) return {};
  try {
    return { image_url: await save(photo) };
  } catch (error) {
    if (!(error instanceof KithError)) throw error;
    warnings.push(`photo left out: ${error.message}`);
    return {};
  }
}
