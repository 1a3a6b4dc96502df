import { createHash } from 'node:crypto';

/** Changing this changes every generated value of the address book, except the UIDs. */
const SEED = 'kith sample address book 1';

export interface Random {
  /** A whole number from `minimum` to `maximum`, both included. */
  integer(minimum: number, maximum: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
}

/** One stream for each topic of each person, so that editing one card leaves all others as they were. */
export function randomFor(topic: string): Random {
  const next = mulberry32(createHash('sha256').update(`${SEED}\n${topic}`).digest().readUInt32LE(0));
  const integer = (minimum: number, maximum: number) => minimum + Math.floor(next() * (maximum - minimum + 1));
  return {
    integer,
    chance: (probability) => next() < probability,
    pick: (list) => list[integer(0, list.length - 1)]!,
  };
}

/** A name-based UUID (version 5), so that a card keeps its UID as long as its key stays. */
export function uuidOf(key: string): string {
  const bytes = createHash('sha1').update(`kith sample address book\n${key}`).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x50;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
