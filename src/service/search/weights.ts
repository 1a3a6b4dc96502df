import { isOptionalWord } from '../../shared/text/question-words.ts';
import { weightOf } from '../notes/rank/score.ts';
import type { Match, Question } from '../question/question.ts';
import type { Term } from '../question/terms.ts';

/** What each word of a question counts for, by its place. */
export interface WordWeights {
  /** For the order of results: by how rare the word is; 0 of words that say nothing. */
  order: readonly number[];
  /** For whether a result can be trusted to answer. */
  trust: readonly number[];
  /** The places of the words that name someone. */
  names: ReadonlySet<number>;
}

/** From this quality on a word of the question is a person's name. */
export const NAMED = 0.85;

/**
 * The words of a person's name count as one thing, however many and however rare they are. Otherwise anything about
 * "Ana María López García" would seem to answer every question about her. Beside a word that is nowhere.
 */
const NAME = 0.575;
/** The least that a word counts for, beside one that is nowhere. */
const LEAST = 0.35;
/** So many of the best people tell which words of a question are a name. */
const NAMES_READ = 3;

/** `weights`: of each term, as ranking notes gave them. `total`: how many notes there are. */
export function wordWeights(
  question: Question,
  { terms, weights, total }: { terms: readonly Term[]; weights: readonly number[]; total: number },
  named: readonly Match[],
): WordWeights {
  const unknown = weightOf(0, total);
  const order = question.words.map(({ telling }, place) => {
    if (!telling) return 0;
    const number = terms.findIndex(({ at }) => at.includes(place));
    // A word that is there twice counts once.
    return number < 0 ? unknown : terms[number]!.at[0] === place ? weights[number]! : 0;
  });
  const isName = placesOfNames(named);
  const names = order.filter((weight, place) => weight > 0 && isName.has(place)).length;
  const trust = order.map((weight, place) => {
    if (weight === 0 || isOptionalWord(question.words[place]!.word)) return 0;
    return isName.has(place) ? (NAME * unknown) / names : Math.max(weight, LEAST * unknown);
  });
  return { order, trust, names: isName };
}

/** The places of the words that name one of the best people. */
export function placesOfNames(named: readonly Match[]): Set<number> {
  const places = new Set<number>();
  for (const { covered } of named.slice(0, NAMES_READ))
    for (const [place, quality] of covered) if (quality > NAMED) places.add(place);
  return places;
}
