import { words } from './fold.ts';

/** Whether each typed word begins a word of the texts, as a search of contacts has it. */
export function holdsWords(texts: readonly (string | null | undefined)[], typed: string): boolean {
  const own = words(texts.filter(Boolean).join('\n'));
  return words(typed).every((word) => own.some((one) => one.startsWith(word)));
}
