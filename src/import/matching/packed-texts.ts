import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** A store of texts by id, few of which are read again. They are compressed outside the heap. */
export interface PackedTexts {
  get(id: string): string | undefined;
  put(id: string, text: string): void;
  remove(id: string): void;
  all(): Iterable<string>;
}

/** More texts compress better; fewer are faster to read in any order. */
const TEXTS_OF_A_BLOCK = 16;
/** Enough for the 2,000 people who may share a company's number. */
const BLOCKS_AT_HAND = 128;

export function packedTexts(): PackedTexts {
  /** Maps an id to the number of texts before it. */
  const places = new Map<string, number>();
  let count = 0;
  const blocks: Buffer[] = [];
  const atHand = new Map<number, string[]>();
  let open: string[] = [];

  const read = (number: number): string[] => {
    if (number === blocks.length) return open;
    const texts = atHand.get(number) ?? (JSON.parse(inflateRawSync(blocks[number]!).toString()) as string[]);
    atHand.delete(number);
    atHand.set(number, texts);
    for (const oldest of atHand.keys()) if (atHand.size > BLOCKS_AT_HAND) atHand.delete(oldest);
    return texts;
  };
  const get = (id: string) => {
    const place = places.get(id);
    return place === undefined ? undefined : read(Math.floor(place / TEXTS_OF_A_BLOCK))[place % TEXTS_OF_A_BLOCK];
  };
  return {
    get,
    put(id, text) {
      places.set(id, count++);
      open.push(text);
      if (open.length < TEXTS_OF_A_BLOCK) return;
      const packed = deflateRawSync(JSON.stringify(open), { level: 1 });
      // Copied to a buffer of the exact size, because the result is a slice of a larger one.
      const block = Buffer.allocUnsafeSlow(packed.length);
      packed.copy(block);
      blocks.push(block);
      open = [];
    },
    remove: (id) => void places.delete(id),
    *all() {
      for (const id of places.keys()) yield get(id)!;
    },
  };
}
