import anyAscii from 'any-ascii';
import { append } from '../../shared/lists.ts';
import { isPlain } from '../../shared/text/fold.ts';
import { remembered } from './cached.ts';
import { isKnownName } from './given-names.ts';

/** A romanized, lower-case name, split into words for comparison. */
export interface NameParts {
  given: readonly string[];
  family: readonly string[];
}

export interface PersonName {
  /** Possible readings, because a single field may be split in several places. Empty if there is no name. */
  readings: NameParts[];
  /** Given names in parentheses or quotes: `Robert (Bob) Smith`. */
  aliases: string[];
  /** `jr`, `sr`, `ii`, …: with everything else equal, the two are father and son. */
  suffix: string | undefined;
  /** Whether the name is written without vowels, as in Arabic and Hebrew. Such names are compared by consonants. */
  vowelless: boolean;
  /** Whether the name covers two people: `John & Jane Smith`. */
  joint: boolean;
}

/** Titles and degrees, which are not part of a name. */
export const TITLES: ReadonlySet<string> = new Set(
  'mr mrs ms miss mx dr prof professor sir dame lord lady rev reverend fr hon herr frau fraulein monsieur madame mme mlle dott ing dipl mag lic senor senora sra don dona phd md mba esq cpa dds rn pe msc bsc'.split(
    ' ',
  ),
);
const SUFFIXES: Record<string, string> = {
  ...Object.fromEntries('jr jnr junior hijo filho fils figlio mlodszy'.split(' ').map((word) => [word, 'jr'])),
  ...Object.fromEntries('sr snr senior padre starszy'.split(' ').map((word) => [word, 'sr'])),
  ii: 'ii',
  iii: 'iii',
  iv: 'iv',
};
/** Suffixes that are also names unless they end with a period. In Hungarian they come first. */
const DOTTED: [RegExp, string][] = [
  [/(?<=\s)(jun|m[lł]|мл)\.(?=\s|,|$)|^ifj\.(?=\s)/giu, ' junior '],
  [/(?<=\s)(sen|st|ст)\.(?=\s*$)|^id\.(?=\s)/giu, ' senior '],
];
/** Particles that start a family name. */
const PARTICLES = new Set(
  'van von vom zu der den de del della di da do dos das du des la le les el al bin ibn ben bint abu st saint ten ter te af av y e mac'.split(
    ' ',
  ),
);

const VOWELLESS = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const HAN = /^\p{Script=Han}{2,4}$/u;
const HANGUL = /^\p{Script=Hangul}{2,4}$/u;
/** Chinese and Korean family names with two characters. */
export const DOUBLE_FAMILY: ReadonlySet<string> = new Set(
  '欧阳 歐陽 司马 司馬 上官 诸葛 諸葛 司徒 东方 東方 皇甫 尉迟 尉遲 公孙 公孫 慕容 令狐 남궁 황보 제갈 선우 독고'.split(
    ' ',
  ),
);

// Comparing two names takes quadratic time in their words and letters. Names stored before there was a length limit may
// be much longer, so only their beginning is compared.
const MAX_NAME_LENGTH = 500;
const MAX_WORD_LENGTH = 40;
const MAX_WORDS = 10;

const comparable = (word: string): string => word.slice(0, MAX_WORD_LENGTH);

/** Parses a contact's name fields for comparison only. The stored fields do not change. */
export function readName(first: string | null, last: string | null, full: string | null): PersonName {
  const typed = [first, last, full]
    .filter((text): text is string => !!text?.trim())
    .map((text) => text.slice(0, MAX_NAME_LENGTH));
  const aliases: string[] = [];
  const readings: NameParts[] = [];
  let suffix: string | undefined;
  const clean = (text: string | null): string => {
    if (!text) return '';
    const written = DOTTED.reduce((left, [sign, word]) => left.replace(sign, word), text.slice(0, MAX_NAME_LENGTH));
    const { plain, inner } = withoutBrackets(written.normalize('NFKC').trim());
    for (const alias of inner.slice(0, MAX_WORDS)) append(aliases, wordsIn(alias).slice(0, 1).map(comparable));
    return plain;
  };
  const take = (words: string[]): string[] => {
    const kept = [...words];
    while (kept.length > 1 && (TITLES.has(kept[0]!) || kept[0]! in SUFFIXES)) {
      // In `Sr. García`, the first word is "señor", not a suffix.
      if (kept[0] === 'junior' || kept[0] === 'senior') suffix ??= SUFFIXES[kept[0]];
      kept.shift();
    }
    while (kept.length > 1 && (TITLES.has(kept.at(-1)!) || kept.at(-1)! in SUFFIXES)) {
      suffix ??= SUFFIXES[kept.at(-1)!];
      kept.pop();
    }
    return kept;
  };

  const [cleanFirst, cleanLast] = [clean(first), clean(last)];
  const family = take(wordsIn(cleanLast));
  const given = take(wordsIn(cleanFirst));
  // The last name may consist of only a suffix: `last_name: "Jr."` is not a name.
  if (family.length === 1 && family[0]! in SUFFIXES) suffix ??= SUFFIXES[family.pop()!];
  if (given.length > 0 && family.length > 0) readings.push({ given: shared(given), family: shared(family) });
  else append(readings, readOneField(clean(full?.trim() ? full : (first ?? last)), take, !first && !!last));
  return {
    readings,
    aliases: aliases.length > 1 ? [...new Set(aliases)] : aliases,
    suffix,
    vowelless: typed.some((text) => VOWELLESS.test(text)),
    joint: (first && last ? [first, last] : typed).some((text) => isJoint(text.slice(0, MAX_NAME_LENGTH))),
  };
}

