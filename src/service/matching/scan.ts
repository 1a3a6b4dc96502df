import { shouldYield, yieldToOthers } from '../../shared/yield.ts';
import { type Duplicate, type Edge, toDuplicates } from './clusters.ts';
import { commonnessIn } from './commonness.ts';
import { type ComparisonContext, compare, contradict } from './compare.ts';
import { indexKeys } from './key-index.ts';
import { errorsIn } from './noise.ts';
import type { Profile } from './profile.ts';
import { sharedKeys } from './shared-keys.ts';

/** Finds all contacts in an address book that may be the same person. Yields regularly to other requests. */
export async function scan(profiles: readonly Profile[]): Promise<Duplicate[]> {
  const index = await indexKeys(profiles);
  const commonness = commonnessIn(profiles);
  const around: ComparisonContext = { commonness, isShared: sharedKeys(profiles), errors: new Set() };
  const edges: Edge[] = [];
  for (const [a, profile] of profiles.entries()) {
    const others: number[] = [];
    index.eachLater(a, (b) => others.push(b));
    for (const b of others) {
      const found = compare(profile, profiles[b]!, around);
      if (found) edges.push({ a, b, ...found });
      if (shouldYield()) await yieldToOthers();
    }
  }
  const errors = errorsIn(edges);
  for (const [place, { a, b }] of errors.size > 0 ? edges.entries() : []) {
    edges[place] = { a, b, ...compare(profiles[a]!, profiles[b]!, { ...around, errors })! };
    if (shouldYield()) await yieldToOthers();
  }
  return toDuplicates(profiles, edges, (a, b) => contradict(profiles[a]!, profiles[b]!, errors));
}
