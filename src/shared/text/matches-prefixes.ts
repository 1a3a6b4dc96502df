import { words } from './fold.ts';

/** Whether each typed word is a prefix of a word in the texts, as in contact search. */
export function matchesPrefixes(texts: readonly (string | null | undefined)[], typed: string): boolean {
  const own = words(texts.filter(Boolean).join('\n'));
  return words(typed).every((word) => own.some((one) => one.startsWith(word)));
}
