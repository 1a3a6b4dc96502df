import { sql } from 'kysely';
import { append } from '../../shared/lists.ts';
import type { SearchTerm } from '../../shared/text/fold.ts';
import { firstMatches, type HitQuery } from '../../store/first-matches.ts';
import { matching } from '../../store/word-index.ts';
import {
  type ContactPage,
  contactsOf,
  keysAfter,
  type Order,
  type PageRequest,
  pageOfContacts,
  pageOfKeys,
} from '../contact-rows/pages.ts';
import type { Context } from '../runtime/context.ts';
import type { CursorKey } from '../runtime/cursor.ts';

interface Asked {
  query: string;
  terms: SearchTerm[];
  archived: boolean;
}

/** Lists all contacts or, with a query, those that match all terms, followed by the nearest matches. */
export async function pageOfPeople(
  context: Context,
  asked: Asked,
  order: Order,
  page: PageRequest,
): Promise<ContactPage> {
  const { query, terms, archived } = asked;
  const list = ['list_contacts', archived, terms];
  if (terms.length === 0) return pageOfContacts(context, [contactsToList(context, archived)], list, order, page);
  return pageOfKeys(context, [...list, query], order, page, async (after, limit) => {
    if (after && isOfOthers(after)) return othersAfter(context, asked, after, limit);
    const keys = await holdersAfter(context, asked, order, after, limit);
    if (keys.length < limit) {
      const holders = after ? undefined : new Set(keys.map(([, id]) => String(id)));
      append(keys, await othersAfter(context, asked, undefined, limit - keys.length, holders));
    }
    return keys;
  });
}

const contactsToList = ({ db, user }: Context, archived: boolean) =>
  contactsOf(db, user.user_id).where('contacts.is_archived', '=', archived ? 1 : 0);

/** The first contacts after a cursor that match all terms. */
async function holdersAfter(
  context: Context,
  { terms, archived }: Asked,
  order: Order,
  after: CursorKey | undefined,
  limit: number,
): Promise<CursorKey[]> {
  const { db, user } = context;
  const userId = user.user_id;
  const all = contactsToList(context, archived);
  if (order.sort !== 'created_at') {
    const found = db.selectFrom(matching(db, 'contact', userId, { terms }).as('match')).select('match.id');
    return keysAfter(all.where('contacts.id', 'in', found), order, after, limit);
  }
  // The word index contains the creation times of contacts.
  const narrow = (found: HitQuery) =>
    found.where(({ exists }) => exists(all.select('contacts.id').where('contacts.id', '=', sql<string>`found.id`)));
  const place = { order: order.order, after: after && ([after[0], after[1]] as const), limit };
  const found = await firstMatches(db, { kind: 'contact', userId, terms, narrow }, place);
  return found.map(({ sort_time, id }): CursorKey => [sort_time, id]);
}

// The key of a near match has a score and time after the id. The key of a full match has not.
const othersKey = ({ id, score, recent }: { id: string; score: number; recent: string }): CursorKey => [
  null,
  id,
  score,
  recent,
];
const isOfOthers = (key: CursorKey): boolean => key.length > 2;

/** The first near matches after a cursor, best first. Looks up the contacts that match all terms unless they are known. */
async function othersAfter(
  context: Context,
  { query, terms, archived }: Asked,
  after: CursorKey | undefined,
  limit: number,
  knownHolders?: ReadonlySet<string>,
): Promise<CursorKey[]> {
  // Quoted text must match exactly, and numbers have no near matches.
  if (!/\p{L}/u.test(query.replace(/"[^"]*"/g, ''))) return [];
  const [{ comparePeople, comesNear, rankPeople }, { readQuestion }] = await Promise.all([
    import('../search/people-by-name.ts'),
    import('../question/question.ts'),
  ]);
  const question = await readQuestion(query);
  const near = (await rankPeople(context, question)).filter(
    (person) => person.isArchived === archived && comesNear(question, person),
  );
  const ids = near.map(({ id }) => id);
  const holders = knownHolders ?? (await among(context, ids, terms));
  const allowed = question.required.length > 0 ? await among(context, ids, question.required) : undefined;
  const others = near.filter(({ id }) => !holders.has(id) && (allowed?.has(id) ?? true)).slice(0, MOST_OTHERS);
  const last = after && { id: String(after[1]), score: Number(after[2]), recent: String(after[3]) };
  const remaining = last ? others.filter((person) => comparePeople(person, last) > 0) : others;
  return remaining.slice(0, limit).map(othersKey);
}

const MOST_OTHERS = 100;

/** The ids of those contacts that match all terms. */
async function among({ db, user }: Context, ids: string[], terms: SearchTerm[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const found = matching(db, 'contact', user.user_id, { terms }).as('found');
  const rows = await db.selectFrom(found).select('found.id').where('found.id', 'in', ids).execute();
  return new Set(rows.map(({ id }) => id));
}
