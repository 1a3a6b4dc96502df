/** Initials of a name's first and last words: one or two characters, or "?" for a name without letters. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const [first, last] = [words[0], words.length > 1 ? words.at(-1) : undefined];
  const initials = [first, last].map((word) => (word === undefined ? '' : [...word][0]!.toLocaleUpperCase())).join('');
  return initials || '?';
}

const HUES = 6;

/** A number from 0 to 5 that stays the same for an id. */
export function hueOf(id: string): number {
  let sum = 0;
  for (const character of id) sum = (sum * 31 + character.charCodeAt(0)) % 65_521;
  return sum % HUES;
}
