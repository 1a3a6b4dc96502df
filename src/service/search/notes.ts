import { type EarlierState, type RankedNotes, rankNotes } from '../notes/rank/rank.ts';
import type { NoteFilters } from '../notes/read/pages.ts';
import type { Match, Question } from '../question/question.ts';
import type { Term } from '../question/terms.ts';
import type { Context } from '../runtime/context.ts';
import type { Filters } from './filters.ts';
import { type Hit, scoreFrom, trustOf } from './hits.ts';
import { NAMED, type WordWeights, wordWeights } from './weights.ts';

/** With at least this many terms, a note that contains none of them may match: it may be the reply to one that does. */
export const QUESTION = 3;

export interface NoteHits {
  hits: Hit[];
  ranked: RankedNotes;
  weights: WordWeights;
}

export interface NoteQuestion {
  question: Question;
  terms: readonly Term[];
  named: readonly Match[];
  filters: Filters;
  state: EarlierState | undefined;
}

/** Ranks notes for a question. Scores are comparable with those of other kinds. */
export async function findNoteHits(context: Context, asked: NoteQuestion): Promise<NoteHits> {
  const { question, terms, named, filters, state } = asked;
  const clear = clearlyNamed(named);
  const search = {
    terms,
    filters: noteFilters(filters, question),
    people: new Set(clear.map(({ id }) => id)),
    renamed: renamedOf(clear, terms),
    time: question.time,
    // A neighbor of a note with the quoted words does not contain them.
    ownWordsOnly: terms.length < QUESTION || question.required.length > 0,
    state,
  };
  const ranked = await rankNotes(context, search);
  const all = ranked.state.weights.reduce((sum, weight) => sum + weight, 0) || 1;
  const weights = wordWeights(question, { terms, weights: ranked.state.weights, total: ranked.total }, named);
  const hits = ranked.notes.map(({ id, time, score, terms: has }): Hit => {
    return {
      kind: 'note',
      id,
      date: time,
      score: scoreFrom(score / all),
      trust: trustOf('note', coveredBy(has, terms), weights),
    };
  });
  return { hits, ranked, weights };
}

/** Words that a note covers through its terms. */
export const coveredBy = (numbers: ReadonlySet<number>, terms: readonly Term[]): Pick<Match, 'covered'> => ({
  covered: new Map([...numbers].flatMap((number) => terms[number]!.at.map((place) => [place, 1] as const))),
});

/** Filters notes by the limits of the search and by its quoted phrases. */
export function noteFilters({ contactId, groupId, startDate, endDate }: Filters, { required }: Question): NoteFilters {
  return {
    contactId,
    groupId,
    startDate,
    endDate,
    ...(required.length > 0 && { terms: required }),
  };
}

const MAX_NAMED = 20;

/** People whom the question names exactly, without those whose names are merely similar. */
const clearlyNamed = (named: readonly Match[]): readonly Match[] =>
  named.filter(({ covered }) => [...covered.values()].some((quality) => quality >= NAMED)).slice(0, MAX_NAMED);

/** Maximum number of people whose notes may spell the name differently from the question. */
const MAX_RENAMED = 5;

function renamedOf(named: readonly Match[], terms: readonly Term[]) {
  const renamed = named.map(({ id, covered }) => ({
    id,
    terms: [...terms.keys()].filter((number) =>
      terms[number]!.at.some((place) => isOtherwise(covered.get(place) ?? 0)),
    ),
  }));
  return renamed.filter((one) => one.terms.length > 0).slice(0, MAX_RENAMED);
}

const isOtherwise = (quality: number): boolean => quality >= NAMED && quality < 1;
