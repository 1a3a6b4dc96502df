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

/** The most words that stand for one. */
const MOST_FORMS = 24;

/** Before a word with another meaning elsewhere, as *son* and *car* in French: it stands for the others, but none for it. */
const UNDERSTOOD_ONLY = '~';

let concepts: Map<string, readonly string[]> | undefined;

/** Other folded words of the same meaning, in five languages, singular and plural, of both genders. At most 24. */
export function sameMeaning({ word }: Pick<QuestionWord, 'word'>): readonly string[] {
  concepts ??= readConcepts();
  const all = concepts.get(word);
  return all ? all.filter((other) => other !== word).slice(0, MOST_FORMS) : [];
}

/** Words with one meaning, and what stands for each of them. */
interface Concept {
  words: string[];
  forms: string[];
}

/** All concepts. No word is in two of them. */
export function allConcepts(): Concept[] {
  const lines = TABLES.flatMap((table) => table.split('\n'));
  const concepts = lines.map(wordsOfLine).map((line) => ({ words: line.map(plain), forms: offered(line) }));
  const broader = BROADER.split('\n').map(broaderConcept);
  return [...concepts, ...broader, ...RELATIONS.flatMap(relationConcepts)].filter(({ words }) => words.length > 0);
}

/** The broader words leave room for examples among the most forms. */
function broaderConcept(line: string): Concept {
  const [words = [], examples = []] = line.split(':').map(wordsOfLine);
  return { words: words.map(plain), forms: [...new Set([...offered(words).slice(0, OF_BROADER), ...examples])] };
}

/** A *neighbor* may be a *vecino* or a *vecina*, but a *sister* is no *hermano*. */
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

/** A word of the tables without its mark. */
export const plain = (word: string): string => (word.startsWith(UNDERSTOOD_ONLY) ? word.slice(1) : word);

/** A question is read word by word, so expressions of several words stand for nothing here. */
export const wordsOfLine = (line: string): string[] => [
  ...new Set(
    line
      .split(' ')
      .map(fold)
      .filter((word) => word !== '' && !word.includes('-')),
  ),
];
