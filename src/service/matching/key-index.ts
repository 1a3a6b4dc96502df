import { shouldYield, yieldToOthers } from '../../shared/yield.ts';
import { matchKeys, mostHolders } from './keys.ts';
import type { Profile } from './profile.ts';

export interface KeyIndex {
  /**
   * Visits each profile after index `place` that shares a sufficiently rare key, once each. Call it with ascending
   * values of `place`.
   */
  eachLater(place: number, give: (other: number) => void): void;
}

// Packs the key's 26-bit digest, its kind, and the profile's index into one number, because an address book has a
// million of these. A hash collision only costs an extra comparison.
const KINDS = 2 ** 6;
const PLACES = 2 ** 21;
const BUCKETS = 64;

/** Indexes profiles by match key. Profiles are identified by their index. */
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

  /** Profiles that share a key, stored as consecutive blocks. Each block starts with its length. */
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

/** `counts` holds the number of blocks per profile, shifted by one. */
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
        // Indexes ascend within a block.
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

/** FNV-1a, upper 26 bits. */
function digestOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 6;
}
