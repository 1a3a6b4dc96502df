import { KithError } from '../../../shared/error.ts';

/** An INSERT's value for a column: text, a number as written, or NULL. */
export type InsertedValue = string | null;

export interface Insert {
  table: string;
  columns: string[];
  rows: InsertedValue[][];
}

/**
 * Parses the INSERT and REPLACE statements of an SQL dump in MySQL's syntax and skips all others. Nothing is executed.
 * Throws a KithError with the line number of a syntax error.
 */
export function* readInserts(text: string): Generator<Insert> {
  const scan = scanner(text);
  while (!scan.atEnd()) {
    if (scan.take(/;/y) !== undefined) continue;
    if (scan.take(/(?:INSERT|REPLACE)\b/iy) !== undefined) yield insertStatement(scan);
    else scan.passStatement();
  }
}

type Scanner = ReturnType<typeof scanner>;

function insertStatement(scan: Scanner): Insert {
  while (scan.take(/(?:LOW_PRIORITY|DELAYED|HIGH_PRIORITY|IGNORE|INTO)\b/iy) !== undefined);
  let table = scan.name('a table');
  while (scan.take(/\./y) !== undefined) table = scan.name('a table');
  if (scan.take(/\(/y) === undefined) {
    throw scan.wrong(`the INSERT into ${table} does not name its columns`, 'Dump with mysqldump --complete-insert.');
  }
  const columns = [scan.name('a column')];
  while (scan.take(/,/y) !== undefined) columns.push(scan.name('a column'));
  scan.need(/\)/y, 'a closing parenthesis');
  scan.need(/VALUES?\b/iy, 'VALUES');
  const rows: InsertedValue[][] = [];
  // Monica writes VALUES with nothing after it for an empty table.
  if (scan.take(/;/y) !== undefined) return { table, columns, rows };
  do rows.push(rowOf(scan, table, columns.length));
  while (scan.take(/,/y) !== undefined);
  if (scan.take(/;/y) === undefined && !scan.atEnd()) scan.passStatement();
  return { table, columns, rows };
}

function rowOf(scan: Scanner, table: string, width: number): InsertedValue[] {
  scan.need(/\(/y, 'an opening parenthesis');
  const row = [scan.value()];
  while (scan.take(/,/y) !== undefined) row.push(scan.value());
  scan.need(/\)/y, 'a comma or a closing parenthesis');
  if (row.length !== width) throw scan.wrong(`a row of ${table} has ${row.length} values but ${width} columns`);
  return row;
}

/** MySQL's string escapes. A backslash before any other character means that character. */
const ESCAPES: Record<string, string> = {
  '0': '\0',
  b: '\b',
  n: '\n',
  r: '\r',
  t: '\t',
  Z: '\x1a',
  '%': '\\%',
  _: '\\_',
};

// A numeric phone number is not quoted and may have a plus sign or leading zeros, so numbers are kept as written.
const BARE = /[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?(?=[\s,)])/iy;

/** Scans SQL tokens. White space and comments between them are skipped. */
function scanner(text: string) {
  let at = 0;

  const wrong = (what: string, hint?: string, place = at): KithError => {
    const line = text.slice(0, place).split('\n').length;
    return new KithError('BadRequest', `Line ${line}: ${what}.`, hint === undefined ? {} : { hint });
  };

  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  };

  function passGap(): void {
    while (match(/\s+|#[^\n]*|--(?=\s|$)[^\n]*/y) !== undefined || passComment());
  }

  function passComment(): boolean {
    if (!text.startsWith('/*', at)) return false;
    const end = text.indexOf('*/', at + 2);
    if (end === -1) throw wrong('a comment is not closed');
    at = end + 2;
    return true;
  }

  const take = (pattern: RegExp): string | undefined => {
    passGap();
    return match(pattern);
  };

  const shown = () => (at < text.length ? `"${text.slice(at, at + 20).split('\n')[0]}"` : 'the end of the file');

  function need(pattern: RegExp, what: string): void {
    if (take(pattern) === undefined) throw wrong(`${what} is missing before ${shown()}`);
  }

  /**
   * A quoted string, starting at its opening quote. Quotes are escaped by doubling or, except in names, with a
   * backslash.
   */
  function quoted(quote: string): string {
    const start = at++;
    let value = '';
    for (;;) {
      const from = at;
      while (at < text.length && text[at] !== quote && (text[at] !== '\\' || quote === '`')) at++;
      value += text.slice(from, at);
      if (at >= text.length) throw wrong('a quote is not closed', undefined, start);
      if (text[at] === '\\') {
        const escaped = text[at + 1] ?? '';
        value += ESCAPES[escaped] ?? escaped;
        at += 2;
      } else if (text[at + 1] === quote) {
        value += quote;
        at += 2;
      } else {
        at++;
        return value;
      }
    }
  }

  function name(what: string): string {
    passGap();
    const found = text[at] === '`' ? quoted('`') : match(/[\w$\u0080-\uffff]+/y);
    if (!found) throw wrong(`the name of ${what} is missing before ${shown()}`);
    return found;
  }

  function value(): InsertedValue {
    passGap();
    if (match(/(?:NULL|DEFAULT)\b/iy) !== undefined) return null;
    const word = match(/(?:TRUE|FALSE)\b/iy);
    if (word !== undefined) return word.toUpperCase() === 'TRUE' ? '1' : '0';
    const hex = match(/0x[\da-f]+(?=[\s,)])|x'[\da-f]*'/iy);
    if (hex !== undefined) return Buffer.from(hex.replace(/^0x|^x'|'$/gi, ''), 'hex').toString('utf8');
    const bare = match(BARE);
    if (bare !== undefined) return bare;
    // A string may have a charset prefix. The file has already been decoded.
    take(/_(?:utf8mb4|utf8mb3|utf8|latin1|ascii|binary)\b/iy);
    passGap();
    if (text[at] === "'" || text[at] === '"') return quoted(text[at]!);
    throw wrong(`${shown()} is not a readable value`);
  }

  /** Skips to the end of a statement, ignoring semicolons in strings and comments. */
  function passStatement(): void {
    for (;;) {
      passGap();
      if (at >= text.length) return;
      const here = text[at]!;
      if (here === "'" || here === '"' || here === '`') quoted(here);
      else at++;
      if (here === ';') return;
    }
  }

  const atEnd = (): boolean => {
    passGap();
    return at >= text.length;
  };

  return { take, need, name, value, passStatement, atEnd, wrong };
}
