import { ROMANIZED, type SearchTerm, SOUNDING } from '../../shared/text/fold.ts';
import { matchesOfEach } from '../../store/first-matches.ts';
import { endingKey } from '../names/name-keys.ts';
import { relatedNames } from '../names/nicknames.ts';
import { soundOf } from '../names/text-distance.ts';
import type { Context } from '../runtime/context.ts';
import type { QueryWord } from './query-words.ts';

/** Maximum number of contacts read per word and for all words together, newest first. */
const FOR_ONE = 120;
const FOR_ALL = 300;
const MAX_QUERY_WORDS = 6;
/** A longer question is a sentence, so its words are unlikely to form one name. */
const MAX_COMBINED = 4;
const MAX_RELATED = 40;

/**
 * Contact ids with names that sound like the words or are nicknames of them. Contacts that match all words come first.
 */
export async function likelyCandidates(context: Context, asked: readonly QueryWord[]): Promise<Set<string>> {
  const { single } = contentWordsOf(asked);
  const searches: SearchTerm[][] = [];
  if (single.length > 1 && single.length <= MAX_COMBINED) searches.push(single.map((word) => anyOf(looseTerms(word))));
  const isAlone = single.length === 1;
  for (const word of single) {
    if (isAlone) searches.push([anyOf([term(word.folded), ...exactTerms(word)])]);
    searches.push([anyOf(nearTerms(word))]);
  }
  return findContacts(context, searches);
}

/** Contact ids whose names match the words when joined or split, or share their beginnings or endings. */
export async function furtherCandidates(context: Context, asked: readonly QueryWord[]): Promise<Set<string>> {
  const { single, joined } = contentWordsOf(asked);
  const searches: SearchTerm[][] = [];
  if (joined.length > 0) searches.push([anyOf(joined.flatMap(exactTerms))]);
  if (single.length <= MAX_COMBINED) {
    for (const word of single) {
      const [before, after] = divisions(word);
      if (before.length > 0) searches.push([anyOf(before), anyOf(after)]);
      searches.push([anyOf(looseTerms(word))]);
    }
  }
  return findContacts(context, searches);
}

function contentWordsOf(asked: readonly QueryWord[]) {
  const isContent = asked.filter((word) => word.isContent);
  const isJoined = ({ from, to }: QueryWord) => to > from + 1;
  return {
    single: isContent.filter((word) => !isJoined(word)).slice(0, MAX_QUERY_WORDS),
    joined: isContent.filter(isJoined).slice(0, MAX_QUERY_WORDS),
  };
}

/** The newest contacts that match all terms of any search. */
async function findContacts({ db, user }: Context, searches: readonly SearchTerm[][]): Promise<Set<string>> {
  const bounded = searches.map((terms) => ({ terms, limit: terms.length > 1 ? FOR_ALL : FOR_ONE }));
  const all = await matchesOfEach(db, { kind: 'contact', userId: user.user_id, order: 'newest' }, bounded);
  return new Set(all.flatMap((some) => some.map(({ id }) => id)));
}

const term = (word: string, prefix = false): SearchTerm => ({ words: [word], prefix });

const anyOf = ([first, ...or]: SearchTerm[]): SearchTerm => ({ ...first!, or });

const exactTerms = ({ latin }: QueryWord): SearchTerm[] => latin.map((form) => term(endingKey(form)));

/** Terms for the word itself, its phonetic key, and its nicknames. */
function nearTerms(word: QueryWord): SearchTerm[] {
  const related = word.latin.flatMap((form) => [...relatedNames(form)]).slice(0, MAX_RELATED);
  const bare = word.latin.flatMap((form) => (/...s$/.test(form) ? [form.slice(0, -1), form.replace(/es$/, '')] : []));
  return [
    term(word.folded),
    ...exactTerms(word),
    ...[...related, ...bare].map((form) => term(endingKey(form))),
    ...sounds(word),
  ];
}

const sounds = ({ latin }: QueryWord): SearchTerm[] =>
  latin.flatMap((form) => {
    const sound = form.length > 2 ? soundOf(form) : '';
    return sound ? [term(SOUNDING + sound)] : [];
  });

/** Adds terms for words with the same beginning or ending. One typo leaves one half of the word unchanged. */
function looseTerms(word: QueryWord): SearchTerm[] {
  return [...nearTerms(word), ...word.latin.flatMap(halves)];
}

function halves(form: string): SearchTerm[] {
  if (form.length === 1) return [term(form, true), term(ROMANIZED + form, true)];
  const kept = form.length >= 8 ? 4 : form.length >= 5 ? 3 : 2;
  const begin = form.slice(0, kept);
  return [term(begin, true), term(ROMANIZED + begin, true), term(endingKey(form.slice(-kept)), true)];
}

/** Splits a word at every position into two name words, as in `annaberg`. */
function divisions({ latin: [form = ''] }: QueryWord): [SearchTerm[], SearchTerm[]] {
  if (form.length < 6) return [[], []];
  const [before, after]: [SearchTerm[], SearchTerm[]] = [[], []];
  for (let at = 2; at <= form.length - 3; at++) {
    before.push(term(endingKey(form.slice(0, at))));
    after.push(term(endingKey(form.slice(at))));
  }
  // An initial and a last name: `jsmith`.
  before.push(term(form[0]!, true));
  after.push(term(endingKey(form.slice(1))));
  return [before, after];
}
