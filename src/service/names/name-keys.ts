import { ENDING, ROMANIZED, SOUNDING } from '../../shared/text/fold.ts';
import { MOST_WORDS, type NameWord, nameWords } from './name-words.ts';
import { remembered } from './remembered.ts';
import { soundOf } from './text-distance.ts';

/**
 * The words of the index that lead to a name however it is written, beside `known`, the words it has already: each word
 * from its end on, its sound, and its Latin letters.
 */
export function nameKeys(texts: readonly string[], known: readonly string[]): string[] {
  const keys = new Set<string>();
  const there = new Set(known);
  const words = texts.flatMap(nameWords).slice(0, MOST_WORDS);
  for (const { latin } of words) for (const form of latin) addKeys(keys, form, there);
  for (const form of joinedForms(words)) addKeys(keys, form, there);
  return [...keys];
}

function addKeys(keys: Set<string>, form: string, known: ReadonlySet<string>): void {
  for (const key of keysOf(form)) keys.add(key);
  if (!known.has(form)) keys.add(ROMANIZED + form);
}

/** No number has another spelling. */
const keysOf = remembered((form): string[] => {
  if (/^\d+$/.test(form)) return [];
  const sound = soundOf(form);
  return sound ? [endingKey(form), SOUNDING + sound] : [endingKey(form)];
});

/** A given name in Chinese characters or Hangul may be read as a family name and a given name. */
const joinedForms = (words: readonly NameWord[]): string[] => {
  const [first, second] = words;
  if (!first || !second || words.length > 2 || first.folded.length > 1 || /[ -~]/.test(first.folded)) return [];
  return [first.latin.at(-1)! + second.latin.at(-1)!];
};

export const endingKey = (form: string): string => ENDING + reversed(form);

export const reversed = (word: string): string => [...word].reverse().join('');
