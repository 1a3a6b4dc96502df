import lists from './given-names.json' with { type: 'json' };
import { isListed } from './nicknames.ts';

type Gender = keyof typeof lists;

/** Gender of given names in many languages, keyed by transliterated name. */
const genders = new Map<string, Gender>(
  (Object.keys(lists) as Gender[]).flatMap((gender) =>
    Object.values(lists[gender]).flatMap((line) => line.split(' ').map((name) => [name, gender] as const)),
  ),
);

/** Whether a word is a listed given name. A listed name is rarely a typo of another one. */
export const isKnownName = (name: string): boolean => genders.has(name) || isListed(name);

/** Whether one name is female and the other male. */
export function isOtherGender(a: string, b: string): boolean {
  const [ofA, ofB] = [genders.get(a), genders.get(b)];
  if (ofA && ofB && ofA !== 'either' && ofB !== 'either') return ofA !== ofB;
  return hasOtherEnding(a, b) || hasOtherEnding(b, a);
}

/**
 * Whether the second name is derived from the first, as in many languages: `Giulio` and `Giulia`, `Sven` and `Svenja`,
 * `Simon` and `Simone`.
 */
function hasOtherEnding(man: string, woman: string): boolean {
  if (genders.get(man) === 'female' || genders.get(woman) === 'male') return false;
  const stem = man.replace(/[aoei]$/, '');
  return stem.length >= 3 && woman !== man && woman.startsWith(stem) && ENDINGS.has(woman.slice(stem.length));
}

const ENDINGS = new Set('a e ia ie ina ine na ne ja je ka ika inka la le ella elle etta ette iye ye'.split(' '));
