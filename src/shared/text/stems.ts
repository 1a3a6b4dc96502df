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

// Loaded with the first note that is written or searched for: a start does not need it.

type Stemmer = (word: string) => string;

interface Language {
  /** What its stems are marked with in the index: never change one. */
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
  // All in one text: a word at a time takes ten times as long.
  functionWords: new Set(spelledWords(functionWords.join(' '))),
});
/** The one language that is stemmed in its script: its function words do not have to tell it. */
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
/** Marks the stems of a text whose language does not show. */
const UNKNOWN = 'xx';

/** So many function words tell a language; a language with half as many as the first is spoken in the text too. */
const TELLING = 2;
const MOST_LANGUAGES = 3;
/** The language of a text shows in so many words, or not at all. */
const WORDS_READ = 1_000;
/** Of a text without a language that shows, only a short one has stems. */
const JOTTED = 200;
/** The most words of one text that are stemmed: nobody else is served meanwhile. */
const MOST_WORDS = 10_000;

const LETTERS_ALONE = /^[\p{L}\p{M}]{3,60}$/u;

/** The languages that the function words of a text show; none where they are too few, as in a jotted line. */
function languagesOf(words: readonly string[]): Language[] {
  const read = words.slice(0, WORDS_READ);
  const counted = LANGUAGES.map((language) => ({
    language,
    count: read.filter((word) => language.functionWords.has(word)).length,
  })).sort((a, b) => b.count - a.count);
  const most = counted[0]!.count;
  if (most < TELLING) return [];
  const spoken = counted.filter(({ count }) => count * 2 >= most).slice(0, MOST_LANGUAGES);
  return spoken.map(({ language }) => language);
}

/**
 * The stems of a text's words, each once, as words of the index: marked with the language of the text, so that no
 * language's endings are taken off another's words. Where the language does not show, stems of all languages stand for it.
 * The bodies of notes have stems; names are found as they are written.
 */
export function stemsOfText(text: string): string[] {
  const words = spelledWords(text);
  const spoken = languagesOf(words);
  const isJotted = spoken.length === 0 && words.length <= JOTTED;
  const stems = new Set<string>();
  for (const word of [...new Set(words)].slice(0, MOST_WORDS)) {
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

/** The terms with the stems that each word may have: a phrase has none, and is looked for as it is written. */
export const withStems = (terms: readonly SearchTerm[]): SearchTerm[] =>
  terms.map((term) => {
    const { spelled } = term;
    if (spelled === undefined || !LETTERS_ALONE.test(spelled)) return term;
    const stems = languagesWith(spelled).map((language) => marked(language, spelled));
    const others = [...new Set([...stems, ...stemsOfAny(spelled)])];
    return { ...term, or: others.map((stem) => ({ words: [stem], prefix: false })) };
  });

/**
 * The same for the words of a question: only the stems of the languages that its words show. A third of the stems makes
 * a search three times as fast.
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

/** Whether a word says little by itself, in one language or another. */
export const isFunctionWord = (spelled: string): boolean =>
  LANGUAGES.some(({ functionWords }) => functionWords.has(spelled));

/** Recognizes the function words of a question's languages; if no language shows, only words that link in any. */
export function functionWordsOf(words: readonly string[]): (word: string) => boolean {
  const spoken = languagesAsked(words);
  if (spoken.length === 0) return isLinkingWord;
  return (word) => spoken.some(({ code, functionWords }) => functionWords.has(word) || isQuestionWord(code, word));
}

/** The languages of a question. Its question word shows one even if it has no other function word. */
function languagesAsked(words: readonly string[]): Language[] {
  const shown = languagesOf(words);
  const asked = languagesOfQuestion(words).flatMap(
    (code) => LANGUAGES.find((language) => language.code === code) ?? [],
  );
  if (shown.length === 0) return asked.slice(0, MOST_LANGUAGES);
  // "Como" asks in two languages, and other function words may tell which.
  return asked.some((language) => shown.includes(language)) ? shown : [...shown, ...asked].slice(0, MOST_LANGUAGES);
}

const languagesWith = (word: string): Language[] => LANGUAGES.filter(({ script }) => script.test(word));

const stemsOfAny = (word: string): string[] =>
  languagesWith(word)
    .filter(({ script }) => script === LATIN)
    .map((language) => STEMMED + UNKNOWN + stemOf(language, word));

// Some stemmers take 40 µs for a word, and a person uses the same words over and over.
const KNOWN = 20_000;
const known = new Map<string, string>();

/** Folded as all words are: whoever writes without accents is to find what was written with them. */
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
