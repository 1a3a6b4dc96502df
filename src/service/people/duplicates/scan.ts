import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Duplicate, type Edge, toDuplicates } from './clusters.ts';
import { commonnessIn } from './commonness.ts';
import { compare, contradict, type Surroundings } from './compare.ts';
import { MOST_HOLDERS, matchKeys } from './keys.ts';
import type { Profile } from './profile.ts';
import { sharedKeys } from './shared-keys.ts';

/** How long it works before others get their turn. */
const SLICE_MS = 12;

/** All contacts of an address book that may be one person. Works in slices, so that others are served meanwhile. */
export async function scan(profiles: readonly Profile[]): Promise<Duplicate[]> {
  const pause = makePause();
  const blocks = new Map<string, number[]>();
  const keysOf: string[][] = [];
  for (const [index, profile] of profiles.entries()) {
    const keys = [...matchKeys(profile)];
    keysOf.push(keys);
    for (const key of keys) {
      const block = blocks.get(key);
      if (block) block.push(index);
      else blocks.set(key, [index]);
    }
    if (pause.isDue()) await pause.now();
  }
  const around: Surroundings = {
    commonness: commonnessIn(profiles),
    isShared: sharedKeys((key) => (blocks.get(key) ?? []).map((index) => profiles[index]!)),
  };
  const edges: Edge[] = [];
  // With whom a contact was compared last, so that no pair is compared twice.
  const met = new Int32Array(profiles.length).fill(-1);
  for (const [a, profile] of profiles.entries()) {
    for (const key of keysOf[a]!) {
      const block = blocks.get(key)!;
      if (block.length > MOST_HOLDERS) continue;
      for (let at = block.length - 1; at >= 0 && block[at]! > a; at--) {
        const b = block[at]!;
        if (met[b] === a) continue;
        met[b] = a;
        const found = compare(profile, profiles[b]!, around);
        if (found) edges.push({ a, b, ...found });
      }
    }
    if (pause.isDue()) await pause.now();
  }
  return toDuplicates(profiles, edges, (a, b) => contradict(profiles[a]!, profiles[b]!));
}

export function makePause() {
  let since = performance.now();
  return {
    isDue: () => performance.now() - since > SLICE_MS,
    async now() {
      await nextTurn();
      since = performance.now();
    },
  };
}
