import { pick, type Random, whole } from '../duplicates/people.ts';

/** A typo: a letter missing, doubled, changed, or swapped with the next. The first letter stays. */
export function typo(random: Random, text: string): string {
  const letters = [...text];
  const at = 1 + whole(random, Math.max(1, letters.length - 2));
  const [before, letter = '', next = '', after] = [
    letters.slice(0, at),
    letters[at],
    letters[at + 1],
    letters.slice(at + 2),
  ];
  const other = pick(
    random,
    [...'aeinorst'].filter((one) => one !== letter),
  );
  const slips = [[next], [letter, letter, next], [other, next], next && next !== letter ? [next, letter] : [next]];
  return [...before, ...pick(random, slips), ...after].join('');
}

/** Spellings that sound the same. */
const SOUNDS: [RegExp, string][] = [
  [/ph/i, 'f'],
  [/ck/i, 'k'],
  [/th/i, 't'],
  [/sch/i, 'sh'],
  [/c(?=[aou])/i, 'k'],
  [/ie/i, 'ee'],
  [/ei/i, 'ai'],
  [/y/i, 'i'],
  [/z/i, 's'],
  [/w/i, 'v'],
  [/(\p{L})\1/iu, '$1'],
  [/tz/i, 'ts'],
  [/qu/i, 'kw'],
  [/dt/i, 't'],
  [/v(?=[aeo])/i, 'w'],
];

/** Another spelling that sounds alike, or undefined. */
export function soundAlike(random: Random, text: string): string | undefined {
  const fitting = SOUNDS.filter(([sound]) => sound.test(text.slice(1)));
  if (fitting.length === 0) return undefined;
  const [sound, spelling] = pick(random, fitting);
  return text[0] + text.slice(1).replace(sound, spelling);
}
