import { stemmer as arabic } from '@orama/stemmers/arabic';
import { stemmer as armenian } from '@orama/stemmers/armenian';
import { stemmer as danish } from '@orama/stemmers/danish';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as finnish } from '@orama/stemmers/finnish';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as greek } from '@orama/stemmers/greek';
import { stemmer as hungarian } from '@orama/stemmers/hungarian';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as lithuanian } from '@orama/stemmers/lithuanian';
import { stemmer as norwegian } from '@orama/stemmers/norwegian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as romanian } from '@orama/stemmers/romanian';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as swedish } from '@orama/stemmers/swedish';
import { stemmer as tamil } from '@orama/stemmers/tamil';
import { stemmer as turkish } from '@orama/stemmers/turkish';
import { stopwords as danishWords } from '@orama/stopwords/danish';
import { stopwords as dutchWords } from '@orama/stopwords/dutch';
import { stopwords as englishWords } from '@orama/stopwords/english';
import { stopwords as finnishWords } from '@orama/stopwords/finnish';
import { stopwords as frenchWords } from '@orama/stopwords/french';
import { stopwords as germanWords } from '@orama/stopwords/german';
import { stopwords as hungarianWords } from '@orama/stopwords/hungarian';
import { stopwords as italianWords } from '@orama/stopwords/italian';
import { stopwords as lithuanianWords } from '@orama/stopwords/lithuanian';
import { stopwords as norwegianWords } from '@orama/stopwords/norwegian';
import { stopwords as portugueseWords } from '@orama/stopwords/portuguese';
import { stopwords as romanianWords } from '@orama/stopwords/romanian';
import { stopwords as spanishWords } from '@orama/stopwords/spanish';
import { stopwords as swedishWords } from '@orama/stopwords/swedish';
import { stopwords as turkishWords } from '@orama/stopwords/turkish';
import { fold, type SearchTerm, STEMMED, spelledWords } from './fold.ts';
import { isLinkingWord, isQuestionWord, languagesOfQuestion } from './question-words.ts';

// Loaded when the first note is written or searched, because startup does not need it.

type Stemmer = (word: string) => string;

interface Language {
  /** Marks its stems in the index. Never change a code. */
  code: string;
  stem: Stemmer;
  script: RegExp;
  functionWords: ReadonlySet<string>;
}

const LATIN = /\p{Script=Latin}/u;
const latin = (code: string, stem: Stemmer, functionWords: string[]): Language => ({
  code,
  stem,
  script: LATIN,
  // All words at once: one at a time takes ten times as long.
  functionWords: new Set(spelledWords(functionWords.join(' '))),
});
/** The only stemmed language in its script, so it needs no function words. */
const only = (code: string, stem: Stemmer, script: RegExp): Language => ({
  code,
  stem,
  script,
  functionWords: new Set(),
});

const LANGUAGES: readonly Language[] = [
  latin('da', danish, danishWords),
  latin('de', german, germanWords),
  latin('en', english, englishWords),
  latin('es', spanish, spanishWords),
  latin('fi', finnish, finnishWords),
  latin('fr', french, frenchWords),
  latin('hu', hungarian, hungarianWords),
  latin('it', italian, italianWords),
  latin('lt', lithuanian, lithuanianWords),
  latin('nl', dutch, dutchWords),
  latin('no', norwegian, norwegianWords),
  latin('pt', portuguese, portugueseWords),
  latin('ro', romanian, romanianWords),
  latin('sv', swedish, swedishWords),
  latin('tr', turkish, turkishWords),
  only('ar', arabic, /\p{Script=Arabic}/u),
  only('el', greek, /\p{Script=Greek}/u),
  only('hy', armenian, /\p{Script=Armenian}/u),
  only('ru', russian, /\p{Script=Cyrillic}/u),
  only('ta', tamil, /\p{Script=Tamil}/u),
];
/** Marks stems in an unknown language. */
const UNKNOWN = 'xx';

/** Number of function words that identify a language. A language with half as many as the first one also counts. */
const TELLING = 2;
const MAX_LANGUAGES = 3;
/** Number of words read to detect the language. */
const WORDS_READ = 1_000;
/** Without a detected language, only texts with at most this many words are stemmed. */
const JOTTED = 200;
/** Maximum number of stemmed words per text, because other requests wait during stemming. */
const MAX_WORDS = 10_000;

const LETTERS_ALONE = /^[\p{L}\p{M}]{3,60}$/u;

