import type { Match, Question } from '../question/question.ts';
import type { Term } from '../question/terms.ts';
import type { Context } from '../runtime/context.ts';
import { type Filters, peopleLeft } from './filters.ts';
import { coverageOf, type Hit, rounded, trustOf } from './hits.ts';
import { coveredBy, type NoteHits } from './notes.ts';
import { peopleOfNotes } from './people-described.ts';
import { peopleHolding } from './quoted.ts';
import type { WordWeights } from './weights.ts';

/** Number of top notes used to identify the person a question describes, as in "Maria I met in Lisbon". */
const TELLING_NOTES = 10;
/** Maximum number of people in a result. */
const MAX_PEOPLE = 200;

/** Score factor for people if the question names a time, because people have no date. */
const BESIDE_TIME = 0.8;
/** Score factor applied for each further person in the result. */
const PARTIAL = 0.85;

interface Evidence {
  question: Question;
  matches: readonly (readonly Match[])[];
  notes: NoteHits;
  terms: readonly Term[];
  weights: WordWeights;
  /** Whether the question asks for a person, as "who" does. */
  isWho: boolean;
  /** Whether the query is a question about a topic rather than a person's name. */
  isQuestion: boolean;
}

/** Finds people by name, by their fields, and by notes about them. */
export async function findPeopleHits(
  context: Context,
  { question, matches, notes, terms, weights, isWho, isQuestion }: Evidence,
  filters: Filters,
): Promise<Hit[]> {
  const people = joined(matches.flat());
  const ofNotes = await peopleOfNotes(context, notesOf(notes, terms));
  for (const match of ofNotes) {
    if (!isWho && !people.has(match.id)) continue;
    people.set(
      match.id,
      joined([{ id: match.id, covered: people.get(match.id)?.covered ?? new Map() }, match]).get(match.id)!,
    );
  }
  const quoting = await peopleHolding(context, [...people.keys()], question.required);
  const left = await peopleLeft(context, [...quoting], filters);
  const share = question.time && !isWho ? BESIDE_TIME : 1;
  const hits = [...people.values()].flatMap((match): Hit[] => {
    const coverage = coverageOf(match, weights.order);
    return left.has(match.id) && coverage > 0
      ? [
          {
            kind: 'person',
            id: match.id,
            date: null,
            trust: trustOf('person', match, weights),
            score: rounded(coverage * share),
          },
        ]
      : [];
  });
  const ranked = (await withArchived(context, hits)).sort((a, b) => b.score - a.score).slice(0, MAX_PEOPLE);
  return isQuestion ? ranked.map(lowerByRank) : ranked;
}

/** Lowers the score by rank. Someone who covers only part of the question hardly answers it. */
const lowerByRank = (hit: Hit, rank: number): Hit => ({ ...hit, score: rounded(hit.score * PARTIAL ** rank) });

/** Merges matches per record and keeps the best quality of each word. */
function joined(matches: readonly Match[]): Map<string, Match> {
  const found = new Map<string, Match>();
  for (const { id, covered } of matches) {
    const known = found.get(id) ?? { id, covered: new Map() };
    for (const [place, quality] of covered) known.covered.set(place, Math.max(quality, known.covered.get(place) ?? 0));
    found.set(id, known);
  }
  return found;
}

const notesOf = ({ ranked }: NoteHits, terms: readonly Term[]) =>
  ranked.notes.slice(0, TELLING_NOTES).map((note) => ({
    id: note.id,
    ...coveredBy(note.terms, terms),
  }));

async function withArchived({ db, user }: Context, hits: Hit[]): Promise<Hit[]> {
  if (hits.length === 0) return hits;
  const rows = await db
    .selectFrom('contacts')
    .select(['id', 'is_archived'])
    .where('user_id', '=', user.user_id)
    .where(
      'id',
      'in',
      hits.map(({ id }) => id),
    )
    .execute();
  const archived = new Map(rows.map(({ id, is_archived }) => [id, is_archived === 1]));
  return hits.filter(({ id }) => archived.has(id)).map((hit) => ({ ...hit, archived: archived.get(hit.id)! }));
}
