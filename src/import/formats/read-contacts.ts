import { KithError } from '../../shared/error.ts';
import { decodeFile, isGuessed } from '../../shared/text/charset.ts';
import type { BadRecord } from '../../vcard/types.ts';
import type { ByteSource } from '../files/byte-source.ts';
import type { ParsedFile } from '../records/record.ts';
import type { Mapping } from './csv/mapping.ts';
import { parseCsv } from './csv/parse-csv.ts';
import { type CardFile, openVcards, parseVcards } from './vcard/parse-vcards.ts';

/** Number of bytes used to detect the format. */
const HEAD_BYTES = 65_536;

/**
 * Reads a file of contacts. The format is detected by content, not by file name. Throws if it is neither vCard nor a
 * known CSV export. With a mapping, any CSV is accepted.
 */
export function readContacts(bytes: Uint8Array, mapping?: Mapping): ParsedFile {
  const head = decodeFile(bytes.subarray(0, HEAD_BYTES));
  if (head.trim() === '') throw new KithError('BadRequest', 'The file is empty.');
  const file = !mapping && holdsCards(head) ? parseVcards(bytes) : guessing(bytes, () => parseCsv(bytes, mapping));
  return { ...file, bad: file.bad.sort(byLine), skipped: file.skipped.sort(byLine) };
}

/** Opens a file of cards to read its people one by one. Undefined for other files. */
export function openContacts(source: ByteSource): CardFile | undefined {
  return holdsCards(decodeFile(source.read(0, HEAD_BYTES))) ? openVcards(source) : undefined;
}

const holdsCards = (head: string): boolean => /^[ \t\uFEFF]*BEGIN[ \t]*:[ \t]*VCARD/im.test(head);

const GUESSED =
  'The file is not UTF-8 and was read as windows-1252. If letters are wrong, specify the encoding with --encoding';

/** Words in windows-1252 languages never have this many accented letters in a row. Misread Russian or Greek does. */
const UNLIKELY = /[\u00c0-\u00ff]{4}/;

/** Adds the guessed encoding to the warnings or error if the text looks misread or the columns are unknown. */
function guessing(bytes: Uint8Array, parse: () => ParsedFile): ParsedFile {
  if (!isGuessed(bytes)) return parse();
  try {
    const file = parse();
    const isOdd = UNLIKELY.test(decodeFile(bytes));
    return isOdd ? { ...file, warnings: [...file.warnings, `${GUESSED}, as in --encoding windows-1251`] } : file;
  } catch (error) {
    if (!(error instanceof KithError)) throw error;
    const { code, message, hint, details } = error;
    throw new KithError(code, message, {
      hint: [hint, `${GUESSED}, as in --encoding windows-1251.`].join(' ').trim(),
      ...(details && { details }),
    });
  }
}

const byLine = (a: BadRecord, b: BadRecord) => a.line - b.line;
