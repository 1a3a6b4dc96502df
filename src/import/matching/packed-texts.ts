import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** Texts by id, of which few are read again: compressed, they are out of the heap and a fraction of its size. */
export interface PackedTexts {
  get(id: string): string | undefined;
  put(id: string, text: string): void;
  remove(id: string): void;
  all(): Iterable<string>;
}

/** More compress better; fewer are quicker to read in any order. */
const TEXTS_OF_A_BLOCK = 16;
/** Enough for the 2,000 people who may share the number of a company. */
const BLOCKS_AT_HAND = 128;

export function packedTexts(): PackedTexts {
  /** How many texts came before. */
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
      // Memory of its own size: the result is a part of a larger buffer.
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
