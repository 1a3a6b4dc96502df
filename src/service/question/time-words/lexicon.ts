import { fold } from '../../../shared/text/fold.ts';
import { type Recurring, season, type Unit, weekly } from './calendar.ts';
import { type Feast, feast } from './feasts.ts';
import type { DayPart, Part, TimeLanguage } from './language.ts';
import { skipJoints, type Token } from './tokens.ts';

/** The meaning of each kind of phrase. */
interface Senses {
  month: number;
  shortMonth: number;
  weekday: Recurring;
  season: Recurring;
  feast: Recurring;
  unit: { unit: Unit; isPlural: boolean };
  number: number;
  ordinal: number;
  day: number;
  dayPart: DayPart;
  moment: { offset: number; part: DayPart };
  decade: number;
  recent: number;
  part: Part;
}

type Kind = keyof Senses;
/** Phrases that mark a grammatical role and have no value. Each is a key of `TimeLanguage`. */
export type Marker = {
  [K in keyof TimeLanguage]: TimeLanguage[K] extends string ? K : never;
}[keyof TimeLanguage];

interface Phrase {
  kind: string;
  words: string[];
  sense: unknown;
}

/** A matched phrase: its meaning and the index of the next token. */
export interface PhraseMatch<S> {
  end: number;
  sense: S;
}

export interface Lexicon {
  language: TimeLanguage;
  /** Keyed by first word. */
  phrases: Map<string, Phrase[]>;
}

/** A tokenized text with the longest phrase of each kind that starts at each token. */
export interface TokenizedText {
  tokens: readonly Token[];
  phrasesAt: readonly (ReadonlyMap<string, PhraseMatch<unknown>> | undefined)[];
}

export function lexiconOf(language: TimeLanguage): Lexicon {
  const lexicon: Lexicon = { language, phrases: new Map() };
  const add = <K extends Kind>(kind: K, texts: string | undefined, sense: Senses[K]) =>
    addPhrases(lexicon, kind, texts, sense);
  for (const [month, texts] of language.months.entries()) add('month', texts, month);
  for (const [month, texts] of language.shortMonths.entries()) add('shortMonth', texts, month);
  for (const [day, texts] of language.weekdays.entries()) add('weekday', texts, weekly(day));
  for (const [index, texts] of language.seasons.entries()) add('season', texts, season(index));
  for (const [name, texts] of Object.entries(language.feasts)) add('feast', texts, feast(name as Feast));
  for (const [unit, texts] of Object.entries(language.units))
    add('unit', texts, { unit: unit as Unit, isPlural: false });
  for (const [unit, texts] of Object.entries(language.plurals))
    add('unit', texts, { unit: unit as Unit, isPlural: true });
  for (const [index, texts] of language.numbers.entries()) add('number', texts, index + 1);
  for (const [index, texts] of language.ordinals.entries()) add('ordinal', texts, index + 1);
  for (const [offset, texts] of language.days) add('day', texts, offset);
  for (const [part, texts] of Object.entries(language.dayParts)) add('dayPart', texts, part as DayPart);
  for (const [offset, part, texts] of language.moments) add('moment', texts, { offset, part });
  for (const [decade, texts] of language.decades) add('decade', texts, decade);
  for (const [days, texts] of language.recent) add('recent', texts, days);
  for (const [part, texts] of Object.entries(language.parts)) add('part', texts, part as Part);
  for (const [marker, texts] of Object.entries(language)) {
    if (typeof texts === 'string') addPhrases(lexicon, marker, texts, true);
  }
  return lexicon;
}

function addPhrases({ phrases }: Lexicon, kind: string, texts: string | undefined, sense: unknown): void {
  for (const text of texts ? fold(texts).split('|') : []) {
    const words = text.split(' ');
    const sameStart = phrases.get(words[0]!);
    if (sameStart) sameStart.push({ kind, words, sense });
    else phrases.set(words[0]!, [{ kind, words, sense }]);
  }
}

export function phrasesIn({ phrases }: Lexicon, tokens: readonly Token[]): TokenizedText['phrasesAt'] {
  return tokens.map(({ word }, at) => {
    const sameStart = phrases.get(word);
    if (!sameStart) return undefined;
    const longest = new Map<string, PhraseMatch<unknown>>();
    for (const { kind, words, sense } of sameStart) {
      const end = endOf(words, tokens, at);
      if (end !== undefined && end > (longest.get(kind)?.end ?? 0)) longest.set(kind, { end, sense });
    }
    return longest.size > 0 ? longest : undefined;
  });
}

/** The longest phrase of a kind at a token. */
export const take = <K extends Kind>(text: TokenizedText, kind: K, at: number): PhraseMatch<Senses[K]> | undefined =>
  text.phrasesAt[skipJoints(text.tokens, at)]?.get(kind) as PhraseMatch<Senses[K]> | undefined;

/** Index of the token after the longest phrase for a marker, or undefined if there is none. */
export const takeMarker = ({ tokens, phrasesAt }: TokenizedText, marker: Marker, at: number): number | undefined =>
  phrasesAt[skipJoints(tokens, at)]?.get(marker)?.end;

function endOf(words: readonly string[], tokens: readonly Token[], start: number): number | undefined {
  let at = start;
  for (const word of words) {
    at = skipJoints(tokens, at);
    if (tokens[at]?.word !== word) return undefined;
    at += 1;
  }
  return at;
}
