import type { Term } from '../../question/terms.ts';
import { formsOf, isOwnForm, type TermForms } from './forms.ts';
import type { NoteText } from './texts.ts';

// BM25 (Robertson and Zaragoza 2009). The constants were tuned on the first five LoCoMo conversations
// (docs/performance.md).
const K1 = 0.9;
const B = 0.4;
/** Bonus for terms that are adjacent in both the question and the note, in the unit of term weights. */
const SIDE_BY_SIDE = 1.5;

/** Factor for terms that the index found although the text does not show them, such as synonyms. */
const SYNONYM = 0.7;

/** A term with its weight, prepared for scoring. */
export interface WeighedTerm extends TermForms {
  weight: number;
  /** Index of the next term in the question, if any. */
  next: number | undefined;
}

export const weighedTerms = (terms: readonly Term[], weights: readonly number[]): WeighedTerm[] =>
  terms.map((term, number) => {
    const next = terms.findIndex(({ at }) => at.some((place) => term.at.includes(place - 1)));
    return { ...formsOf(term), weight: weights[number]!, next: next < 0 ? undefined : next };
  });

/** Inverse document frequency in nats (Robertson and Spärck Jones). Rare words weigh more. */
export const weightOf = (holders: number, records: number): number =>
  Math.log(1 + (Math.max(records, holders) - holders + 0.5) / (holders + 0.5));

/** Scores a note's own text. `has` holds the terms that the index found in it. */
export function scoreOf(
  note: NoteText,
  terms: readonly WeighedTerm[],
  has: ReadonlySet<number>,
  average: number,
): number {
  const places = placesOf(note, terms, has);
  const length = 1 - B + (B * note.words.length) / average;
  let score = 0;
  for (const number of has) {
    const times = Math.max(1, places[number]!.length);
    const share = places[number]!.length === 0 ? SYNONYM : 1;
    score += (share * terms[number]!.weight * times * (K1 + 1)) / (times + K1 * length);
  }
  for (const [number, { next }] of terms.entries()) {
    if (next === undefined || !has.has(number) || !has.has(next)) continue;
    const after = new Set(places[next]!);
    if (places[number]!.some((place) => after.has(place + 1))) score += SIDE_BY_SIDE;
  }
  return score;
}

/** Word positions of each term in a note. */
function placesOf(note: NoteText, terms: readonly WeighedTerm[], has: ReadonlySet<number>): number[][] {
  const places = terms.map((): number[] => []);
  const look = (words: readonly string[], first: number) => {
    for (const [place, word] of words.entries())
      for (const number of has) if (isOwnForm(word, terms[number]!)) places[number]!.push(first + place);
  };
  look(note.words, 0);
  look(note.names, note.words.length + 1);
  return places;
}