/** Languages detected from function words; empty if there are too few, as in a short note. */
function languagesOf(words: readonly string[]): Language[] {
  const read = words.slice(0, WORDS_READ);
  const counted = LANGUAGES.map((language) => ({
    language,
    count: read.filter((word) => language.functionWords.has(word)).length,
  })).sort((a, b) => b.count - a.count);
  const most = counted[0]!.count;
  if (most < TELLING) return [];
  const spoken = counted.filter(({ count }) => count * 2 >= most).slice(0, MAX_LANGUAGES);
  return spoken.map(({ language }) => language);
}

/**
 * Distinct stems of a note's words, as index words. They are marked with the detected language, so that one language's
 * endings are not removed from another's words. If no language is detected, stems in all languages are used. Names are
 * not stemmed.
 */
export function stemsOfText(text: string): string[] {
  const words = spelledWords(text);
  const spoken = languagesOf(words);
  const isJotted = spoken.length === 0 && words.length <= JOTTED;
  const stems = new Set<string>();
  for (const word of [...new Set(words)].slice(0, MAX_WORDS)) {
    if (!LETTERS_ALONE.test(word)) continue;
    if (LATIN.test(word)) {
      for (const language of spoken) if (!language.functionWords.has(word)) stems.add(marked(language, word));
      if (isJotted) for (const stem of stemsOfAny(word)) stems.add(stem);
    } else {
      for (const language of languagesWith(word)) stems.add(marked(language, word));
    }
  }
  return [...stems];
}

/** Adds the possible stems of each word. Phrases have none and are searched as written. */
export const withStems = (terms: readonly SearchTerm[]): SearchTerm[] =>
  terms.map((term) => {
    const { spelled } = term;
    if (spelled === undefined || !LETTERS_ALONE.test(spelled)) return term;
    const stems = languagesWith(spelled).map((language) => marked(language, spelled));
    const others = [...new Set([...stems, ...stemsOfAny(spelled)])];
    return { ...term, or: others.map((stem) => ({ words: [stem], prefix: false })) };
  });

/**
 * The same for a question, but only with stems of the languages detected in its words. A third of the stems makes a
 * search three times as fast.
 */
export function withStemsOf(words: readonly string[], terms: readonly SearchTerm[]): SearchTerm[] {
  const spoken = languagesAsked(words);
  if (spoken.length === 0) return withStems(terms);
  return terms.map((term) => {
    const { spelled } = term;
    if (spelled === undefined || !LETTERS_ALONE.test(spelled)) return term;
    const languages = LATIN.test(spelled) ? spoken : languagesWith(spelled);
    const unmarked = LATIN.test(spelled)
      ? languages.map((language) => STEMMED + UNKNOWN + stemOf(language, spelled))
      : [];
    const stems = new Set([...languages.map((language) => marked(language, spelled)), ...unmarked]);
    return { ...term, or: [...stems].map((stem) => ({ words: [stem], prefix: false })) };
  });
}

/** Whether a word is a function word in any language. */
export const isFunctionWord = (spelled: string): boolean =>
  LANGUAGES.some(({ functionWords }) => functionWords.has(spelled));

/**
 * Returns a test for function words in a question's languages or, if none is detected, for linking words in any
 * language.
 */
export function functionWordsOf(words: readonly string[]): (word: string) => boolean {
  const spoken = languagesAsked(words);
  if (spoken.length === 0) return isLinkingWord;
  return (word) => spoken.some(({ code, functionWords }) => functionWords.has(word) || isQuestionWord(code, word));
}

/** Languages of a question. A question word identifies a language even without other function words. */
function languagesAsked(words: readonly string[]): Language[] {
  const shown = languagesOf(words);
  const asked = languagesOfQuestion(words).flatMap(
    (code) => LANGUAGES.find((language) => language.code === code) ?? [],
  );
  if (shown.length === 0) return asked.slice(0, MAX_LANGUAGES);
  // "Como" is a question word in two languages. Other function words may decide.
  return asked.some((language) => shown.includes(language)) ? shown : [...shown, ...asked].slice(0, MAX_LANGUAGES);
}

const languagesWith = (word: string): Language[] => LANGUAGES.filter(({ script }) => script.test(word));

const stemsOfAny = (word: string): string[] =>
  languagesWith(word)
    .filter(({ script }) => script === LATIN)
    .map((language) => STEMMED + UNKNOWN + stemOf(language, word));

// Some stemmers take 40 µs per word, and people reuse the same words.
const KNOWN = 20_000;
const known = new Map<string, string>();

/** Stems are folded like all words, so that accents do not matter in searches. */
function stemOf({ code, stem }: Language, word: string): string {
  const key = code + word;
  let found = known.get(key);
  if (found === undefined) {
    if (known.size >= KNOWN) known.clear();
    found = fold(stem(word)).replace(/[^\p{L}\p{M}]/gu, '');
    known.set(key, found);
  }
  return found;
}

const marked = (language: Language, word: string): string => STEMMED + language.code + stemOf(language, word);
