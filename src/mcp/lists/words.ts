import type { Operations } from '../../contract/operations.ts';
import type { DataOf } from '../../contract/schema/operation.ts';
import { truncateText } from '../../shared/error.ts';
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
  const find = (query: string, take: number) => ask('search', { query, kinds: [...KINDS], take, ...limits });
  const words = query.split(/\s+/).filter(Boolean);
  // Without quotes, `search` counts records with any of the words.
  const every = query.includes('"') ? query : words.map((word) => `"${word}"`).join(' ');
  const counting = find(every, shown.kind === 'person' ? 1 : MAX_NAMES);
  return async (reply: Fields): Promise<string | undefined> => {
    const empty = isEmpty(reply);
    const partsIn = (found: Found | undefined) => (found ? partsOf(found, shown, empty) : []);
    const counted = await counting;
    const needsNames = counted && partsIn(counted).some((part) => lacksNames(counted, part));
    const found = needsNames ? await find(every, MAX_READ) : counted;
    const line = lineOf(found, partsIn(found));
    const isNowhere = found !== undefined && Object.keys(found.found).length === 0;
    if (line || every === query || !(empty || (isNowhere && words.length === 1))) return line;
    const similar = await find(query, MAX_READ);
    const partial = lineOf(similar, partsIn(similar));
    return partial && (words.length === 1 ? partial : `with some of the words: ${partial}`);
  };
}

/** Results read if the first ones lack names. */
const MAX_READ = 20;

/** A number of records, such as `2 archived`, and which results have their names. */
interface Part {
  count: number;
  text: string;
  isNamed?: (one: Result) => boolean;
}

type Result = Found['results'][number];

function lineOf(found: Found | undefined, parts: readonly Part[]): string | undefined {
  const told = parts.map((part) => part.text + namesOf(found!, part));
  return told.length > 0 ? `${told.join(', ')}; search shows them` : undefined;
}

function partsOf({ found }: Found, shown: Shown, empty: boolean): Part[] {
  const parts: Part[] = shown.kind === 'person' ? peopleLeftOut(found, shown, empty) : [];
  for (const kind of KINDS) {
    const { count: all = 0, trashed = 0 } = found[kind] ?? {};
    const count = all - trashed;
    const text = kind === shown.kind ? undefined : countText(count, kind, PLURALS[kind]);
    if (text) parts.push({ count, text, ...(kind === 'person' && { isNamed: isPerson }) });
  }
  const count = KINDS.reduce((sum, kind) => sum + (found[kind]?.trashed ?? 0), 0);
  const text = `${count} in the trash`;
  if (count > 0) parts.push({ count, text, isNamed: ({ trashed }) => trashed === true });
  return parts;
}

const isPerson = ({ kind, trashed }: Result): boolean => kind === 'person' && !trashed;

/** People who are archived, or are not; if none is shown, also people with similar names. */
function peopleLeftOut(found: Found['found'], { archived: shownArchived = false }: Shown, empty: boolean): Part[] {
  const { count = 0, archived = 0, trashed = 0 } = found.person ?? {};
  const left = (archived: boolean, count: number, state: string): Part[] =>
    count > 0
      ? [{ count, text: `${count} ${state}`, isNamed: (one) => isPerson(one) && one.archived === archived }]
      : [];
  const active = count - archived - trashed;
  return [
    ...(shownArchived || empty ? left(false, active, shownArchived ? 'not archived' : 'with a similar name') : []),
    ...(!shownArchived || empty ? left(true, archived, shownArchived ? 'with a similar name' : 'archived') : []),
  ];
}

const MAX_NAMES = 3;
const MAX_NAME_LENGTH = 40;

const lacksNames = (found: Found, part: Part): boolean =>
  part.isNamed !== undefined && part.count <= MAX_NAMES && namesOf(found, part) === '';

/** ` (Ada, Grace)` if there are few. A name is enough for the next call. */
function namesOf({ results }: Found, { count, isNamed }: Part): string {
  const named = isNamed ? results.filter(isNamed).map(({ title }) => truncateText(title, MAX_NAME_LENGTH)) : [];
  return count <= MAX_NAMES && named.length === count ? ` (${named.join(', ')})` : '';
}
