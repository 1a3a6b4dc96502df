import type { Finder } from '../../test/data/lives/life.ts';
import { makeLife } from '../../test/data/lives/make.ts';
import { makeNamings } from '../../test/data/lives/naming.ts';
import { type Engine, postgresEngine, sqliteEngine } from '../scale/engines.ts';
import { bm25 } from './bm25.ts';
import { kithOn } from './kith.ts';
import { readLocomo } from './locomo.ts';
import { type LifeFigures, measureNamings, measureRecall, type RecallFigures } from './measure.ts';
import { memoryServer } from './memory.ts';

export interface RecallOptions {
  /** LoCoMo's file, and the selected conversations, counted from 1. */
  locomo: { file: string; first: number; last: number } | undefined;
  /** First and last seed of generated lives. */
  seeds: [number, number];
  engines: string[];
}

export interface RecallResults {
  locomo: LifeFigures[];
  lives: LifeFigures[];
  namings: RecallFigures[];
}

/**
 * Sends the same questions to kith on each engine and to FTS5's ranking, on generated lives and on LoCoMo. On LoCoMo,
 * MCP's memory server is included.
 */
export async function runRecall(
  folder: string,
  { locomo, seeds: [first, last], engines }: RecallOptions,
  tell: (what: string) => void,
): Promise<RecallResults> {
  const opened: Engine[] = [];
  if (engines.includes('sqlite')) opened.push(sqliteEngine(folder));
  if (engines.includes('postgres')) opened.push(await postgresEngine(folder));
  const finders: Finder[] = [...opened.map(kithOn), bm25];
  const seeds = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const lives = seeds.map((seed) => makeLife(seed));
  const namings = seeds.map((seed) => makeNamings(seed));
  const results: RecallResults = { locomo: [], lives: [], namings: [] };
  try {
    for (const finder of finders) {
      results.lives.push(await measureRecall(finder, lives, tell));
      results.namings.push(...(await measureNamings(finder, namings, tell)));
    }
    const conversations = locomo ? readLocomo(locomo.file).slice(locomo.first - 1, locomo.last) : [];
    for (const finder of locomo ? [...finders, memoryServer(folder)] : [])
      results.locomo.push(await measureRecall(finder, conversations, tell));
  } finally {
    for (const engine of opened) await engine.close();
  }
  return results;
}
