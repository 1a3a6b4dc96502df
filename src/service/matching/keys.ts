import type { NameParts } from '../names/name-parts.ts';
import { formalNames } from '../names/nicknames.ts';
import { soundOf } from '../names/text-distance.ts';
import type { Profile } from './profile.ts';

/** Maximum number of contacts that share a key. A more common key, such as a switchboard, does not identify anyone. */
const MAX_HOLDERS = 200;
/** Lower limits for keys that often match by chance and that other keys mostly cover. */
const FEWER: Record<string, number> = {
  sounds: 15,
  ends: 15,
  'first and year': 60,
  'first and day': 60,
  'last and day': 60,
  'last and month': 60,
  'first and postcode': 30,
  'last and postcode': 30,
  'last and street': 60,
  'first and town': 30,
  'last and town': 30,
  colleague: 60,
};

/** The limit for a kind of key, which is the part before the colon. */
export const mostHolders = (kind: string): number => FEWER[kind] ?? MAX_HOLDERS;

/**
 * Blocking keys of a profile. Two profiles are compared only if they share one, and each kind of key catches pairs that
 * others miss. `wanted` limits the kinds.
 */
export function matchKeys(profile: Profile, wanted?: ReadonlySet<string>): Set<string> {
  const keys = new Set<string>();
  const add = (kind: string, ...parts: string[]) => {
    if ((wanted?.has(kind) ?? true) && parts.every(Boolean)) keys.add(`${kind}:${parts.join(' ')}`);
  };
  for (const { loose, local, role } of profile.emails) {
    add('email', loose);
    if (local.length >= 6 && !role) add('local', local);
  }
  for (const phone of profile.phones) add('phone', phone.slice(-7));
  for (const [network, handle] of profile.handles) add(network, handle);
  for (const reading of profile.name.readings) {
    nameKeys(profile, reading, add);
    // A single name may be a given or a family name.
    const { given, family } = reading;
    if (given.length + family.length === 1) nameKeys(profile, { given: family, family: given }, add);
  }
  const { birthday } = profile;
  if (birthday) add('born', birthday.day, String(birthday.year ?? ''));
  for (const { street, number, town, postcode } of profile.addresses) {
    add('street', street.slice(0, 8), number);
    add('place', number, postcode);
    add('house', number, town.slice(0, 5));
  }
  return keys;
}

type Add = (kind: string, ...parts: string[]) => void;

function nameKeys(profile: Profile, { given, family }: NameParts, add: Add): void {
  const [first = '', last = ''] = [given[0] ?? '', family.at(-1) ?? ''];
  const sorted = (a: string, b: string) => [a, b].sort() as [string, string];
  // Sorted, so that swapped names match.
  if (first && last) {
    add('name', ...sorted(first.slice(0, 3), last.slice(0, 3)));
    add('sound', ...sorted(soundOf(first), soundOf(last)));
    add('sounds', soundOf(last), first[0]!);
    add('sounds', soundOf(first), last[0]!);
    add('ends', ...sorted(first.slice(-3), last.slice(-3)));
  } else add('name', first || last);
  for (const formal of [first, ...formalNames(first)]) add('nick', formal, last.slice(0, 4));
  for (const alias of profile.name.aliases) {
    for (const formal of [alias, ...formalNames(alias)]) add('nick', formal, last.slice(0, 4));
  }
  if (family.length > 1) add('name', ...sorted(first.slice(0, 3), family[0]!.slice(0, 3)));
  const { birthday, company } = profile;
  if (birthday) {
    add('first and year', first.slice(0, 2), String(birthday.year ?? birthday.day));
    add('last and month', last.slice(0, 2), birthday.day.slice(0, 2), String(birthday.year ?? ''));
    add('first and day', first.slice(0, 2), birthday.day);
    add('last and day', last.slice(0, 2), birthday.day);
  }
  if (company) add('colleague', last, company.slice(0, 10));
  for (const { postcode, street, town } of profile.addresses) {
    add('last and postcode', last.slice(-4), postcode);
    add('first and postcode', first.slice(0, 4), postcode);
    add('last and street', last.slice(0, 3), street.slice(0, 4));
    add('first and town', first.slice(0, 3), town.slice(0, 5));
    add('last and town', last.slice(0, 3), town.slice(0, 5));
  }
}
