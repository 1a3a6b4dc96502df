import { fold } from '../../shared/text/fold.ts';
import type { QuestionWord } from './question.ts';
import { BROADER } from './words/broader.ts';
import { FOOD } from './words/food.ts';
import { HOME_AND_TRAVEL } from './words/home-and-travel.ts';
import { LIFE_EVENTS } from './words/life-events.ts';
import { NATURE } from './words/nature.ts';
import { PASTIMES } from './words/pastimes.ts';
import { PLACES } from './words/places.ts';
import { PROFESSIONS } from './words/professions.ts';
import { RELATIONS, type Relation } from './words/relations.ts';
import { TALK } from './words/talk.ts';
import { TOPICS } from './words/topics.ts';
import { WORK } from './words/work.ts';

const TABLES = [PROFESSIONS, LIFE_EVENTS, WORK, HOME_AND_TRAVEL, FOOD, PASTIMES, NATURE, TALK, TOPICS, PLACES];

/** Maximum number of synonyms per word. */
const MAX_FORMS = 24;

/**
 * Marks a word that means something else in another language, such as *son* and *car* in French. The word has synonyms
 * but is never offered as one.
 */
const UNDERSTOOD_ONLY = '~';

let concepts: Map<string, readonly string[]> | undefined;

/** Synonyms of a folded word in five languages, singular and plural, in both genders. At most 24. */
export function sameMeaning({ word }: Pick<QuestionWord, 'word'>): readonly string[] {
  concepts ??= readConcepts();
  const all = concepts.get(word);
  return all ? all.filter((other) => other !== word).slice(0, MAX_FORMS) : [];
}

/** Words with one meaning, and the synonyms that each of them expands to. */
interface Concept {
  words: string[];
  forms: string[];
}

/** All concepts. Each word occurs in only one of them. */
export function allConcepts(): Concept[] {
  const lines = TABLES.flatMap((table) => table.split('\n'));
  const concepts = lines.map(wordsOfLine).map((line) => ({ words: line.map(plain), forms: offered(line) }));
  const broader = BROADER.split('\n').map(broaderConcept);
  return [...concepts, ...broader, ...RELATIONS.flatMap(relationConcepts)].filter(({ words }) => words.length > 0);
}

/** Limits the broader words, to leave room for examples within `MAX_FORMS`. */
function broaderConcept(line: string): Concept {
  const [words = [], examples = []] = line.split(':').map(wordsOfLine);
  return { words: words.map(plain), forms: [...new Set([...offered(words).slice(0, OF_BROADER), ...examples])] };
}

/** Builds concepts per gender. A *neighbor* may be a *vecino* or a *vecina*, but a *sister* is never an *hermano*. */
function relationConcepts(relation: Relation): Concept[] {
  const [female, male, either] = [relation.female, relation.male, relation.either].map((line = '') =>
    wordsOfLine(line),
  );
  const all = [...either!, ...female!.slice(0, OF_EACH), ...male!.slice(0, OF_EACH)];
  return [
    { words: either!.map(plain), forms: offered(all) },
    { words: female!.map(plain), forms: offered([...female!, ...either!]) },
    { words: male!.map(plain), forms: offered([...male!, ...either!]) },
  ];
}

const OF_EACH = 9;
const OF_BROADER = 14;

const offered = (line: readonly string[]): string[] => line.filter((word) => !word.startsWith(UNDERSTOOD_ONLY));

function readConcepts(): Map<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const { words, forms } of allConcepts()) for (const word of words) found.set(word, forms);
  return found;
}

/** Strips the marker from a table word. */
export const plain = (word: string): string => (word.startsWith(UNDERSTOOD_ONLY) ? word.slice(1) : word);

/**
 * Splits a line of a table into folded words. Questions are matched word by word, so multiword expressions are skipped.
 */
export const wordsOfLine = (line: string): string[] => [
  ...new Set(
    line
      .split(' ')
      .map(fold)
      .filter((word) => word !== '' && !word.includes('-')),
  ),
];
