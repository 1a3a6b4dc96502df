import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { KithError } from '../shared/error.ts';
import { replaceHidden, sanitize } from '../shared/text/sanitize.ts';

// All that the command line writes goes through here. Anyone may have written names and notes: characters that would
// steer a terminal, or that nobody sees, are taken out on the way to a person, and written as escapes in JSON.

/** Text in a color of a terminal, where there is one that shows it. */
export interface Styled {
  style: 'bold' | 'dim';
  text: string;
}

type Part = string | Styled;

const STYLES = { bold: 1, dim: 2 };

/** Prints for a person on stdout, and waits until it is out: a pipe takes 64 KB at a time. */
export function say(...parts: (Part | Part[])[]): Promise<void> {
  const color = process.stdout.isTTY && !process.env.NO_COLOR;
  const painted = parts.flat().map((part) => {
    if (typeof part === 'string') return harmless(part);
    return color ? `\u001b[${STYLES[part.style]}m${harmless(part.text)}\u001b[0m` : harmless(part.text);
  });
  return written(painted.join(''));
}

/** Prints progress, questions and refusals for a person on stderr; stdout is for a command's answer. */
export function tell(text: string): void {
  process.stderr.write(harmless(text));
}

/** Whether somebody watches stderr, so that a line can be written over. */
export const isWatched = (): boolean => process.stderr.isTTY === true;

/** How many columns the terminal on stdout has; undefined where it is a file or a pipe. */
export const columns = (): number | undefined => (process.stdout.isTTY ? process.stdout.columns : undefined);

/** Writes over the last line on stderr. Where nobody watches, a line of its own. */
export function tellOver(line: string, end: '' | '\n'): void {
  process.stderr.write(`${isWatched() ? '\r\u001b[K' : ''}${oneLine(line)}${end}`);
}

/** Prints JSON that means the value exactly, and steers no terminal: unseen characters stand as escapes. */
export const sayJson = (value: unknown, indent = 2): Promise<void> =>
  written(`${replaceHidden(JSON.stringify(value, null, indent), escaped)}\n`);

/** Writes a file's text as it is to a pipe or another file; at a terminal, cleaned for a person. */
export const sayExactly = (text: string): Promise<void> => written(process.stdout.isTTY ? harmless(text) : text);

/** Throws where standard output is a terminal, which the bytes of a file would steer. Asked before any are made. */
export function requirePipe(): void {
  if (process.stdout.isTTY)
    throw new KithError('BadRequest', 'These bytes are not for a terminal.', { hint: 'Name a file, or use a pipe.' });
}

/** Writes the bytes of a file as they are to a pipe or another file. */
export const sayBytes = (bytes: Readable): Promise<void> => pipeline(bytes, process.stdout, { end: false });

/** Text of others on one line of ours. */
export const oneLine = (text: string): string => harmless(text).replace(/\s+/g, ' ');

/** A count with its noun, as in `1 contact` and `2 contacts`. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

/** Stdout for MCP, and the stream that a progress bar draws on, which gets clean names only. */
export const protocolOutput = process.stdout;
export const progressOutput = process.stderr;

/** Line by line, so that one hostile line costs no other its joiners. */
const harmless = (text: string): string => text.replace(/\r\n?/g, '\n').split('\n').map(sanitize).join('\n');

const escaped = (hidden: string): string =>
  hidden.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

const written = (text: string): Promise<void> => new Promise((resolve) => process.stdout.write(text, () => resolve()));
