import { shouldYield, yieldToOthers } from '../../shared/yield.ts';
import { matchKeys, mostHolders } from './keys.ts';
import type { Profile } from './profile.ts';

export interface KeyIndex {
  /**
   * Gives each profile behind that at `place` with which it shares a key that not too many have, each once. To be
   * called for one place after the other.
   */
  eachLater(place: number, give: (other: number) => void): void;
}

// A key is a digest of 26 bits beside its kind, and in one number with the place of a profile: an address book has a
// million of them. That two keys agree by chance costs one comparison more.
const KINDS = 2 ** 6;
const PLACES = 2 ** 21;
const BUCKETS = 64;

/** Which profiles of an address book have a match key in common; a profile is known by its place. */
export async function indexKeys(profiles: readonly Profile[]): Promise<KeyIndex> {
  const kinds = new Map<string, number>();
  const limits: number[] = [];
  const kindOf = (key: string): number => {
    const name = key.slice(0, key.indexOf(':'));
    let kind = kinds.get(name);
    if (kind === undefined) {
      kind = kinds.size;
      kinds.set(name, kind);
      limits.push(mostHolders(name));
    }
    return kind;
  };
  const buckets = Array.from({ length: BUCKETS }, (): number[] => []);
  for (const [place, profile] of profiles.entries()) {
    for (const key of matchKeys(profile)) {
      const digest = digestOf(key);
      buckets[digest % BUCKETS]!.push((digest * KINDS + kindOf(key)) * PLACES + place);
    }
    if (shouldYield()) await yieldToOthers();
  }

  /** Blocks of profiles with one key, one after the other, each behind its length. */
  const blocks: number[] = [];
  const blocksOf = new Uint32Array(profiles.length + 1);
  for (const bucket of buckets) {
    const entries = Float64Array.from(bucket).sort();
    bucket.length = 0;
    for (let start = 0, end = 0; start < entries.length; start = end) {
      const key = Math.floor(entries[start]! / PLACES);
      while (end < entries.length && Math.floor(entries[end]! / PLACES) === key) end++;
      if (end - start < 2 || end - start > limits[key % KINDS]!) continue;
      blocks.push(end - start);
      for (let at = start; at < end; at++) {
        const place = entries[at]! % PLACES;
        blocks.push(place);
        blocksOf[place + 1]!++;
      }
    }
    if (shouldYield()) await yieldToOthers();
  }
  return lookup(Int32Array.from(blocks), blocksOf);
}

/** `counts` holds, one place further on, how many blocks each profile is in. */
function lookup(blocks: Int32Array, counts: Uint32Array): KeyIndex {
  const firstOf = counts;
  for (let place = 1; place < firstOf.length; place++) firstOf[place]! += firstOf[place - 1]!;
  const next = firstOf.slice();
  const inBlock = new Uint32Array(firstOf.at(-1)!);
  for (let start = 0; start < blocks.length; start += blocks[start]! + 1) {
    for (let at = start + 1; at <= start + blocks[start]!; at++) inBlock[next[blocks[at]!]!++] = start;
  }
  const givenFor = new Int32Array(firstOf.length).fill(-1);
  return {
    eachLater(place, give) {
      for (let at = firstOf[place]!; at < firstOf[place + 1]!; at++) {
        const start = inBlock[at]!;
        // In a block places ascend.
        for (let member = start + blocks[start]!; blocks[member]! > place; member--) {
          const other = blocks[member]!;
          if (givenFor[other] === place) continue;
          givenFor[other] = place;
          give(other);
        }
      }
    },
  };
}

/** FNV-1a, its upper bits. */
function digestOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 6;
}
