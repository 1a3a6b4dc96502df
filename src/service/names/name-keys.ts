import { ENDING, ROMANIZED, SOUNDING } from '../../shared/text/fold.ts';
import { remembered } from './cached.ts';
import { MAX_WORDS, type NameWord, nameWords } from './name-words.ts';
import { soundOf } from './text-distance.ts';

/**
 * Index words that find a name in any spelling: each word reversed, its phonetic key, and its romanization. `known`
 * lists the words already in the index.
 */
export function nameKeys(texts: readonly string[], known: readonly string[]): string[] {
  const keys = new Set<string>();
  const there = new Set(known);
  const words = texts.flatMap(nameWords).slice(0, MAX_WORDS);
  for (const { latin } of words) for (const form of latin) addKeys(keys, form, there);
  for (const form of joinedForms(words)) addKeys(keys, form, there);
  return [...keys];
}

function addKeys(keys: Set<string>, form: string, known: ReadonlySet<string>): void {
  for (const key of keysOf(form)) keys.add(key);
  if (!known.has(form)) keys.add(ROMANIZED + form);
}

/** Numbers have only one spelling. */
const keysOf = remembered((form): string[] => {
  if (/^\d+$/.test(form)) return [];
  const sound = soundOf(form);
  return sound ? [endingKey(form), SOUNDING + sound] : [endingKey(form)];
});

/** Rejoins a given name in Chinese characters or Hangul that was split into family name and given name. */
const joinedForms = (words: readonly NameWord[]): string[] => {
  const [first, second] = words;
  if (!first || !second || words.length > 2 || first.folded.length > 1 || /[ -~]/.test(first.folded)) return [];
  return [first.latin.at(-1)! + second.latin.at(-1)!];
};

export const endingKey = (form: string): string => ENDING + reversed(form);

export const reversed = (word: string): string => [...word].reverse().join('');
