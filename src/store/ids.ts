import { randomFillSync } from 'node:crypto';

let lastTime = 0;
let counter = 0;

/** Random bytes are fetched in batches, because each fetch costs more than the rest of this file. */
const pool = Buffer.alloc(4_096);
const RANDOM_BYTES = 8;
let used = pool.length;

/**
 * Returns a UUIDv7 (RFC 9562, 5.7), sortable by creation time. Within one millisecond of this process, the twelve bits
 * after the time count up.
 */
export function newId(): string {
  const now = Date.now();
  if (now > lastTime) {
    lastTime = now;
    counter = freshBytes().readUInt16BE() & 0x3ff;
  } else if (++counter > 0xfff) {
    lastTime += 1;
    counter = 0;
  }
  const random = freshBytes();
  random[0] = 0x80 | (random[0]! & 0x3f);
  const [time, rest] = [lastTime.toString(16).padStart(12, '0'), random.toString('hex')];
  const version = (0x7000 | counter).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-${version}-${rest.slice(0, 4)}-${rest.slice(4)}`;
}

/** Whether an id was created after a time in milliseconds since 1970. False for ids without a timestamp. */
export const isCreatedAfter = (id: string, time: number): boolean =>
  id[14] === '7' && Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) > time;

/** Valid until the next call. */
function freshBytes(): Buffer {
  if (used + RANDOM_BYTES > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += RANDOM_BYTES;
  return pool.subarray(used - RANDOM_BYTES, used);
}
