import { decode } from '../../shared/text/charset.ts';
import { decodeQuotedPrintable } from '../../shared/text/quoted-printable.ts';
import type { EmailPerson } from './items.ts';

const ENCODED = /=\?([^?\s*]+)(?:\*[^?]*)?\?([bq])\?([^?\s]*)\?=/gi;

/**
 * Decodes a header's encoded words (RFC 2047). White space between two of them is removed. A character may be split
 * across them, so neighbors with the same charset are decoded together.
 */
export function decodeHeader(value: string): string {
  const unfolded = value
    .replace(/\r?\n[ \t]+/g, ' ')
    .replace(/(=\?[^?\s]+\?[bq]\?[^?\s]*\?=)[ \t]+(?==\?[^?\s]+\?[bq]\?)/gi, '$1');
  let text = '';
  let end = 0;
  let pending: { charset: string; bytes: Uint8Array[] } | undefined;
  const flush = () => {
    if (pending) text += decodeWord(pending.charset, Buffer.concat(pending.bytes));
    pending = undefined;
  };
  for (const match of unfolded.matchAll(ENCODED)) {
    const [whole, charset = '', kind = '', encoded = ''] = match;
    const bytes = kind.toLowerCase() === 'b' ? Buffer.from(encoded, 'base64') : quotedBytes(encoded);
    const same = pending && match.index === end && pending.charset.toLowerCase() === charset.toLowerCase();
    if (!same) flush();
    text += unfolded.slice(end, match.index);
    if (pending) pending.bytes.push(bytes);
    else pending = { charset, bytes: [bytes] };
    end = match.index + whole.length;
  }
  flush();
  return text + unfolded.slice(end);
}

const quotedBytes = (encoded: string): Buffer =>
  Buffer.from(decodeQuotedPrintable(encoded.replaceAll('_', ' ')), 'latin1');

function decodeWord(charset: string, bytes: Buffer): string {
  try {
    const decoder = new TextDecoder(charset);
    // Node's decoder may read windows-1252, which all Western charset names map to, as Latin-1.
    return (decoder.encoding === 'windows-1252' && decode(bytes, charset)) || decoder.decode(bytes);
  } catch {
    // Unknown charset: ASCII letters are still readable.
    return new TextDecoder('utf-8').decode(bytes);
  }
}

/**
 * Parses the people in a From, To or Cc header (RFC 5322, 3.4), including groups and comments. Entries without an
 * address are skipped. Runs in linear time: a missing delimiter is searched for only once.
 */
export function parseAddresses(header: string): EmailPerson[] {
  const people: EmailPerson[] = [];
  let entry = newEntry();
  const close = () => {
    const person = personIn(entry);
    if (person) people.push(person);
    entry = newEntry();
  };
  const text = header.replace(/\r?\n[ \t]+/g, ' ');
  const unclosed = new Set<string>();
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]!;
    const enclosed = unclosed.has(letter) ? undefined : ENCLOSED[letter]?.(text, at);
    if (letter in ENCLOSED && !enclosed) unclosed.add(letter);
    if (enclosed) {
      at = enclosed.end;
      if (letter === '"') addTo(entry, quoted(enclosed.inner), true);
      else if (letter === '(') entry.comments.push(quoted(enclosed.inner));
      else entry.angle = enclosed.inner;
    } else if (letter === ',' || letter === ';') close();
    // A group's name ends with a colon. In an address, a colon occurs only in an IPv6 domain.
    else if (letter === ':' && !entry.bare.includes('@')) entry = newEntry();
    else if (letter === '\\' && at + 1 < text.length) addTo(entry, text[++at]!);
    else addTo(entry, letter);
  }
  close();
  return people;
}

interface Entry {
  /** The plain text including quotes, for an address without brackets. */
  bare: string;
  /** The same without quotes and comments, for a name. */
  phrase: string;
  comments: string[];
  /** The text between angle brackets. */
  angle?: string;
}

const newEntry = (): Entry => ({ bare: '', phrase: '', comments: [] });

function addTo(entry: Entry, text: string, inQuotes = false): void {
  entry.phrase += text;
  entry.bare += inQuotes ? `"${text}"` : text;
}

const quoted = (inner: string): string => inner.replace(/\\(.)/gs, '$1');

type Enclosed = (text: string, start: number) => { inner: string; end: number } | undefined;

/**
 * Returns the text between two delimiters. Comments can be nested (RFC 5322, 3.2.2). Undefined if the closing delimiter
 * is missing.
 */
const between =
  (open: string, close: string, nests: boolean): Enclosed =>
  (text, start) => {
    let depth = 1;
    for (let at = start + 1; at < text.length; at++) {
      if (text[at] === '\\') at++;
      else if (text[at] === close && --depth === 0) return { inner: text.slice(start + 1, at), end: at };
      else if (text[at] === open && nests) depth++;
    }
    return undefined;
  };

const ENCLOSED: Record<string, Enclosed> = {
  '"': between('"', '"', false),
  '(': between('(', ')', true),
  '<': between('<', '>', false),
};

function personIn({ angle, bare, phrase, comments }: Entry): EmailPerson | undefined {
  const address = withoutComments(angle ?? bare)
    .replace(/\s+/g, '')
    .toLowerCase();
  if (!/^[^@\s]+@[^@\s]+$/.test(address)) return undefined;
  const name = angle === undefined ? (comments.at(-1) ?? '') : phrase;
  return { email: address, name: decodeHeader(name).replace(/\s+/g, ' ').trim() || null };
}

const withoutComments = (text: string): string => text.replace(/\([^()]*\)/g, '');
