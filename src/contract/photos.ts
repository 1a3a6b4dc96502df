import * as z from 'zod';
import { once } from '../shared/once.ts';
import type { Operation } from './schema/operation.ts';
import { uri } from './schema/primitives.ts';

// Photos of contacts. A contact names its photo by an address that does not tell where it is kept: it ends in the
// photo's id, the SHA-256 of its bytes. To set one, send the picture itself as a data: address (RFC 2397).

/** Whole in base64 it fits into the 5 MiB of a request. */
export const MAXIMUM_PHOTO_BYTES = 3 * 1024 * 1024;

const PREFIX = 'kith://photos/';
const ID = /^[0-9a-f]{64}$/;

export const isPhotoId = (id: string): boolean => ID.test(id);
export const photoAddress = (id: string): string => PREFIX + id;
export const isPhotoAddress = (address: string): boolean => address.toLowerCase().startsWith(PREFIX);

/** The id in the address of a photo; undefined for any other address. */
export function photoIdIn(address: string | null | undefined): string | undefined {
  const id = address?.startsWith(PREFIX) ? address.slice(PREFIX.length) : '';
  return isPhotoId(id) ? id : undefined;
}

/** Of the first bytes. */
const SIGNATURES: [RegExp, string][] = [
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^\x89PNG\r\n[\s\S]\n/, 'image/png'],
  [/^GIF8[79]a/, 'image/gif'],
  [/^RIFF[\s\S]{4}WEBP/, 'image/webp'],
  // Two letters alone may begin any text; the four bytes after the size are always zero.
  [/^BM[\s\S]{4}\0{4}/, 'image/bmp'],
  [/^[\s\S]{4}ftyp(?:avif|avis)/, 'image/avif'],
  [/^[\s\S]{4}ftyp(?:heic|heix|hevc|hevx|heim|heis)/, 'image/heic'],
  [/^[\s\S]{4}ftyp(?:mif1|msf1)/, 'image/heif'],
];
const SIGNATURE_BYTES = 16;

/** The media type of a picture by its first bytes; undefined for a type that is not kept. */
export function photoType(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, SIGNATURE_BYTES)).toString('latin1');
  return SIGNATURES.find(([signature]) => signature.test(start))?.[1];
}

/** Why bytes cannot be kept as a photo, as the reason of a field; undefined when they can. */
export function photoTrouble(bytes: Uint8Array): string | undefined {
  if (bytes.length > MAXIMUM_PHOTO_BYTES) return 'must be a picture of at most 3 MiB';
  return photoType(bytes) ? undefined : 'is not a JPEG, PNG, GIF, WebP, BMP, HEIC or AVIF picture';
}

/** A picture as an address that holds it. */
export const pictureAddress = (bytes: Uint8Array): string =>
  `data:${photoType(bytes) ?? 'image/*'};base64,${Buffer.from(bytes).toString('base64')}`;

const HEAD = /^data:image\/[\w.+*-]+;base64,/i;

export const isPicture = (address: string): boolean => /^data:/i.test(address);

/** The picture in such an address; undefined without one. The type it claims is ignored. */
export function pictureBytes(address: string): Uint8Array | undefined {
  const base64 = address.slice(HEAD.exec(address.slice(0, 100))?.[0].length ?? address.length);
  const whole = base64 !== '' && base64.length % 4 === 0 && !/[^A-Za-z0-9+/]/.test(base64.replace(/={1,2}$/, ''));
  return whole ? Buffer.from(base64, 'base64') : undefined;
}

function pictureTrouble(address: string): string | undefined {
  const bytes = pictureBytes(address);
  return bytes ? photoTrouble(bytes) : 'must be data:image/…;base64, with a picture in base64 behind it';
}

function addressTrouble(address: string): string | undefined {
  return isPicture(address) ? pictureTrouble(address) : uri().safeParse(address).error?.issues[0]?.message;
}

const checked = (troubleOf: (address: string) => string | undefined) =>
  z.string().superRefine((address, { addIssue }) => {
    const trouble = troubleOf(address);
    if (trouble) addIssue(trouble);
  });

/** A picture as a data: address. */
export const picture = () => checked(pictureTrouble);

/** The address of a picture: anywhere on the web (stored, never fetched), of a photo that is here, or the picture itself. */
export const pictureOrAddress = () => checked(addressTrouble).meta({ tool: { type: 'string' } });

/**
 * Reads a photo. It is described and served like every operation but is no tool: it answers bytes, and MCP gives those
 * as a resource.
 */
export const photoOperation = {
  name: 'get_photo',
  summary: 'Get a photo',
  description: 'Answers the bytes of a photo that a contact of yours has under `kith://photos/{photoId}`.',
  method: 'GET',
  path: '/v2/photos/{photoId}',
  effect: 'read',
  idempotency: 'none',
  envelope: 'bytes',
  textIds: true,
  data: once(() => z.instanceof(Uint8Array).describe('The picture, as it was stored.')),
} as const satisfies Operation;
