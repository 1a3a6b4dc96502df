import anyAscii from 'any-ascii';
import { fold, isPlain } from '../../shared/text/fold.ts';
import { remembered } from './cached.ts';
import { divideHan, divideHangul, type EasternPart } from './eastern-names.ts';

/** One word of a name, in every form used for comparison. */
export interface NameWord {
  /** Lower case, with accents. */
  spelled: string;
  folded: string;
  /** Romanized forms, most likely first. Never empty. */
  latin: readonly string[];
  /** Whether the word is written without vowels, as in Arabic and Hebrew. */
  vowelless: boolean;
}

/** Splits a name into at most `MAX_WORDS` words. Returns the same array for the same text. */
export const nameWords: (text: string) => readonly NameWord[] = remembered(read);

// Names stored before there was a length limit may be much longer, so only their beginning is read.
const MAX_TEXT_LENGTH = 300;
const MAX_WORD_LENGTH = 40;
export const MAX_WORDS = 12;

const APOSTROPHES = /['’`´ʼ]/g;
const RUN =
  /\p{Script=Han}+|\p{Script=Hangul}+|[\p{Script=Hiragana}\p{Script=Katakana}ー]+|(?:(?![\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{M}\p{N}])+/gu;

function read(text: string): readonly NameWord[] {
  const cut = text.slice(0, MAX_TEXT_LENGTH);
  if (isPlain(cut)) {
    const found =
      cut
        .toLowerCase()
        .replace(APOSTROPHES, '')
        .match(/[a-z0-9]+/g) ?? [];
    return found.slice(0, MAX_WORDS).map(plainWord);
  }
  const runs = cut.toWellFormed().normalize('NFKC').toLowerCase().replace(APOSTROPHES, '').match(RUN) ?? [];
  return runs.flatMap((run) => wordsOfRun(run.slice(0, MAX_WORD_LENGTH))).slice(0, MAX_WORDS);
}

const plainWord = remembered((written): NameWord => {
  const word = written.slice(0, MAX_WORD_LENGTH);
  return { spelled: word, folded: word, latin: [word], vowelless: false };
});

function wordsOfRun(run: string): NameWord[] {
  if (isPlain(run)) return [plainWord(run)];
  if (/^\p{Script=Han}/u.test(run)) return divideHan(run).flatMap(eastern);
  if (/^\p{Script=Hangul}/u.test(run)) return divideHangul(run, letters).flatMap(eastern);
  const vowelless = /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(run);
  const latin = [...new Set(vowelless ? semitic(run) : [letters(greek(run))])].filter(Boolean);
  return latin.length > 0 ? [{ spelled: run, folded: fold(run), latin, vowelless }] : [];
}

function eastern({ written, readings }: EasternPart): NameWord[] {
  const latin = [...new Set([...readings, letters(written)])].filter(Boolean);
  return latin.length > 0 ? [{ spelled: written, folded: written, latin, vowelless: false }] : [];
}

const letters = (text: string): string =>
  anyAscii(text)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .slice(0, MAX_WORD_LENGTH);

/** Greek digraphs. */
const GREEK: [RegExp, string][] = [
  [/ου/g, 'ou'],
  [/([αεη])υ(?=[αεηιουωβγδζλμνρ])/g, '$1v'],
  [/([αεη])υ/g, '$1f'],
  [/γγ/g, 'ng'],
  [/γχ/g, 'nch'],
  [/^γκ/g, 'g'],
  [/^μπ/g, 'b'],
  [/^ντ/g, 'd'],
  [/μπ/g, 'mp'],
];

function greek(run: string): string {
  if (!/\p{Script=Greek}/u.test(run)) return run;
  return GREEK.reduce((text, [from, to]) => text.replace(from, to), run.normalize('NFD').replace(/\p{M}/gu, ''));
}

/** Romanizes with and without letters that may be long vowels, and without the article. */
function semitic(run: string): string[] {
  const bare = run.normalize('NFD').replace(/\p{M}/gu, '');
  const text = letters(bare.replace(/^[ع]/u, 'ا'));
  const withVowels = /^[اأإآعא]/u.test(bare) && !/^a/.test(text) ? `a${text}` : text;
  const short = withVowels.replace(/(?<=.)[wvy]/g, '');
  const forms = short.length > 1 ? [withVowels, short] : [withVowels];
  return forms.flatMap((form) => (/^al.{3}/.test(form) ? [form, form.slice(2)] : [form]));
}
