import { namesClash } from './compare.ts';
import type { Profile } from './profile.ts';

/** A family or an office is no bigger; more holders than these are a switchboard. */
const MOST_OF_ONE = 20;

/**
 * Whether an e-mail or a phone is held by people whose first names clearly differ: a family's, an assistant's, a
 * switchboard. Such a key says little of who somebody is.
 */
export function sharedKeys(holdersOf: (key: string) => Profile[]): (key: string) => boolean {
  const known = new Map<string, boolean>();
  return (key) => {
    let shared = known.get(key);
    if (shared === undefined) {
      const holders = holdersOf(key);
      shared =
        holders.length > MOST_OF_ONE ||
        holders.some((one, at) => holders.slice(at + 1).some((other) => namesClash(one, other)));
      known.set(key, shared);
    }
    return shared;
  };
}
