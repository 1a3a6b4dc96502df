import { areAlike, namesClash } from './compare.ts';
import { emailKey, phoneKey } from './compare-keys.ts';
import { compareNames, hasKnownName, isTwo, standsFor } from './compare-names.ts';
import type { SharedKeys } from './evidence.ts';
import type { Profile } from './profile.ts';

/** Maximum size of a family or an office. A key with more owners is a switchboard. */
const MAX_HOUSEHOLD = 20;

export function sharedKeys(profiles: Iterable<Profile>): SharedKeys {
  const holders = new Map<string, Profile | Profile[]>();
  for (const profile of profiles) {
    for (const key of [...keysOf(profile), ...familyKeys(profile)]) {
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
          (all.length > MAX_HOUSEHOLD || all.some((one, at) => all.slice(at + 1).some((other) => areTwo(one, other))));
        known.set(key, shared);
      }
      return shared;
    };
  };
  const holding = (key: string): Profile[] => {
    const all = holders.get(key);
    return Array.isArray(all) && all.length <= MAX_HOUSEHOLD ? all : [];
  };
  /** Contacts that share a value with either, and contacts with either's family name that no address sets apart. */
  const household = (a: Profile, b: Profile): Profile[] => [
    ...[a, b].flatMap((one) => keysOf(one).flatMap(holding)),
    ...[a, b]
      .flatMap((one) => familyKeys(one).flatMap(holding))
      .filter(({ addresses }) => addresses.length === 0 || a.addresses.length + b.addresses.length === 0),
  ];
  return Object.assign(heldByTwo(namesClash), {
    ofHousehold: heldByTwo((one, other) => namesClash(one, other) || areAlike(one, other)),
    fitsAnother: (a: Profile, b: Profile): boolean => {
      const between = compareNames(a.name, b.name).given;
      // If both names are misspelled or one is an initial, either may belong to a third person.
      const strict = between === 'initial' || (!hasKnownName(a.name) && !hasKnownName(b.name));
      const fits = (one: Profile, other: Profile, third: Profile): boolean =>
        isTwo(one.name, third.name, strict) && standsFor(compareNames(other.name, third.name), between);
      return household(a, b).some((third) => third !== a && third !== b && (fits(a, b, third) || fits(b, a, third)));
    },
  });
}

/** Keys that a household may share. */
function keysOf({ emails, phones, addresses }: Profile): string[] {
  const keys = [...emails.map(({ loose }) => emailKey(loose)), ...phones.map(phoneKey)];
  for (const { street, number, town, postcode } of addresses)
    if (street && (town || postcode)) keys.push(`home:${street} ${number} ${town.slice(0, 5)}`);
  return keys.length > 1 ? [...new Set(keys)] : keys;
}

const familyKeys = ({ name }: Profile): string[] => [
  ...new Set(name.readings.flatMap(({ family }) => (family.length > 0 ? [`family:${family.join(' ')}`] : []))),
];
