import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { KithError } from '../shared/error.ts';
import { replaceHidden, sanitize } from '../shared/text/sanitize.ts';

// All output of the command line. Names and notes are untrusted text: control characters and invisible characters are
// removed for people, and escaped in JSON.

/** Text in a terminal style, if the terminal supports it. */
export interface Styled {
  style: 'bold' | 'dim';
  text: string;
}

type Part = string | Styled;

const STYLES = { bold: 1, dim: 2 };

/** Prints for a person on stdout, and waits until it is written: a pipe accepts 64 KB at a time. */
export function say(...parts: (Part | Part[])[]): Promise<void> {
  const color = process.stdout.isTTY && !process.env.NO_COLOR;
  const painted = parts.flat().map((part) => {
    if (typeof part === 'string') return harmless(part);
    return color ? `\u001b[${STYLES[part.style]}m${harmless(part.text)}\u001b[0m` : harmless(part.text);
  });
  return written(painted.join(''));
}

/** Prints progress, questions and errors for a person on stderr. Stdout is for a command's result. */
export function tell(text: string): void {
  process.stderr.write(harmless(text));
}

/** Whether stderr is a terminal, so that a line can be overwritten. */
export const isWatched = (): boolean => process.stderr.isTTY === true;

/** Width of the terminal on stdout; undefined for a file or pipe. */
export const columns = (): number | undefined => (process.stdout.isTTY ? process.stdout.columns : undefined);

/** Overwrites the last line on stderr. Without a terminal, prints a new line. */
export function tellOver(line: string, end: '' | '\n'): void {
  process.stderr.write(`${isWatched() ? '\r\u001b[K' : ''}${oneLine(line)}${end}`);
}

/** Prints exact JSON that is safe for terminals: invisible characters are escaped. */
export const sayJson = (value: unknown, indent = 2): Promise<void> =>
  written(`${replaceHidden(JSON.stringify(value, null, indent), escaped)}\n`);

/** Writes a file's text unchanged to a pipe or file, and sanitized to a terminal. */
export const sayExactly = (text: string): Promise<void> => written(process.stdout.isTTY ? harmless(text) : text);

/**
 * Throws if standard output is a terminal, where binary data could act as control sequences. Checked before any data is
 * produced.
 */
export function requirePipe(): void {
  if (process.stdout.isTTY)
    throw new KithError('BadRequest', 'Refusing to write binary data to a terminal.', {
      hint: 'Name a file, or use a pipe.',
    });
}

/** Writes binary data unchanged to a pipe or file. */
export const sayBytes = (bytes: Readable): Promise<void> => pipeline(bytes, process.stdout, { end: false });

/** Untrusted text on a single line. */
export const oneLine = (text: string): string => harmless(text).replace(/\s+/g, ' ');

/** A count with its noun, such as `1 contact` and `2 contacts`. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

/** Stdout for MCP, and the stream for progress bars, which receives only sanitized names. */
export const protocolOutput = process.stdout;
export const progressOutput = process.stderr;

/** Sanitized line by line, so that a malicious line does not affect joiners in other lines. */
const harmless = (text: string): string => text.replace(/\r\n?/g, '\n').split('\n').map(sanitize).join('\n');

const escaped = (hidden: string): string =>
  hidden.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

const written = (text: string): Promise<void> => new Promise((resolve) => process.stdout.write(text, () => resolve()));
