import { type UnzipFileInfo, unzipSync } from 'fflate';
import { KithError } from '../../shared/error.ts';
import { listedName } from '../building/listed.ts';

export interface PackedFile {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Files that may contain people or chats. Others, such as pictures, are not unpacked. */
const READABLE = /\.(?:vcf|vcard|csv|tsv|txt|json|sql)$/i;
/** Hidden files and the files that macOS adds. `./` and `../` are just paths. */
const SYSTEM = /(?:^|\/)(?:__MACOSX\/|\.(?!\.?\/))/;

const MAX_FILES = 1_000;
/**
 * More than any export of contacts. A malicious zip may contain more than it declares. It is truncated here and
 * rejected.
 */
const MAX_BYTES = 256 * 1024 * 1024;

export const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04;

/** Unpacks the readable files of a zip in order. Throws if they are too many or too large, or if the zip is damaged. */
export function unzip(bytes: Uint8Array): PackedFile[] {
  const names = new Set<string>();
  let total = 0;
  const filter = ({ name, size, originalSize, compression }: UnzipFileInfo) => {
    if (!READABLE.test(name) || SYSTEM.test(name)) return false;
    // The library returns only the last one.
    if (names.has(name)) throw unusable(`contains several files named ${listedName(name)}`);
    names.add(name);
    total += compression === 0 ? size : originalSize;
    if (names.size > MAX_FILES) throw tooLarge(`contains more than ${MAX_FILES} files`);
    if (total > MAX_BYTES) throw tooLarge(`is larger than ${MAX_BYTES / 1024 / 1024} MB once unpacked`);
    return true;
  };
  try {
    return Object.entries(unzipSync(bytes, { filter })).map(([name, content]) => ({
      name: listedName(name),
      bytes: new Uint8Array(content),
    }));
  } catch (cause) {
    if (cause instanceof KithError) throw cause;
    throw new KithError('BadRequest', 'The zip is damaged or requires a password.', {
      hint: 'Unpack it and import the files.',
      cause,
    });
  }
}

const unusable = (why: string): KithError =>
  new KithError('BadRequest', `The zip ${why}.`, { hint: 'Unpack it and import the files that contain people.' });

const tooLarge = (what: string): KithError =>
  new KithError('PayloadTooLarge', `The zip ${what}.`, { hint: 'Unpack it and import the files that contain people.' });
