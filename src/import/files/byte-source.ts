import { readSync } from 'node:fs';
import { asBinary } from '../../shared/text/charset.ts';

/** An open file. The descriptor is valid in every thread of the process. */
export interface OpenFile {
  fd: number;
  size: number;
}

/** A file that is read on demand. */
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
      // The file was truncated after it was opened.
      if (count === 0) break;
      done += count;
    }
    return bytes.subarray(0, done);
  },
});

const CHUNK = 256 * 1024;

/** Yields the lines of a file, one character per byte, reading `chunk` bytes at a time. */
export function* linesOf(source: ByteSource, chunk = CHUNK): Generator<string> {
  let open: string[] = [];
  let held = '';
  for (let start = 0; start < source.size; start += chunk) {
    const end = start + chunk;
    let text = held + asBinary(source.read(start, end));
    // A two-character line end may be split across chunks.
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
