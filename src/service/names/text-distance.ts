import { remembered } from './cached.ts';

// String similarity for lower-case Latin words, from 0 to 1 (equal).

/** Jaro-Winkler similarity, with a bonus for a common prefix of up to four letters. */
export function jaroWinkler(a: string, b: string): number {
  if (a === b) return 1;
  // Matching is greedy and may depend on the argument order, so sort the arguments.
  if (a > b) return jaroWinkler(b, a);
  const reach = Math.max(0, (Math.max(a.length, b.length) >> 1) - 1);
  let taken = 0;
  const matched: number[] = [];
  for (let i = 0; i < a.length; i++) {
    const code = a.charCodeAt(i);
    const end = Math.min(b.length, i + reach + 1);
    for (let j = Math.max(0, i - reach); j < end; j++) {
      // Names are short, so a bit mask marks the matched letters of the other word.
      if ((taken & (1 << j)) === 0 && j < 31 && b.charCodeAt(j) === code) {
        taken |= 1 << j;
        matched.push(code);
        break;
      }
    }
  }
  const matches = matched.length;
  if (matches === 0) return 0;
  let moved = 0;
  for (let j = 0, next = 0; j < b.length && j < 31; j++) {
    if (taken & (1 << j) && b.charCodeAt(j) !== matched[next++]) moved++;
  }
  const jaro = (matches / a.length + matches / b.length + (matches - moved / 2) / matches) / 3;
  let common = 0;
  while (common < 4 && common < a.length && a.charCodeAt(common) === b.charCodeAt(common)) common++;
  return jaro + common * 0.1 * (1 - jaro);
}

/** Whether the words differ by at most one insertion, deletion, substitution, or swap of adjacent letters. */
export function isOneEdit(a: string, b: string): boolean {
  if (a.length > b.length) return isOneEdit(b, a);
  if (b.length - a.length > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  const rest = (text: string, from: number) => text.slice(from);
  if (a.length < b.length) return rest(a, start) === rest(b, start + 1);
  if (rest(a, start + 1) === rest(b, start + 1)) return true;
  return a[start] === b[start + 1] && a[start + 1] === b[start] && rest(a, start + 2) === rest(b, start + 2);
}

/** Whether the words differ by at most two such edits. */
export function isTwoEdits(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 2) return false;
  let [before, last, row]: [number[], number[], number[]] = [[], [], Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    [before, last, row] = [last, row, [i]];
    for (let j = 1; j <= b.length; j++) {
      const changed = last[j - 1]! + Number(a[i - 1] !== b[j - 1]);
      row[j] = Math.min(changed, last[j]! + 1, row[j - 1]! + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(row[j]!, before[j - 2]! + 1);
    }
  }
  return row[b.length]! <= 2;
}

/** Whether swapping two adjacent characters turns one word into the other. */
export function isSwap(a: string, b: string): boolean {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return a.slice(0, at) + (a[at + 1] ?? '') + (a[at] ?? '') + a.slice(at + 2) === b;
}

// Different spellings of the same sound, across languages that are common in address books.
const SOUNDS: [RegExp, string][] = [
  [/ph/g, 'f'],
  [/tch|tsch|tsh|tj|cz|ch|sch|sh|sz|zh|dj/g, 'x'],
  [/ck|cq|[cq](?![eiyx])/g, 'k'],
  [/c/g, 's'],
  [/ks/g, 'x'],
  [/gh|kh/g, 'k'],
  [/dt|th/g, 't'],
  [/[zß]/g, 's'],
  [/w/g, 'v'],
  [/b(?=$)|p/g, 'p'],
  [/[jy]/g, 'i'],
  [/h/g, ''],
];

/** Phonetic key: the consonants, with a marker for an initial vowel. */
export const soundOf = remembered((word) => {
  let text = word;
  for (const [spelling, sound] of SOUNDS) text = text.replace(spelling, sound);
  const first = /^[aeiou]/.test(text) ? 'a' : '';
  return first + text.replace(/[aeiou]/g, '').replace(/(.)\1+/g, '$1');
});

// Different spellings of the same name that sound identical, including vowels.
const SPELLINGS: [RegExp, string][] = [
  [/([aou])e/g, '$1'],
  [/^y/, 'j'],
  [/(?<=.)[jy]/g, 'i'],
  [/ph/g, 'f'],
  [/ck|q|c(?![eiyh])/g, 'k'],
  [/w/g, 'v'],
  [/z/g, 's'],
  [/(?<=.)h/g, ''],
  [/([^aeiou])\1+/g, '$1'],
];

/** Key shared by spellings of the same name: `Jörg` and `Joerg`, `Sara` and `Sarah`, `Philip` and `Filip`. */
export const spellingOf = remembered((word) =>
  SPELLINGS.reduce((text, [spelling, sound]) => text.replace(spelling, sound), word),
);

/** Distinct letters of a word, as a bit mask. */
const lettersOf = remembered((word) => {
  let bits = 0;
  for (let at = 0; at < word.length; at++) bits |= 1 << (word.charCodeAt(at) & 31);
  return bits;
});

function bitCount(bits: number): number {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count++;
  return count;
}

/** Share of distinct letters that two words have in common, 0 to 1. */
export function sharedLetters(a: string, b: string): number {
  const [ofA, ofB] = [lettersOf(a), lettersOf(b)];
  return bitCount(ofA & ofB) / Math.max(bitCount(ofA), bitCount(ofB));
}

/** Consonant skeleton without repeated letters, which is all that vowelless scripts convey. */
export const skeletonOf = (word: string): string => word.replace(/[aeiouwy]/g, '').replace(/(.)\1+/g, '$1');
