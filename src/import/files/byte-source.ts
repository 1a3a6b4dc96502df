import { readSync } from 'node:fs';
import { asBinary } from '../../shared/text/charset.ts';

/** A file that is open: its number is good in every thread of the process. */
export interface OpenFile {
  fd: number;
  size: number;
}

/** A file, as far as it is asked for. */
export interface ByteSource {
  size: number;
  read(start: number, end: number): Uint8Array;
}

export const sourceOfBytes = (bytes: Uint8Array): ByteSource => ({
  size: bytes.length,
  read: (start, end) => bytes.subarray(start, end),
});

export const sourceOfFile = ({ fd, size }: OpenFile): ByteSource => ({
  size,
  read(start, end) {
    const bytes = Buffer.alloc(Math.min(end, size) - start);
    let done = 0;
    while (done < bytes.length) {
      const count = readSync(fd, bytes, done, bytes.length - done, start + done);
      // Somebody has cut it since it was opened.
      if (count === 0) break;
      done += count;
    }
    return bytes.subarray(0, done);
  },
});

const CHUNK = 256 * 1024;

/** The lines of a file, one character per byte, without ever holding all of it: `chunk` bytes are read at once. */
export function* linesOf(source: ByteSource, chunk = CHUNK): Generator<string> {
  let open: string[] = [];
  let held = '';
  for (let start = 0; start < source.size; start += chunk) {
    const end = start + chunk;
    let text = held + asBinary(source.read(start, end));
    // A line end of two characters may be cut in between.
    held = end < source.size && text.endsWith('\r') ? '\r' : '';
    if (held) text = text.slice(0, -1);
    const [first = '', ...others] = text.split(/\r\n|\n|\r/);
    open.push(first);
    for (const line of others) {
      yield open.join('');
      open = [line];
    }
  }
  yield open.join('');
}
