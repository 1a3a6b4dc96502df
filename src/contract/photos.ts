import * as z from 'zod';
import { once } from '../shared/once.ts';
import type { Operation } from './schema/operation.ts';
import { uri } from './schema/primitives.ts';

// Photos of contacts. A contact refers to its photo by a URL that is independent of storage and ends in the photo's id,
// the SHA-256 of its bytes. To set a photo, send the picture as a data: URL (RFC 2397).

/** Maximum size of a photo. In base64, it fits into a request (5 MiB). */
export const MAXIMUM_PHOTO_BYTES = 3 * 1024 * 1024;

const PREFIX = 'kith://photos/';
const ID = /^[0-9a-f]{64}$/;

export const isPhotoId = (id: string): boolean => ID.test(id);
export const photoAddress = (id: string): string => PREFIX + id;
export const isPhotoAddress = (address: string): boolean => address.toLowerCase().startsWith(PREFIX);

/** Returns the id in a photo's URL, or undefined for other URLs. */
export function photoIdIn(address: string | null | undefined): string | undefined {
  const id = address?.startsWith(PREFIX) ? address.slice(PREFIX.length) : '';
  return isPhotoId(id) ? id : undefined;
}

/** Patterns of a file's first bytes, with the media type. */
const SIGNATURES: [RegExp, string][] = [
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^\x89PNG\r\n[\s\S]\n/, 'image/png'],
  [/^GIF8[79]a/, 'image/gif'],
  [/^RIFF[\s\S]{4}WEBP/, 'image/webp'],
  // Any text could start with these two letters, but the four bytes after the size are always zero.
  [/^BM[\s\S]{4}\0{4}/, 'image/bmp'],
  [/^[\s\S]{4}ftyp(?:avif|avis)/, 'image/avif'],
  [/^[\s\S]{4}ftyp(?:heic|heix|hevc|hevx|heim|heis)/, 'image/heic'],
  [/^[\s\S]{4}ftyp(?:mif1|msf1)/, 'image/heif'],
];
const SIGNATURE_BYTES = 16;

/** Detects the media type from the first bytes. Returns undefined for unsupported types. */
export function photoType(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, SIGNATURE_BYTES)).toString('latin1');
  return SIGNATURES.find(([signature]) => signature.test(start))?.[1];
}

/** Returns the reason that bytes are not accepted as a photo, or undefined if they are. */
export function photoError(bytes: Uint8Array): string | undefined {
  if (bytes.length > MAXIMUM_PHOTO_BYTES) return 'must be a picture of at most 3 MiB';
  return photoType(bytes) ? undefined : 'is not a JPEG, PNG, GIF, WebP, BMP, HEIC or AVIF picture';
}

/** Returns a picture as a data: URL. */
export const pictureAddress = (bytes: Uint8Array): string =>
  `data:${photoType(bytes) ?? 'image/*'};base64,${Buffer.from(bytes).toString('base64')}`;

const HEAD = /^data:image\/[\w.+*-]+;base64,/i;

export const isPicture = (address: string): boolean => /^data:/i.test(address);

/** Returns the picture in a data: URL, or undefined if there is none. The declared type is ignored. */
export function pictureBytes(address: string): Uint8Array | undefined {
  const base64 = address.slice(HEAD.exec(address.slice(0, 100))?.[0].length ?? address.length);
  const whole = base64 !== '' && base64.length % 4 === 0 && !/[^A-Za-z0-9+/]/.test(base64.replace(/={1,2}$/, ''));
  return whole ? Buffer.from(base64, 'base64') : undefined;
}

function pictureTrouble(address: string): string | undefined {
  const bytes = pictureBytes(address);
  return bytes ? photoError(bytes) : 'must be data:image/…;base64, followed by a picture in base64';
}

function addressTrouble(address: string): string | undefined {
  return isPicture(address) ? pictureTrouble(address) : uri().safeParse(address).error?.issues[0]?.message;
}

const checked = (troubleOf: (address: string) => string | undefined) =>
  z.string().superRefine((address, { addIssue }) => {
    const trouble = troubleOf(address);
    if (trouble) addIssue(trouble);
  });

/** Schema of a picture as a data: URL. */
export const picture = () => checked(pictureTrouble);

/** Schema of a picture's URL: a web URL (stored, never fetched), the URL of a stored photo, or a data: URL. */
export const pictureOrAddress = () => checked(addressTrouble).meta({ tool: { type: 'string' } });

/**
 * The operation that returns a photo. It is documented and served like the others, but it is not a tool: it returns
 * bytes, which MCP serves as a resource.
 */
export const photoOperation = {
  name: 'get_photo',
  summary: 'Get a photo',
  description: "Returns the bytes of a contact's photo, by the id in `kith://photos/{photoId}`.",
  method: 'GET',
  path: '/v2/photos/{photoId}',
  effect: 'read',
  idempotency: 'none',
  envelope: 'bytes',
  textIds: true,
  data: once(() => z.instanceof(Uint8Array).describe('The picture as stored.')),
} as const satisfies Operation;
