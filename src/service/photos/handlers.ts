import { notFound } from '../../shared/error.ts';
import type { Context } from '../runtime/context.ts';
import type { RequestOf } from '../runtime/handler.ts';
import { photoBytes } from './photos.ts';

/** Reads the bytes of a photo. Throws 404 if it is not the user's. */
export async function getPhoto(context: Context, { path }: Pick<RequestOf<never>, 'path'>): Promise<Uint8Array> {
  const bytes = await photoBytes(context, path.photoId!);
  if (!bytes) throw notFound('photo', path.photoId!);
  return bytes;
}