/** Whether a text names two people: `John & Jane Smith`, `Juan y María`, but not `José Ortega y Gasset`. */
function isJoint(text: string): boolean {
  if (/\s(&|\+|and|und)\s/i.test(text)) return true;
  const both = /(?:^|\s)(\S+) (?:y|e|i|a|et|en|og|och|ja|ve|si|и|та) (?=(\S+))/.exec(text)?.slice(1);
  return both?.every((name) => isKnownName(wordsIn(name)[0] ?? '')) ?? false;
}

function readOneField(text: string, take: (words: string[]) => string[], isFamily: boolean): NameParts[] {
  const eastern = readEastern(text.trim());
  if (eastern) return [eastern];
  const [before, ...after] = text.split(',');
  const behind = take(wordsIn(after.join(' ')));
  // `Lovelace, Ada` is reversed, but `Ada Lovelace, PhD` and `Ada Lovelace, Jr.` have only titles after the comma.
  const isTitle = behind.every((word) => TITLES.has(word) || word in SUFFIXES);
  if (behind.length > 0 && !isTitle) return [{ given: shared(behind), family: shared(take(wordsIn(before!))) }];
  const words = take(wordsIn(text));
  if (words.length === 0) return [];
  if (isFamily) return [{ given: NONE, family: shared(words) }];
  if (words.length === 1) return [{ given: shared(words), family: NONE }];
  const particle = words.findIndex((word, index) => index > 0 && index < words.length - 1 && PARTICLES.has(word));
  const readings = [split(words, particle > 0 ? particle : words.length - 1)];
  // Two family names, as in Spanish: `Gabriel García Márquez`.
  const first = wordsIn(text.trim().split(/\s/, 1)[0]!).length;
  if (words.length > first + 1 && particle !== 1) readings.push(split(words, Math.max(1, first)));
  return readings;
}

const split = (words: string[], at: number): NameParts => ({
  given: shared(words.slice(0, at)),
  family: shared(words.slice(at)),
});

const NONE: readonly string[] = [];
const sharedWords = remembered((text): readonly string[] => text.split(' '));

/** Returns the same array for equal names. This saves memory and allows comparison by identity. */
const shared = (words: string[]): readonly string[] =>
  words.length === 0 ? NONE : sharedWords(words.slice(0, MAX_WORDS).map(comparable).join(' '));

/** Splits a Chinese or Korean name without spaces. The family name is the first character or, rarely, the first two. */
function readEastern(text: string): NameParts | undefined {
  const plain = text.replace(/\s/g, '');
  if (!HAN.test(plain) && !HANGUL.test(plain)) return undefined;
  const characters = [...plain];
  const at = characters.length > 2 && DOUBLE_FAMILY.has(characters.slice(0, 2).join('')) ? 2 : 1;
  const latin = (part: string[]) =>
    [
      anyAscii(part.join(''))
        .toLowerCase()
        .replace(/[^a-z]/g, ''),
    ].filter(Boolean);
  return { given: shared(latin(characters.slice(at))), family: shared(latin(characters.slice(0, at))) };
}

function withoutBrackets(text: string): { plain: string; inner: string[] } {
  const inner: string[] = [];
  const plain = text.replace(/[([{"“„«]([^)\]}"”“»]*)[)\]}"”“»]/g, (_, within: string) => {
    inner.push(within);
    return ' ';
  });
  return plain.trim() ? { plain, inner } : { plain: inner.join(' '), inner: [] };
}

/** Splits a text into romanized words. Apostrophes join letters (`O'Brien`). All other punctuation splits them. */
export function wordsIn(text: string): string[] {
  const latin = isPlain(text) ? text : anyAscii(text.replace(/\p{Script=Han}+|\p{Script=Hangul}+/gu, ' $& '));
  return latin
    .toLowerCase()
    .replace(/['’`´]/g, '')
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
}
