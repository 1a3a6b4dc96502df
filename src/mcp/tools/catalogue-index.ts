import { toolDefinitions } from '../../../tools/tools.ts';
import { operation as operationNamed, type ToolName } from '../../contract/operations.ts';
import type { Operation } from '../../contract/schema/operation.ts';
import { largest } from '../../shared/lists.ts';
import type { Tool } from './list.ts';
import { intentFactor, intentsOf } from './query-intent.ts';
import { stemmedWordsOf } from './search.ts';
import { SYNONYMS } from './synonyms.ts';

// Finds operations for a task in plain words: BM25 with weighted fields and synonyms.

const K1 = 1.4;
const B = 0.4;
/** Weight of a synonym, relative to the word itself. */
const SYNONYM_WEIGHT = 0.5;

/** Factor for a query that contains an operation's whole name, such as `list contacts`. */
const WHOLE_NAME = 2;
/** Factor for each word of the operation's subject that the query lacks. Contacts are exempt, as most queries imply them. */
const UNSAID = 0.85;
const PEOPLE = 'contact';
/** Factor for everyday operations. */
const EVERYDAY = 1.15;
const OLD_FORM = 0.4;

interface Entry {
  tool: Tool;
  operation: Operation;
  named: string[];
  /** Words in the name, without the verb. */
  subject: string[];
  /** Prior probability. */
  prior: number;
  counts: Map<string, number>;
  length: number;
}

export type OperationIndex = (query: string, limit: number) => Tool[];

const indexes = new WeakMap<readonly Tool[], OperationIndex>();

/** Ranks the operations that share a word or synonym with a query. */
export function operationIndex(tools: readonly Tool[]): OperationIndex {
  const index = indexes.get(tools) ?? makeIndex(tools);
  indexes.set(tools, index);
  return index;
}

function makeIndex(tools: readonly Tool[]): OperationIndex {
  const entries = tools.map(entryOf);
  const average = entries.reduce((sum, { length }) => sum + length, 0) / Math.max(1, entries.length);
  const holders = new Map<string, number>();
  for (const { counts } of entries) for (const word of counts.keys()) holders.set(word, (holders.get(word) ?? 0) + 1);
  const meant = synonyms();

  const weight = (word: string): number => {
    const holding = holders.get(word) ?? 0;
    return Math.log(1 + (entries.length - holding + 0.5) / (holding + 0.5));
  };
  const scoreOf = ({ counts, length }: Entry, word: string): number => {
    const count = counts.get(word) ?? 0;
    return count === 0 ? 0 : (weight(word) * count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / average));
  };
  const score = (entry: Entry, words: string[]): number => {
    const found = words.reduce((sum, word) => {
      const others = (meant.get(word) ?? []).map((other) => SYNONYM_WEIGHT * scoreOf(entry, other));
      return sum + largest(others, scoreOf(entry, word));
    }, 0);
    const said = new Set([...words, ...words.flatMap((word) => meant.get(word) ?? [])]);
    const isNamed = entry.named.every((word) => said.has(word));
    const unsaid = entry.subject.filter((word) => !said.has(word) && word !== PEOPLE).length;
    return entry.prior * UNSAID ** unsaid * (found + (isNamed ? WHOLE_NAME : 0));
  };

  return (query, limit) => {
    const words = [...new Set(stemmedWordsOf(inWords(query)))];
    const intents = intentsOf(query);
    return entries
      .map((entry) => ({ tool: entry.tool, score: intentFactor(entry.operation, intents) * score(entry, words) }))
      .filter((one) => one.score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, limit)
      .map(({ tool }) => tool);
  };
}

function synonyms(): Map<string, string[]> {
  const table = new Map<string, string[]>();
  for (const [meant, said] of SYNONYMS) {
    const targets = stemmedWordsOf(meant);
    for (const word of stemmedWordsOf(said)) table.set(word, [...(table.get(word) ?? []), ...targets]);
  }
  return table;
}

/** Phrases in queries, and the words that descriptions use for them. */
const PHRASES: readonly [RegExp, string][] = [
  [/\baddress book\b/gi, 'contacts'],
  [/\bhow many\b|\bnumber of\b/gi, 'count'],
  [/\bwho am i\b/gi, 'current user'],
  [/\b(?:get|bring|take|give)(?: \w+){0,3} back\b/gi, '$& restore undo'],
  [
    /\b(?:not|never|nobody|no one)(?: \w+){0,4} (?:seen|met|talked|contacted|spoken|heard)\b|\bnot see\b/gi,
    '$& last seen',
  ],
  [/\bget rid of\b/gi, 'delete'],
  [/\btake(?: \w+){0,3} (?:out|off)\b/gi, '$& remove'],
  [/\b(?:many|several|at once|in one go)\b/gi, '$& bulk'],
  [/\ball (?:my )?(?:people|contacts)\b/gi, 'everyone'],
  [/\bwithout\b/gi, 'without filter'],
  [/\b(?:in|near|around) (?=\p{Lu})/gu, '$& place '],
];

const inWords = (query: string): string =>
  PHRASES.reduce((text, [phrase, words]) => text.replace(phrase, words), query);

/** A description names related tools, as in `By name: list_contacts.` Their words would find this one. */
const withoutRelated = (text: string): string =>
  text.replace(/(?:[^.;:]*: )?\b([a-z]+(?:_[a-z0-9]+)+)\b/g, (all, word) =>
    Object.hasOwn(toolDefinitions, word) ? ' ' : all,
  );

function entryOf(tool: Tool): Entry {
  const { name, title, description, inputSchema } = tool;
  const operation = operationNamed(name as ToolName);
  const { toolsets } = toolDefinitions[name as ToolName];
  const fields: [text: string, weight: number][] = [
    [name, 3],
    [title, 2],
    [withoutRelated(description), 2],
    [operation.summary, 2],
    [operation.description, 1],
    [toolsets.filter((toolset) => toolset !== 'core').join(' '), 0.5],
    [
      JSON.stringify(inputSchema.properties).replace(
        /"description":"(?:[^"\\]|\\.)*"|"(?:type|properties|items|string|object)"/g,
        ' ',
      ),
      0.5,
    ],
  ];
  const counts = new Map<string, number>();
  let length = 0;
  for (const [text, weight] of fields) {
    for (const word of stemmedWordsOf(text)) {
      counts.set(word, (counts.get(word) ?? 0) + weight);
      length += weight;
    }
  }
  const prior = toolsets.includes('v1') ? OLD_FORM : toolsets.includes('core') ? EVERYDAY : 1;
  return {
    tool,
    operation,
    named: stemmedWordsOf(name),
    subject: stemmedWordsOf(name.replace(/^(?!bulk)[a-z]+_|(?<=^bulk_)[a-z]+_/, '')),
    prior,
    counts,
    length,
  };
}
