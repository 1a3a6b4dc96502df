import { photoAddress, pictureAddress } from '../../contract/photos.ts';
import { photoId } from '../matching/record-ids.ts';
import type { Photo } from '../record.ts';

/** The field that brings a picture to the service. */
export const pictureField = (photo: Photo | undefined): { image_url?: string } =>
  photo ? { image_url: pictureAddress(photo.bytes) } : {};

/** Whether a contact has this picture. */
export const isPhotoOf = (photo: Photo, address: string): boolean => address === photoAddress(photoId(photo));

export const NO_PHOTOS = 'photo left out, the service takes none';

/** Whether a service that takes only addresses of pictures refused one. */
export const refusesPhotos = (message: string): boolean => /\bimage_url\b/.test(message);
