import { decode } from '../../shared/text/charset.ts';
import { decodeQuotedPrintable } from '../../shared/text/quoted-printable.ts';
import type { Person } from './items.ts';

const ENCODED = /=\?([^?\s*]+)(?:\*[^?]*)?\?([bq])\?([^?\s]*)\?=/gi;

/**
 * A header with its encoded words read (RFC 2047). White space between two of them goes, and a character may
 * be cut in two by their border, so neighbors of one charset are decoded as one.
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
    // Node's own decoder may read windows-1252, which all Western charsets are labels of, as Latin-1.
    return (decoder.encoding === 'windows-1252' && decode(bytes, charset)) || decoder.decode(bytes);
  } catch {
    // A charset nobody knows: its plain letters can still be read.
    return new TextDecoder('utf-8').decode(bytes);
  }
}

/** The people of a From, To or Cc header (RFC 5322, 3.4), groups and comments included. Rows without an address go. */
export function parseAddresses(header: string): Person[] {
  return splitList(header.replace(/\r?\n[ \t]+/g, ' ')).flatMap((entry) => {
    const inner = entry.replace(/^[^"<@,;]*:(?!\/)/, '');
    const person = parseOne(inner);
    return person ? [person] : [];
  });
}

function parseOne(entry: string): Person | undefined {
  const angle = /^([\s\S]*)<([^<>]*)>/.exec(entry);
  const comments: string[] = [];
  const bare = replaceEnclosed(angle ? angle[1]! : entry, '()', (comment) => {
    comments.push(comment);
    return '';
  });
  const address = angle ? angle[2]!.trim() : bare.trim();
  const email = address.replace(/\s+/g, '').toLowerCase();
  if (!/^[^@\s]+@[^@\s]+$/.test(email)) return undefined;
  const phrase = angle ? bare.trim() : (comments[0] ?? '');
  const unquoted = replaceEnclosed(phrase, '""', (quoted) => quoted.replace(/\\(.)/g, '$1'));
  return { email, name: decodeHeader(unquoted).trim() || null };
}

/**
 * Replaces what stands between two marks, innermost where they are nested, in one pass: a pattern would look for the end
 * anew at each beginning. A backslash takes the next character's meaning away; what is not closed stays as it is.
 */
function replaceEnclosed(text: string, [open, close]: string, replace: (inner: string) => string): string {
  let result = '';
  let done = 0;
  let start = -1;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at];
    if (letter === '\\' && start >= 0) at++;
    else if (letter === close && start >= 0) {
      result += text.slice(done, start) + replace(text.slice(start + 1, at));
      done = at + 1;
      start = -1;
    } else if (letter === open) start = at;
  }
  return result + text.slice(done);
}

/** At the commas and semicolons that stand outside quotes, comments and angles. */
function splitList(list: string): string[] {
  const parts: string[] = [];
  let part = '';
  let quoted = false;
  let depth = 0;
  for (let index = 0; index < list.length; index++) {
    const letter = list[index]!;
    if (letter === '\\') {
      part += letter + (list[++index] ?? '');
      continue;
    }
    if (letter === '"' && depth === 0) quoted = !quoted;
    else if (!quoted && (letter === '(' || letter === '<')) depth++;
    else if (!quoted && (letter === ')' || letter === '>')) depth = Math.max(0, depth - 1);
    if ((letter === ',' || letter === ';') && !quoted && depth === 0) {
      parts.push(part);
      part = '';
    } else part += letter;
  }
  return [...parts, part];
}
