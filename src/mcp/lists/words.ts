import type { Operations } from '../../contract/operations.ts';
import type { DataOf } from '../../contract/schema/operation.ts';
import { truncateText } from '../../shared/error.ts';
import { append } from '../../shared/lists.ts';
import { type Ask, countText, type Fields, isEmpty } from './ask.ts';

type Found = DataOf<Operations['search']>;

/** Kinds that are searched. Events and emails would wait for other servers. */
const KINDS = ['person', 'note', 'reminder', 'group', 'tag'] as const;
type Kind = (typeof KINDS)[number];

const PLURALS: Partial<Record<Kind, string>> = { person: 'people' };

/** Records that a list shows, so they are not reported. */
export interface Shown {
  kind: Kind;
  /** For people: whether the list shows the archived ones instead of the others. */
  archived?: boolean | undefined;
}

interface WordSearch {
  query: string;
  shown: Shown;
  limits?: { contactId?: string; groupId?: string };
}

/**
 * Finds records of other kinds and states that match a list's words, in parallel with the list. Counts records with
 * all words; if the list and these are empty, those with some of them.
 */
export function matchesOfWords(ask: Ask, { query, shown, limits = {} }: WordSearch) {
  const find = (words: string) => ask('search', { query: words, kinds: [...KINDS], take: MAX_READ, ...limits });
  const every = withEveryWord(query);
  const finding = find(every);
  return async (reply: Fields): Promise<string | undefined> => {
    const empty = isEmpty(reply);
    const line = lineOf(await finding, shown, empty);
    if (line || !empty || every === query) return line;
    const partial = lineOf(await find(query), shown, empty);
    return partial && `with some of the words: ${partial}`;
  };
}

/** Results read for their names. */
const MAX_READ = 20;

/** Quotes each of several words, because `search` counts records with any of the others. */
function withEveryWord(query: string): string {
  const words = query.split(/\s+/).filter(Boolean);
  return words.length < 2 || query.includes('"') ? query : words.map((word) => `"${word}"`).join(' ');
}

function lineOf(found: Found | undefined, shown: Shown, empty: boolean): string | undefined {
  if (!found) return undefined;
  const parts: (string | undefined)[] = [];
  if (shown.kind === 'person') append(parts, peopleLeftOut(found, shown, empty));
  for (const kind of KINDS) {
    const { count = 0, trashed = 0 } = found.found[kind] ?? {};
    if (kind !== shown.kind) {
      const people = (one: Result) => one.kind === 'person' && !one.trashed;
      const names = kind === 'person' ? namesOf(found, count - trashed, people) : '';
      parts.push(countText(count - trashed, kind, PLURALS[kind])?.concat(names));
    }
  }
  const trashed = KINDS.reduce((sum, kind) => sum + (found.found[kind]?.trashed ?? 0), 0);
  if (trashed > 0) parts.push(`${trashed} in the trash${namesOf(found, trashed, (one) => one.trashed === true)}`);
  const told = parts.filter(Boolean);
  return told.length > 0 ? `${told.join(', ')}; search shows them` : undefined;
}

/** People who are archived, or are not; if none is shown, also people with similar names. */
function peopleLeftOut(found: Found, { archived: shownArchived = false }: Shown, empty: boolean) {
  const { count = 0, archived = 0, trashed = 0 } = found.found.person ?? {};
  const active = count - archived - trashed;
  const left = (archived: boolean, number: number, state: string) =>
    number > 0
      ? `${number} ${state}${namesOf(found, number, (one) => one.kind === 'person' && !one.trashed && one.archived === archived)}`
      : undefined;
  return [
    ...(shownArchived || empty ? [left(false, active, shownArchived ? 'not archived' : 'with a similar name')] : []),
    ...(!shownArchived || empty ? [left(true, archived, shownArchived ? 'with a similar name' : 'archived')] : []),
  ];
}

type Result = Found['results'][number];

const MAX_NAMES = 3;
const MAX_NAME_LENGTH = 40;

/** ` (Ada, Grace)` if there are few. A name is enough for the next call. */
function namesOf({ results }: Found, count: number, wanted: (one: Result) => boolean): string {
  const named = results.filter(wanted).map(({ title }) => truncateText(title, MAX_NAME_LENGTH));
  return count <= MAX_NAMES && named.length === count ? ` (${named.join(', ')})` : '';
}
