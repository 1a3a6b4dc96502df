import { createHash } from 'node:crypto';
import { photoAddress, photoTrouble, pictureAddress } from '../../contract/photos.ts';
import type { Draft } from '../formats/record-builder.ts';
import type { Photo } from '../record.ts';

/** What a photo goes by in the service: equal for equal pictures, so that a second import knows it. */
export const photoId = ({ bytes }: Photo): string => createHash('sha256').update(bytes).digest('hex');

/** Takes the first picture of a person, or says why it is none that the service keeps. */
export function addPhoto(draft: Draft, photo: Photo): void {
  const trouble = photoTrouble(photo.bytes);
  if (trouble) draft.warnings.push(`photo left out, ${trouble}`);
  else draft.photo ??= photo;
}

/** The field that brings a picture to the service. */
export const pictureField = (photo: Photo | undefined): { image_url?: string } =>
  photo ? { image_url: pictureAddress(photo.bytes) } : {};

export const NO_PHOTOS = 'photo left out, the service takes none';

/** Whether a contact has this picture. */
export const isPhotoOf = (photo: Photo, address: string): boolean => address === photoAddress(photoId(photo));
