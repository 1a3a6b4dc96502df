import { shouldYield, yieldToOthers } from '../../shared/yield.ts';
import type { Match, Question } from '../question/question.ts';
import type { Context } from '../runtime/context.ts';
import { describedCandidates, MAX_PER_WORD } from './described-candidates.ts';
import { descriptionsOf } from './descriptions.ts';
import { coveredByLabels, type LabelMatch, peopleLabeled } from './labeled-people.ts';
import { relatedPeople } from './related-people.ts';
import { placesOfNames } from './weights.ts';
import { cover, formsOf, raise, type WordForms } from './word-forms.ts';

export { peopleOfNotes } from './people-of-notes.ts';

const MAX_PEOPLE = 100;
/** Factor for a person's name that matches a tag or group name. */
const AS_LABEL = 0.7;
/** Maximum number of candidates. */
const MAX_CANDIDATES = 800;
/** Maximum number of candidates found by name. */
const MAX_NAMED = 200;

/**
 * Finds people whom the question describes, best first, at most 100, including archived ones. Searches the company,
 * job, description, education, places, email domain, profiles, custom fields, tags, groups, and relations. `covered`
 * excludes words that match only names. `named` holds people named in the question, best first. `labels` holds the tags
 * and groups that it names.
 */
export async function findDescribed(
  context: Context,
  question: Question,
  { named, labels }: { named: readonly Match[]; labels: readonly LabelMatch[] },
): Promise<Match[]> {
  const wanted = formsOf(question);
  if (wanted.length === 0) return [];
  const related = await relatedPeople(context, question, wanted, named);
  const { ids, frequent } = await describedCandidates(context, wanted);
  const candidates = new Set<string>();
  const groups = [related.map(({ id }) => id), named.slice(0, MAX_NAMED).map(({ id }) => id), ids];
  for (const group of [...groups, await peopleLabeled(context, labels)])
    for (const id of group) if (candidates.size < MAX_CANDIDATES) candidates.add(id);

  const people = await describedAmong(context, wanted, [...candidates]);
  const names = placesOfNames(named);
  for (const [id, covered] of await coveredByLabels(context, labels, [...candidates])) {
    // "Michael" means the person rather than everyone in the St. Michael choir.
    const lowered = [...covered].map(
      ([index, quality]) => [index, names.has(index) ? quality * AS_LABEL : quality] as const,
    );
    merge(people, id, new Map(lowered));
  }
  for (const { id, covered } of related) merge(people, id, covered);
  const found = [...people.values()].filter(({ covered }) => covered.size > 0);
  return ranked(found, named, frequent).slice(0, MAX_PEOPLE);
}

interface Person extends Match {
  created_at: string;
}

/** Matches people's own fields against the query words. */
async function describedAmong(
  context: Context,
  wanted: readonly WordForms[],
  contactIds: readonly string[],
): Promise<Map<string, Person>> {
  const people = new Map<string, Person>();
  for (const { id, created_at, texts } of await descriptionsOf(context, contactIds)) {
    if (shouldYield()) await yieldToOthers();
    const covered = new Map<number, number>();
    for (const text of texts) if (text !== '') cover(covered, wanted, text);
    people.set(id, { id, created_at, covered });
  }
  return people;
}

function merge(people: ReadonlyMap<string, Person>, id: string, covered: ReadonlyMap<number, number>): void {
  const person = people.get(id);
  if (person) for (const [index, quality] of covered) raise(person.covered, index, quality);
}

/**
 * Sorts by covered weight, including names. A word that matches few people weighs more. Ties go to the newest person,
 * then by id.
 */
function ranked(found: readonly Person[], named: readonly Match[], frequent: ReadonlySet<number>): Match[] {
  const names = new Map(named.map(({ id, covered }) => [id, covered]));
  const counts = new Map<number, number>();
  const count = (index: number) => counts.set(index, (counts.get(index) ?? 0) + 1);
  for (const { covered } of found) for (const index of covered.keys()) count(index);
  for (const { covered } of named) for (const index of covered.keys()) count(index);
  const weightOf = (index: number): number => {
    const many = frequent.has(index) ? MAX_PER_WORD : Math.min(counts.get(index)!, MAX_PER_WORD);
    return 1 + Math.log((MAX_PER_WORD + 1) / many);
  };
  const scored = found.map((person) => {
    const all = new Map(person.covered);
    for (const [index, quality] of names.get(person.id) ?? []) raise(all, index, quality);
    let score = 0;
    for (const [index, quality] of all) score += quality * weightOf(index);
    return { person, score: Math.round(score * 1e6) };
  });
  return scored
    .sort((a, b) => b.score - a.score || compare(b.person, a.person) || (a.person.id < b.person.id ? -1 : 1))
    .map(({ person: { id, covered } }) => ({ id, covered }));
}

const compare = (a: Person, b: Person): number =>
  a.created_at === b.created_at ? 0 : a.created_at < b.created_at ? -1 : 1;
