import { type RawBuilder, sql } from 'kysely';
import { append } from '../../../shared/lists.ts';
import { shouldYield, yieldToOthers } from '../../../shared/yield.ts';
import type { IndexHit } from '../../../store/indexed-records.ts';
import { MAX_HITS, newestHits } from '../../../store/newest-hits.ts';
import type { TimeRange } from '../../question/question.ts';
import type { Term } from '../../question/terms.ts';
import type { Context } from '../../runtime/context.ts';
import { findNotes, type NoteFilters } from '../read/pages.ts';
import { formsOf, isForm } from './forms.ts';
import { textsOf } from './texts.ts';

/** Maximum number of notes with two common terms, and of notes within the question's time. */
const FEW_NOTES = 100;
const MAX_PER_PERSON = 300;
/** If fewer notes contain query words, all notes within the question's time become candidates. */
const FEW_WITH_WORDS = 10;
/** Number of texts per query, if the index does not tell what the notes contain. */
const READ_AT_ONCE = 200;

/** A note that contains some of the terms. */
export interface Candidate {
  id: string;
  time: string;
  /** Indexes of the terms that the note contains. */
  terms: Set<number>;
}

export interface Candidates {
  notes: Map<string, Candidate>;
  /** For each term, the number of candidates with it, and its share of all notes if it is common. */
  counts: { count: number; share: number | undefined }[];
}

export interface CandidateQuery {
  terms: readonly Term[];
  filters: NoteFilters;
  time: TimeRange | undefined;
  /** People whose notes spell their name differently from the question: a nickname, a typo, another script. */
  named: readonly { id: string; terms: readonly number[] }[];
  /** Total number of the user's notes. */
  total: number;
}

/** Collects notes to rank: the newest with each term or, with filters, the newest that pass them. */
export async function candidatesFor(context: Context, wanted: CandidateQuery): Promise<Candidates> {
  const { terms, filters } = wanted;
  const isFiltered = Object.values(filters).some((value) =>
    Array.isArray(value) ? value.length > 0 : value !== undefined,
  );
  const notes = new Map<string, Candidate>();
  if (isFiltered) {
    await addRead(context, terms, await findNotes(context, filters, undefined, MAX_HITS), notes);
    const counts = terms.map((_, number) => ({ count: holdersOf(notes, number), share: undefined }));
    return { notes, counts };
  }
  const hits = await newestHits(
    context.db,
    context.user.user_id,
    terms.map(({ term }) => term),
    wanted.total,
  );
  for (const [number, { found }] of hits.entries()) add(notes, found, [number]);
  await addNamed(context, wanted, notes);
  const common = [...terms.keys()].filter((number) => hits[number]!.share !== undefined);
  common.sort((a, b) => hits[a]!.share! - hits[b]!.share! || a - b);
  const two = common.slice(0, 2);
  if (two.length === 2) {
    const both = { terms: two.map((number) => terms[number]!.term) };
    add(notes, await findNotes(context, both, undefined, FEW_NOTES), two);
  }
  await addInTime(context, wanted, common, notes);
  const counts = hits.map(({ share }, number) => ({ count: holdersOf(notes, number), share }));
  return { notes, counts };
}

const holdersOf = (notes: ReadonlyMap<string, Candidate>, number: number): number => {
  let count = 0;
  for (const { terms } of notes.values()) if (terms.has(number)) count += 1;
  return count;
};

function add(notes: Map<string, Candidate>, found: readonly IndexHit[], numbers: readonly number[]): void {
  for (const { id, sort_time } of found) {
    const known = notes.get(id) ?? { id, time: sort_time, terms: new Set() };
    for (const number of numbers) known.terms.add(number);
    notes.set(id, known);
  }
}

async function addNamed(
  { db, user }: Context,
  { named }: CandidateQuery,
  notes: Map<string, Candidate>,
): Promise<void> {
  if (named.length === 0) return;
  const lists = named.map(
    ({ id }, number): RawBuilder<unknown> => sql`select * from (select ${sql.lit(number)} as number,
      timeline_item_id as id, event_time as sort_time from timeline_items_contacts
      where user_id = ${user.user_id} and contact_id = ${id}
      order by event_time desc, timeline_item_id desc limit ${sql.lit(MAX_PER_PERSON)}) as ${sql.id(`person_${number}`)}`,
  );
  const { rows } = await sql<IndexHit & { number: number }>`${sql.join(lists, sql` union all `)}`.execute(db);
  for (const { number, ...note } of rows) add(notes, [note], named[number]!.terms);
}

/**
 * Adds notes within the question's time that contain its common terms. Outside that time, only new notes are searched
 * for common terms.
 */
async function addInTime(
  context: Context,
  { terms, time }: CandidateQuery,
  common: readonly number[],
  notes: Map<string, Candidate>,
): Promise<void> {
  if (!time) return;
  const within = { startDate: time.from, endDate: time.to };
  const found = await findNotes(context, within, undefined, READ_AT_ONCE);
  if (common.length > 0) await addRead(context, terms, found, notes);
  // "What happened in March" shares no word with the events of March.
  if (notes.size < FEW_WITH_WORDS) add(notes, found.slice(0, FEW_NOTES), []);
}

/** Adds notes with the terms found in their text. */
async function addRead(
  context: Context,
  terms: readonly Term[],
  found: readonly IndexHit[],
  notes: Map<string, Candidate>,
): Promise<void> {
  const forms = terms.map(formsOf);
  for (let from = 0; from < found.length; from += READ_AT_ONCE) {
    const some = found.slice(from, from + READ_AT_ONCE);
    const texts = await textsOf(
      context,
      some.map(({ id }) => id),
      [],
    );
    for (const one of some) {
      if (shouldYield()) await yieldToOthers();
      const text = texts.get(one.id);
      const words: string[] = [];
      append(words, text?.words ?? []);
      append(words, text?.names ?? []);
      const has = [...forms.keys()].filter((number) => words.some((word) => isForm(word, forms[number]!)));
      if (has.length > 0) add(notes, [one], has);
    }
  }
}
