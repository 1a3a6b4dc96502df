import { areAlike, namesClash } from './compare.ts';
import { emailKey, phoneKey } from './compare-keys.ts';
import type { SharedKeys } from './evidence.ts';
import type { Profile } from './profile.ts';

/** The size of a family or an office; more holders than this mean a switchboard. */
const MOST_OF_ONE = 20;

export function sharedKeys(profiles: Iterable<Profile>): SharedKeys {
  const holders = new Map<string, Profile | Profile[]>();
  for (const profile of profiles) {
    const keys = [...profile.emails.map(({ loose }) => emailKey(loose)), ...profile.phones.map(phoneKey)];
    for (const key of keys.length > 1 ? new Set(keys) : keys) {
      const known = holders.get(key);
      if (known === undefined) holders.set(key, profile);
      else if (Array.isArray(known)) known.push(profile);
      else holders.set(key, [known, profile]);
    }
  }
  const heldByTwo = (areTwo: (a: Profile, b: Profile) => boolean) => {
    const known = new Map<string, boolean>();
    return (key: string): boolean => {
      let shared = known.get(key);
      if (shared === undefined) {
        const all = holders.get(key);
        shared =
          Array.isArray(all) &&
          (all.length > MOST_OF_ONE || all.some((one, at) => all.slice(at + 1).some((other) => areTwo(one, other))));
        known.set(key, shared);
      }
      return shared;
    };
  };
  return Object.assign(heldByTwo(namesClash), {
    ofHousehold: heldByTwo((one, other) => namesClash(one, other) || areAlike(one, other)),
  });
}
