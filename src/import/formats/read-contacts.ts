import { KithError } from '../../shared/error.ts';
import { decodeFile, isGuessed } from '../../shared/text/charset.ts';
import type { BadRecord } from '../../vcard/types.ts';
import type { ByteSource } from '../files/byte-source.ts';
import type { ParsedFile } from '../records/record.ts';
import type { Mapping } from './csv/mapped.ts';
import { parseCsv } from './csv/parse-csv.ts';
import { type CardFile, openVcards, parseVcards } from './vcard/parse-vcards.ts';

/** A file must say what it is within so many bytes. */
const HEAD_BYTES = 65_536;

/**
 * Reads a file of contacts; its kind is told by its content, not by its name. Pure: bytes in, records out. Throws when it
 * is neither vCard nor a known CSV export. With a mapping it may be any CSV.
 */
export function readContacts(bytes: Uint8Array, mapping?: Mapping): ParsedFile {
  const head = decodeFile(bytes.subarray(0, HEAD_BYTES));
  if (head.trim() === '') throw new KithError('BadRequest', 'The file is empty.');
  const file = !mapping && holdsCards(head) ? parseVcards(bytes) : guessing(bytes, () => parseCsv(bytes, mapping));
  return { ...file, bad: file.bad.sort(byLine), skipped: file.skipped.sort(byLine) };
}

/** The people of a file of cards, one after another; undefined for a file of another kind. */
export function openContacts(source: ByteSource): CardFile | undefined {
  return holdsCards(decodeFile(source.read(0, HEAD_BYTES))) ? openVcards(source) : undefined;
}

const holdsCards = (head: string): boolean => /^[ \t\uFEFF]*BEGIN[ \t]*:[ \t]*VCARD/im.test(head);

const GUESSED = 'It is no UTF-8 and was read as windows-1252: where letters are wrong, --encoding says what it is';

/** No word of a language of windows-1252 has so many accented letters in a row; Russian or Greek read as such has. */
const UNLIKELY = /[\u00c0-\u00ff]{4}/;

/** Says how a list is read that does not look like what its encoding was guessed to be, or whose columns are not known. */
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
