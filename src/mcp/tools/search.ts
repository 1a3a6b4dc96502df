import { stemmer } from 'stemmer';
import type { Tool } from './list.ts';

// BM25 over names, descriptions and argument names, as clients that load tools on demand search them.
const K1 = 1.2;
const B = 0.75;

interface Entry {
  name: string;
  counts: Map<string, number>;
  length: number;
}

export type ToolSearch = (query: string, limit: number) => string[];

/** Creates a search that returns tool names, best match first. Tools that share no word with the query are left out. */
export function searchTools(tools: readonly Tool[]): ToolSearch {
  const entries = tools.map(entryOf);
  const average = entries.reduce((sum, { length }) => sum + length, 0) / Math.max(1, entries.length);
  const holders = new Map<string, number>();
  for (const { counts } of entries) for (const word of counts.keys()) holders.set(word, (holders.get(word) ?? 0) + 1);

  const weight = (word: string): number => {
    const holding = holders.get(word) ?? 0;
    return Math.log(1 + (entries.length - holding + 0.5) / (holding + 0.5));
  };
  const score = ({ counts, length }: Entry, words: string[]): number =>
    words.reduce((sum, word) => {
      const count = counts.get(word) ?? 0;
      const saturated = (count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / average));
      return sum + (count === 0 ? 0 : weight(word) * saturated);
    }, 0);

  return (query, limit) => {
    const words = stemmedWordsOf(query);
    const ranked = entries.map((entry) => ({ name: entry.name, score: score(entry, words) }));
    return ranked
      .filter((one) => one.score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, limit)
      .map(({ name }) => name);
  };
}

function entryOf({ name, description, inputSchema }: Tool): Entry {
  const words = stemmedWordsOf([name, description, ...Object.keys(inputSchema.properties as object)].join(' '));
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return { name, counts, length: words.length };
}

// Common words that say nothing about the task.
const STOP_WORDS = new Set(
  `a about again all also am an and any anybody anyone are as at be been but by can could did do does for from give go
  had has have he her him his how i i'm if in into is it its just let like many me my no not now of on one or our over please s she should so some somebody someone something still t than that the their them then there
  these they this those to too up us was we were what when where which why will with would you your`.split(/\s+/),
);

/** Returns the stems of a string's words, without accents and stop words. `searchQuery` counts as two words. */
export const stemmedWordsOf = (text: string): string[] =>
  (
    text
      .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/\be-mail/g, 'email')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
    .filter((word) => !STOP_WORDS.has(word))
    .map(stemmer);
