import { KithError } from '../../contract/error.ts';
import { decodeFile } from '../../shared/text/charset.ts';
import type { BadRecord, ParsedFile } from '../record.ts';
import type { Mapping } from './csv/mapped.ts';
import { parseCsv } from './csv/parse-csv.ts';
import { parseVcards } from './vcard/parse-vcards.ts';

/** A file must say what it is within so many bytes. */
const HEAD_BYTES = 65_536;

/**
 * Reads a file of contacts; its kind is told by its content, not by its name. Pure: bytes in, records out. Throws when it
 * is neither vCard nor a known CSV export. With a mapping it may be any CSV.
 */
export function readContacts(bytes: Uint8Array, mapping?: Mapping): ParsedFile {
  const head = decodeFile(bytes.subarray(0, HEAD_BYTES));
  if (head.trim() === '') throw new KithError('BadRequest', 'The file is empty.');
  const file =
    !mapping && /^[ \t\uFEFF]*BEGIN[ \t]*:[ \t]*VCARD/im.test(head) ? parseVcards(bytes) : parseCsv(bytes, mapping);
  return { ...file, bad: file.bad.sort(byLine), skipped: file.skipped.sort(byLine) };
}

const byLine = (a: BadRecord, b: BadRecord) => a.line - b.line;
