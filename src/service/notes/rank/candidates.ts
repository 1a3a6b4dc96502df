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

/** Of notes with two common words, in the time of the question, and about someone. */
const FEW_NOTES = 100;
const MOST_OF_PERSON = 300;
/** Where fewer notes have a word of the question, all in its time are candidates. */
const FEW_WITH_WORDS = 10;
/** So many texts are read at once, where the index does not say what is in them. */
const READ_AT_ONCE = 200;

/** A note with some of the words. */
export interface Candidate {
  id: string;
  time: string;
  /** The numbers of the terms that it has. */
  terms: Set<number>;
}

export interface Candidates {
  notes: Map<string, Candidate>;
  /** For each term how many notes have it, or the part of all notes if it is common. */
  counts: { count: number; share: number | undefined }[];
}

export interface Wanted {
  terms: readonly Term[];
  filters: NoteFilters;
  time: TimeRange | undefined;
  /** People whom the question names, though not as their notes do: a nickname, a slip, another script. */
  named: readonly { id: string; terms: readonly number[] }[];
  /** How many notes the user has. */
  total: number;
}

/** The notes that are compared: the newest with each of the terms, or the newest that pass the filters. */
export async function candidatesFor(context: Context, wanted: Wanted): Promise<Candidates> {
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

async function addNamed({ db, user }: Context, { named }: Wanted, notes: Map<string, Candidate>): Promise<void> {
  if (named.length === 0) return;
  const lists = named.map(
    ({ id }, number): RawBuilder<unknown> => sql`select * from (select ${sql.lit(number)} as number,
      timeline_item_id as id, event_time as sort_time from timeline_items_contacts
      where user_id = ${user.user_id} and contact_id = ${id}
      order by event_time desc, timeline_item_id desc limit ${sql.lit(MOST_OF_PERSON)}) as ${sql.id(`person_${number}`)}`,
  );
  const { rows } = await sql<IndexHit & { number: number }>`${sql.join(lists, sql` union all `)}`.execute(db);
  for (const { number, ...note } of rows) add(notes, [note], named[number]!.terms);
}

/** Notes in the time of the question: with each of the common words, which elsewhere are only looked for in new notes. */
async function addInTime(
  context: Context,
  { terms, time }: Wanted,
  common: readonly number[],
  notes: Map<string, Candidate>,
): Promise<void> {
  if (!time) return;
  const within = { startDate: time.from, endDate: time.to };
  const found = await findNotes(context, within, undefined, READ_AT_ONCE);
  if (common.length > 0) await addRead(context, terms, found, notes);
  // "What happened in March" shares no word with what happened.
  if (notes.size < FEW_WITH_WORDS) add(notes, found.slice(0, FEW_NOTES), []);
}

/** Adds notes with the terms that their texts have. */
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
