import { isCreatedAfter } from '../../../store/ids.ts';
import type { TimeRange } from '../../question/question.ts';
import type { Term } from '../../question/terms.ts';
import { nearness } from '../../question/time-range.ts';
import type { Context } from '../../runtime/context.ts';
import type { NoteFilters } from '../read/pages.ts';
import { type Candidate, type Candidates, candidatesFor } from './candidates.ts';
import { contextScores, type NotePosition, withNeighbors } from './neighbors.ts';
import { scoreOf, weighedTerms, weightOf } from './score.ts';
import { type NoteText, textsOf } from './texts.ts';
import { totalOfNotes } from './total.ts';

/** Number of notes whose full text is scored. The others keep the order of their term weights. */
const READ = 50;
/** Score factor for notes about a person named in the question. */
export const ABOUT_NAMED = 1.3;
/** Maximum boost for notes near the question's time. */
const TIME = 1;

type Key = readonly [score: number, time: string, id: string];

/** Score of a note without query words, as a share of their weight, if the question names a time. */
const TIME_ALONE = 0.1;

/** State shared by all pages of a ranking, so that new notes do not reorder the others. */
export interface RankState {
  weights: readonly number[];
  /** Time of the first page, in milliseconds since 1970. Notes created later are excluded. */
  at: number;
  /** Mean word count of the fully scored notes. */
  average: number;
  /** Sort key of the last fully scored note, and the lowest score among these notes. */
  end?: Key | undefined;
  least: number;
}

export interface NoteSearch {
  terms: readonly Term[];
  filters: NoteFilters;
  /** People named in the question. */
  people: ReadonlySet<string>;
  /** Those of `people` whose notes spell their name differently, with the terms that name them. */
  renamed?: readonly { id: string; terms: readonly number[] }[];
  time?: TimeRange | undefined;
  /** Excludes notes that match only through neighboring notes. */
  ownWordsOnly: boolean;
  /** Undefined for the first page. */
  state: EarlierState | undefined;
}

/** State of an earlier page. It has only the time if that page showed no notes. */
export type EarlierState = Pick<RankState, 'at'> & Partial<RankState>;

export interface RankedNote {
  id: string;
  time: string;
  score: number;
  /** Terms that the note itself contains. */
  terms: ReadonlySet<number>;
}

export interface RankedNotes {
  notes: RankedNote[];
  /** Total number of the user's notes. */
  total: number;
  state: RankState;
}

/** Ranks notes that contain any of the terms, best first. Without terms, ranks notes by closeness to the time. */
export async function rankNotes(context: Context, search: NoteSearch): Promise<RankedNotes> {
  const { terms, filters, time, state, renamed: named = [] } = search;
  const at = state?.at ?? Date.now();
  const total = await totalOfNotes(context);
  const { notes, counts } = await candidatesFor(context, { terms, filters, time, named, total });
  if (state) for (const id of notes.keys()) if (isCreatedAfter(id, at)) notes.delete(id);
  const weights = state?.weights ?? weightsOf(counts, total);
  const rough = [...notes.values()].map((note) => ({
    note,
    key: [sumOf(note, weights) * factorOf(note, search), note.time, note.id] as const,
  }));
  rough.sort((a, b) => compareKeys(a.key, b.key));
  const end = state?.end ?? rough[Math.min(READ, rough.length) - 1]?.key;
  const read = rough.flatMap(({ note, key }) => (end && compareKeys(key, end) <= 0 ? [note] : []));
  const { ranked, average } = await scoreTexts(context, search, { read, notes, weights });
  const least = state?.least ?? ranked.at(-1)?.score ?? 0;
  const shown = new Set(ranked.map(({ id }) => id));
  for (const { note, key } of rough) if (!shown.has(note.id)) ranked.push({ ...note, score: Math.min(key[0], least) });
  // Roughly ranked notes share one score, so the cursor distinguishes them by time and id.
  ranked.sort((a, b) => compareKeys(keyOf(a), keyOf(b)));
  return { notes: ranked, total, state: { at, weights, average, least, end } };
}

const weightsOf = (counts: Candidates['counts'], total: number): number[] =>
  counts.map(({ count, share }) => weightOf(share === undefined ? count : share * total, total));

interface ScoringInput {
  read: readonly Candidate[];
  notes: ReadonlyMap<string, Candidate>;
  weights: readonly number[];
}

/** Scores notes by their text and neighbors, and adds the neighbors of the best notes. */
async function scoreTexts(
  context: Context,
  search: NoteSearch,
  { read, notes, weights }: ScoringInput,
): Promise<{ ranked: RankedNote[]; average: number }> {
  const { at = Number.POSITIVE_INFINITY } = search.state ?? {};
  const placed = (await withNeighbors(context, read)).filter(({ id }) => !isCreatedAfter(id, at));
  const around = placed.filter(({ id }) => notes.has(id));
  const ids = (some: readonly NotePosition[]) => some.map(({ id }) => id);
  const texts = await textsOf(context, ids(around), search.ownWordsOnly ? [] : ids(placed));
  const average = search.state?.average ?? averageOf(texts);
  const weighed = weighedTerms(search.terms, weights);
  const inTimeAlone = weights.length === 0 ? 1 : TIME_ALONE * weights.reduce((sum, weight) => sum + weight, 0);
  const own = new Map<string, number>();
  for (const { id, terms } of around.map(({ id }) => notes.get(id)!)) {
    const text = texts.get(id);
    if (text) own.set(id, terms.size === 0 ? inTimeAlone : scoreOf(text, weighed, terms, average));
  }
  const added = contextScores(placed, own);
  const ranked = placed.flatMap(({ id, time }): RankedNote[] => {
    const known = notes.get(id);
    const score = (own.get(id) ?? 0) + added.get(id)!;
    if (score === 0 || (search.ownWordsOnly && !known)) return [];
    const factor = factorOf({ time, people: texts.get(id)?.contacts ?? [] }, search);
    return [{ id, time, score: score * factor, terms: known?.terms ?? NONE }];
  });
  return { ranked: ranked.sort((a, b) => compareKeys(keyOf(a), keyOf(b))), average };
}

const keyOf = ({ score, time, id }: RankedNote): Key => [score, time, id];

const NONE: ReadonlySet<number> = new Set();

interface Factors {
  time: string;
  people?: readonly string[];
}

/** Score factor for a note's people and time. */
const factorOf = ({ time, people = [] }: Factors, search: NoteSearch): number =>
  (people.some((id) => search.people.has(id)) ? ABOUT_NAMED : 1) *
  (search.time ? 1 + TIME * nearness(time, search.time) : 1);

const sumOf = ({ terms }: Candidate, weights: readonly number[]): number =>
  [...terms].reduce((sum, number) => sum + weights[number]!, 0);

function averageOf(texts: ReadonlyMap<string, NoteText>): number {
  const lengths = [...texts.values()].map(({ words }) => words.length).filter((length) => length > 0);
  return Math.max(1, lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length));
}

/** Sorts best first, then newest first, then by id. */
function compareKeys(a: Key, b: Key): number {
  if (a[0] !== b[0]) return b[0] - a[0];
  if (a[1] !== b[1]) return a[1] > b[1] ? -1 : 1;
  return a[2] < b[2] ? -1 : a[2] > b[2] ? 1 : 0;
}
