import { isOptionalWord } from '../../shared/text/question-words.ts';
import { weightOf } from '../notes/rank/score.ts';
import type { Match, Question } from '../question/question.ts';
import type { Term } from '../question/terms.ts';

/** Weights of the question's words, by index. */
export interface WordWeights {
  /** Weights for ranking, by how rare the word is. Function words weigh 0. */
  order: readonly number[];
  /** Weights for deciding whether a result can be trusted. */
  trust: readonly number[];
  /** Indexes of words that name a person. */
  names: ReadonlySet<number>;
}

/** Minimum quality at which a word counts as a person's name. */
export const NAMED = 0.85;

/**
 * Total weight of a person's name, relative to a word that occurs nowhere. It does not grow with the length or rarity
 * of the name. Otherwise anything about "Ana María López García" would seem to answer every question about her.
 */
const NAME = 0.575;
/** Minimum weight of a word, relative to a word that occurs nowhere. */
const MIN_WEIGHT = 0.35;
/** Number of top people used to detect which words are names. */
const NAMES_READ = 3;

/**
 * Weighs a question's words. `weights` holds the term weights from note ranking, and `total` is the number of
 * notes.
 */
export function wordWeights(
  question: Question,
  { terms, weights, total }: { terms: readonly Term[]; weights: readonly number[]; total: number },
  named: readonly Match[],
): WordWeights {
  const unknown = weightOf(0, total);
  const order = question.words.map(({ isContent }, place) => {
    if (!isContent) return 0;
    const number = terms.findIndex(({ at }) => at.includes(place));
    // Count a repeated word once.
    return number < 0 ? unknown : terms[number]!.at[0] === place ? weights[number]! : 0;
  });
  const isName = placesOfNames(named);
  const names = order.filter((weight, place) => weight > 0 && isName.has(place)).length;
  const trust = order.map((weight, place) => {
    if (weight === 0 || isOptionalWord(question.words[place]!.word)) return 0;
    return isName.has(place) ? (NAME * unknown) / names : Math.max(weight, MIN_WEIGHT * unknown);
  });
  return { order, trust, names: isName };
}

/** Indexes of words that name one of the top people. */
export function placesOfNames(named: readonly Match[]): Set<number> {
  const places = new Set<number>();
  for (const { covered } of named.slice(0, NAMES_READ))
    for (const [place, quality] of covered) if (quality > NAMED) places.add(place);
  return places;
}
