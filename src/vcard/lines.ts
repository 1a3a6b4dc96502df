/** An unfolded line of a vCard, one character per byte, and its line number. */
export interface ContentLine {
  line: number;
  bytes: string;
  /** Whether the line end is missing, because the file ends there or another file was appended. */
  cut?: true;
}

interface OpenLine {
  line: number;
  parts: string[];
  encoding: 'unknown' | 'plain' | 'quoted-printable' | 'base64';
}

const MARKER = /^(BEGIN|END)[ \t]*:/i;
const BASE64_LINE = /^[A-Za-z0-9+/=]+[ \t]*$/;
const SOFT_BREAK = /=[ \t]*$/;
const BYTE_ORDER_MARK = '\xef\xbb\xbf';
/** A line with a longer name and parameters is not decoded. */
const MAX_HEAD = 8_192;

/**
 * Unfolds the lines of a file into content lines. It supports three kinds of continuation: white space (RFC 6350
 * section 3.2; in vCard 2.1 the white space is part of the value), soft line breaks of quoted-printable (RFC 2045
 * section 6.7), and base64 continued without white space, as old phones write it. With `several` cards, a card may
 * begin at the end of a line.
 */
export function* unfold(lines: Iterable<string>, { several = true } = {}): Generator<ContentLine> {
  let open: OpenLine | undefined;
  let version = '';

  /** Ends the open line and returns it. */
  const close = (): ContentLine[] => {
    if (!open) return [];
    const { line, parts } = open;
    const bytes = parts.join('');
    const versionHere = /^VERSION[ \t]*:[ \t]*([\d.]+)/i.exec(bytes)?.[1];
    version = /^BEGIN[ \t]*:/i.test(bytes) ? '' : (versionHere ?? version);
    open = undefined;
    return [{ line, bytes }];
  };

  const read = (part: string, line: number): ContentLine[] => {
    if (open && continueLine(open, part, version)) return [];
    const whole = close();
    const bytes = part.startsWith(BYTE_ORDER_MARK) ? part.slice(BYTE_ORDER_MARK.length) : part;
    if (bytes.trim() === '') return whole;
    open = { line, parts: [], encoding: 'unknown' };
    append(open, bytes);
    return whole;
  };
  let number = 0;
  let endsInLine = false;
  for (const [part, next] of withNext(lines)) {
    number++;
    endsInLine = part !== '';
    const [piece, begin] = several ? atBegin(part, next) : [part];
    yield* read(piece, number);
    if (begin === undefined) continue;
    for (const line of read(begin, number)) yield { ...line, cut: true };
  }
  for (const line of close()) yield endsInLine ? { ...line, cut: true } : line;
}

/** Each line with the one after it. */
function* withNext(lines: Iterable<string>): Generator<[string, string | undefined]> {
  let before: string | undefined;
  for (const line of lines) {
    if (before !== undefined) yield [before, line];
    before = line;
  }
  if (before !== undefined) yield [before, undefined];
}

/**
 * Splits a line if another card begins at its end. This happens when files are joined and the first is truncated or
 * lacks a final line end. The next line shows that it is not just text that ends this way.
 */
function atBegin(part: string, next = ''): [string, string?] {
  if (!/^(?:VERSION|FN|N)[:;]/i.test(next)) return [part];
  const at = part.search(/BEGIN:VCARD[ \t]*$/i);
  return at > 0 ? [part.slice(0, at), part.slice(at)] : [part];
}

/** Appends a physical line to the open one if it continues it. Returns whether it did. */
function continueLine(open: OpenLine, part: string, version: string): boolean {
  if (MARKER.test(part)) return false;
  const folded = part[0] === ' ' || part[0] === '\t';
  const unfolded = folded && version !== '2.1' ? part.slice(1) : part;
  if (open.encoding === 'base64') {
    if (!folded && !BASE64_LINE.test(part)) return false;
    append(open, part.trim());
    return true;
  }
  const last = open.parts.at(-1)!;
  if (open.encoding === 'quoted-printable' && SOFT_BREAK.test(last)) {
    open.parts[open.parts.length - 1] = last.replace(SOFT_BREAK, '');
    append(open, unfolded);
    return true;
  }
  if (folded) append(open, unfolded);
  return folded;
}

function append(open: OpenLine, part: string): void {
  open.parts.push(part);
  if (open.encoding === 'unknown' && part.includes(':')) open.encoding = encodingOf(open.parts.join(''));
}

/** Transfer encoding in a line's parameters. Unknown until the part before the value is complete. */
function encodingOf(bytes: string): OpenLine['encoding'] {
  const head = /^(?:"[^"]*"|[^":])*(?=:)/.exec(bytes)?.[0];
  if (head === undefined) return bytes.length > MAX_HEAD ? 'plain' : 'unknown';
  if (/;[ \t]*(ENCODING[ \t]*=[ \t]*"?)?QUOTED-PRINTABLE/i.test(head)) return 'quoted-printable';
  return /;[ \t]*(ENCODING[ \t]*=[ \t]*"?)?(BASE64|B)"?[ \t]*(;|$)/i.test(head) ? 'base64' : 'plain';
}
