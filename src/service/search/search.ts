import type { Operations } from '../../contract/operations.ts';
import type { DataOf } from '../../contract/schema/operation.ts';
import { SEARCH_KINDS, type SearchKind } from '../../contract/search.ts';
import { asksForPerson } from '../../shared/text/question-words.ts';
import { detailsOf } from '../contact-rows/details.ts';
import type { EarlierState } from '../notes/rank/rank.ts';
import { hasFunctionWords, type Match, type Question, readQuestion, withEveryWord } from '../question/question.ts';
import { termsOf } from '../question/terms.ts';
import type { Context } from '../runtime/context.ts';
import type { CursorKey } from '../runtime/cursor.ts';
import type { ProviderContext, RequestOf } from '../runtime/handler.ts';
import { findHolders, isAllRequired } from './all-required.ts';
import { withNamesIn } from './capitalized-names.ts';
import { type Items, itemHits, readItems } from './events.ts';
import { checkFilters, type Filters, isInRange, remindersLeft } from './filters.ts';
import {
  type CountsByKind,
  compareHits,
  compareKeys,
  coverageOf,
  type Hit,
  isWeak,
  rounded,
  scoreBesideNotes,
  sortKeyOf,
  trustOf,
} from './hits.ts';
import { labelsNamed } from './labeled-people.ts';
import { findNoteHits, QUESTION } from './notes.ts';
import { findPeopleHits } from './people.ts';
import { findByName } from './people-by-name.ts';
import { findDescribed } from './people-described.ts';
import { holdsPhrases } from './quoted.ts';
import { findReminders } from './reminders.ts';
import { viewHits } from './results.ts';
import { findTrashed } from './trash.ts';

type SearchQuery = RequestOf<Operations['search']>['query'];
type SearchResponse = DataOf<Operations['search']>;

const DEFAULT_KINDS: readonly SearchKind[] = SEARCH_KINDS.filter((kind) => kind !== 'email');

/** Searches records of all kinds, best first. */
export async function search(
  live: ProviderContext,
  { query, kinds, take, cursor, ...limits }: SearchQuery,
): Promise<SearchResponse> {
  const { contactId, groupId, startDate, endDate } = limits;
  const filters: Filters = { kinds: new Set(kinds ?? DEFAULT_KINDS), contactId, groupId, startDate, endDate };
  const question = await readQuestion(query, new Date(live.now), live.user.time_zone);
  const {
    after,
    state: earlier,
    addresses,
  } = await live.read(async (context) => {
    await checkFilters(context, filters);
    const emails = contactId ? await detailsOf(context, 'contact_emails', contactId) : undefined;
    const key = cursor === undefined ? undefined : context.cursors.read(cursorScope(context, query, filters), cursor);
    return {
      after: key?.slice(0, KEY_PARTS),
      state: key && (JSON.parse(String(key[KEY_PARTS])) as EarlierState),
      addresses: emails?.map(({ normal }) => normal),
    };
  });
  const items = await readItems(live, question, filters, addresses);
  return live.read(async (context) => {
    const { hits, state } = isAllRequired(question)
      ? await findHolders(context, question, { filters, items, earlier, take: after ? Number.POSITIVE_INFINITY : take })
      : await findMatches(context, question, { filters, items, earlier });
    const matching = hits.filter(({ score }) => score > 0).sort(compareHits);
    const behind = after ? matching.filter((hit) => compareKeys(sortKeyOf(hit), after) > 0) : matching;
    const page = behind.slice(0, take);
    const last = page.at(-1);
    const isMore = last !== undefined && behind.length > page.length;
    const key: CursorKey | undefined = isMore ? [...sortKeyOf(last), JSON.stringify(state)] : undefined;
    const results = await viewHits(context, page, question);
    return {
      results,
      found: countsOf(matching),
      pagination: {
        nextCursor: key ? context.cursors.write(cursorScope(context, query, filters), key) : null,
        count: results.length,
      },
      warnings: [...(isWeak(matching) ? ['weak_match'] : []), ...items.warnings],
    };
  });
}

/** Number of elements in a hit's sort key. Cursors append the term weights to it. */
const KEY_PARTS = 5;

const cursorScope = ({ user }: Context, query: string, { kinds, ...filters }: Filters): string =>
  JSON.stringify([user.user_id, 'search', query, [...kinds].sort(), filters]);

interface RecordSearch {
  filters: Filters;
  items: Items;
  earlier: EarlierState | undefined;
}

interface FoundRecords {
  hits: Hit[];
  state: EarlierState;
}

/** Finds records with any of the words. If there are none, function words count too. */
async function findMatches(context: Context, question: Question, search: RecordSearch): Promise<FoundRecords> {
  const asked = await withNamesIn(context, question);
  const found = await findRecords(context, asked, search);
  const isEmpty = found.hits.length === 0 && hasFunctionWords(asked);
  return isEmpty ? findRecords(context, withEveryWord(asked), search) : found;
}

async function findRecords(
  context: Context,
  question: Question,
  { filters, items, earlier }: RecordSearch,
): Promise<FoundRecords> {
  const { kinds } = filters;
  const terms = await termsOf(question);
  const named = await findByName(context, question);
  const labels = await labelsNamed(context, question);
  const described = await findDescribed(context, question, { named, labels });
  const notes = await findNoteHits(context, { question, terms, named, filters, state: earlier });
  const { weights } = notes;
  const hits: Hit[] = [];
  const add = (some: readonly Hit[]) => {
    for (const hit of some) if (kinds.has(hit.kind)) hits.push(hit);
  };
  add(notes.hits);
  if (kinds.has('person')) {
    const evidence = {
      question,
      matches: [named, described],
      notes,
      terms,
      weights,
      isWho: asksForPerson(question.words.map(({ word }) => word)),
      isQuestion: terms.length >= QUESTION,
    };
    add(await findPeopleHits(context, evidence, filters));
  }
  const small = (kind: SearchKind, matches: readonly (Match & { date: string | null })[]) =>
    matches.map(
      ({ date, ...match }): Hit => ({
        kind,
        id: match.id,
        date,
        trust: trustOf(kind, match, weights),
        score: kind === 'reminder' ? scoreBesideNotes(match, weights) : rounded(coverageOf(match, weights.order)),
      }),
    );
  if (kinds.has('reminder')) {
    const reminders = small('reminder', await findReminders(context, question, named));
    add(
      await remindersLeft(
        context,
        reminders.filter(({ date }) => isInRange(date, filters)),
        filters,
      ),
    );
  }
  const isUnlimited = !filters.contactId && !filters.groupId && isInRange(null, filters);
  for (const kind of ['group', 'tag'] as const) {
    const own = labels
      .filter((label) => label.kind === kind && holdsPhrases([label.name], question.required))
      .map(({ id, covered }) => ({ id, covered, date: null }));
    if (isUnlimited) add(small(kind, own));
  }
  add(itemHits(items, question, weights));
  add(await findTrashed(context, { question, weights, filters, before: notes.ranked.state.at }));
  return { hits: hits.filter(({ score }) => score > 0), state: notes.ranked.state };
}

function countsOf(hits: readonly Hit[]): CountsByKind {
  const found: CountsByKind = {};
  for (const { kind, archived, trashed } of hits) {
    const counts = found[kind] ?? { count: 0, archived: 0, trashed: 0 };
    counts.count += 1;
    if (archived) counts.archived += 1;
    if (trashed) counts.trashed += 1;
    found[kind] = counts;
  }
  return found;
}
