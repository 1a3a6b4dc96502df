import { append, chunked } from '../../shared/lists.ts';
import { shouldYield, yieldToOthers } from '../../shared/yield.ts';
import { runCompiled } from '../../store/compiled-queries.ts';
import type { ContactRow } from '../../store/tables.ts';
import { namesOf } from '../indexing/contact-index.ts';
import { INITIAL, ONE_EDIT } from '../names/name-likeness.ts';
import { type NameWord, nameWords } from '../names/name-words.ts';
import type { Match, Question } from '../question/question.ts';
import type { Context } from '../runtime/context.ts';
import { furtherCandidates, likelyCandidates } from './name-candidates.ts';
import { type FieldWords, type Matcher, nameMatcher } from './name-match.ts';
import { type QueryWord, queryWords } from './query-words.ts';

const MAX_PEOPLE = 100;
const MAX_EMAILS = 5;

/** A person ranked by name. `recent` is the time they were last seen or, if unknown, last changed. */
export interface RankedPerson extends Match {
  score: number;
  recent: string;
  isArchived: boolean;
}

/**
 * Finds people whose names match words from the question, best first, including archived ones. Returns at most `limit`
 * people.
 */
export async function findByName(
  context: Context,
  question: Question,
  { limit = MAX_PEOPLE }: { limit?: number } = {},
): Promise<Match[]> {
  const ranked = await rankPeople(context, question);
  return ranked.slice(0, limit).map(({ id, covered }) => ({ id, covered }));
}

/**
 * Like `findByName`, with the sort keys. Also returns contacts that match only in another field, such as the company.
 */
export async function rankPeople(context: Context, question: Question): Promise<RankedPerson[]> {
  const asked = queryWords(question);
  if (asked.length === 0) return [];
  const match = nameMatcher(asked);
  const likely = await likelyCandidates(context, asked);
  const ranked = await scored(context, [...likely], match);
  if (ranked.some((person) => matchesAll(asked, person))) return ranked.sort(comparePeople);
  const further = await furtherCandidates(context, asked);
  const more = [...further].filter((id) => !likely.has(id));
  append(ranked, await scored(context, more, match));
  return ranked.sort(comparePeople);
}

/** Whether a name matches every content word, in any spelling. */
const matchesAll = (asked: readonly QueryWord[], { covered }: Match): boolean =>
  asked.every(({ isContent, places, folded, from, to }) => {
    if (to > from + 1) return true;
    const least = folded.length === 1 ? INITIAL : ONE_EDIT;
    return !isContent || places.every((place) => (covered.get(place) ?? 0) >= least);
  });

async function scored(context: Context, ids: string[], match: Matcher): Promise<RankedPerson[]> {
  const found: RankedPerson[] = [];
  for (const some of chunked(ids)) {
    const emails = await emailsOf(context, some);
    for (const row of await rowsOf(context, some)) {
      if (shouldYield()) await yieldToOthers();
      const { covered, score } = match(wordsOfName(row), othersOf(row, emails.get(row.id) ?? []));
      if (covered.size === 0) continue;
      const recent = row.last_seen_at ?? row.updated_at;
      found.push({ id: row.id, covered, score: rounded(score), recent, isArchived: row.is_archived === 1 });
    }
  }
  return found;
}

/** Whether a content word of the question matches someone's name, email, or work, and not just an initial. */
export const comesNear = ({ words }: Question, { covered }: Match): boolean =>
  [...covered].some(([place, quality]) => quality >= IN_WORK && words[place]!.isContent);

/** Sorts by score, then most recent first, then by id. */
export const comparePeople = (a: Sorted, b: Sorted): number =>
  b.score - a.score || textOrder(b.recent, a.recent) || textOrder(a.id, b.id);

type Sorted = Pick<RankedPerson, 'score' | 'recent' | 'id'>;

const textOrder = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const rounded = (score: number): number => Math.round(score * 10_000) / 10_000;

const COLUMNS = [
  ...['id', 'first_name', 'last_name', 'full_name', 'company', 'job_title'],
  ...['is_archived', 'last_seen_at', 'updated_at'],
] as const;

type NamedRow = Pick<
  ContactRow,
  | 'id'
  | 'first_name'
  | 'last_name'
  | 'full_name'
  | 'company'
  | 'job_title'
  | 'is_archived'
  | 'last_seen_at'
  | 'updated_at'
>;

const rowsOf = ({ db, user }: Context, ids: string[]): Promise<NamedRow[]> =>
  runCompiled(
    db,
    'people by name',
    (db, userId, ids) =>
      db
        .selectFrom('contacts')
        .select(COLUMNS as unknown as (keyof ContactRow)[])
        .where('user_id', '=', userId)
        .where('id', 'in', ids),
    [user.user_id, ids],
  ) as unknown as Promise<NamedRow[]>;

/** Up to five email addresses per contact. */
async function emailsOf({ db, user }: Context, ids: string[]): Promise<Map<string, string[]>> {
  const rows = await runCompiled(
    db,
    'emails of people by name',
    (db, userId, ids) =>
      db
        .selectFrom('contact_emails')
        .select(['contact_id', 'normal'])
        .where('user_id', '=', userId)
        .where('contact_id', 'in', ids)
        .orderBy('id'),
    [user.user_id, ids],
  );
  const emails = new Map<string, string[]>();
  for (const { contact_id, normal } of rows) {
    const known = emails.get(contact_id);
    if (!known) emails.set(contact_id, [normal]);
    else if (known.length < MAX_EMAILS) known.push(normal);
  }
  return emails;
}

const wordsOfName = (row: NamedRow): readonly NameWord[] => {
  const texts = namesOf(row);
  return texts.length === 1 ? nameWords(texts[0]!) : texts.flatMap(nameWords);
};

/** Quality of matches outside the name. A name in an email address is nearly as good. */
const IN_EMAIL = 0.97;
const IN_WORK = 0.7;

const othersOf = ({ company, job_title }: NamedRow, emails: readonly string[]): FieldWords[] => [
  { words: emails.flatMap((email) => nameWords(email.split('@', 1)[0]!)), quality: IN_EMAIL },
  { words: [...nameWords(company ?? ''), ...nameWords(job_title ?? '')], quality: IN_WORK },
];
