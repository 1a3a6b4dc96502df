import { table } from '../figures.ts';
import { postgresEngine, sqliteEngine } from '../scale/engines.ts';
import { bm25 } from './bm25.ts';
import { kithOn } from './kith.ts';
import { readLocomo } from './locomo.ts';
import { measureRecall, type RecallFigures } from './measure.ts';
import { memoryServer } from './memory.ts';

interface Options {
  file: string;
  /** Conversations of the file, counted from 1. */
  first: number;
  last: number;
  engines: string[];
}

/** Puts the same questions to kith on each engine, to the ranking of FTS5, and to the memory server of MCP. */
export async function runRecall(
  folder: string,
  { file, first, last, engines }: Options,
  tell: (what: string) => void,
): Promise<RecallFigures[]> {
  const lives = readLocomo(file).slice(first - 1, last);
  const opened = [];
  if (engines.includes('sqlite')) opened.push(sqliteEngine(folder));
  if (engines.includes('postgres')) opened.push(await postgresEngine(folder));
  const figures: RecallFigures[] = [];
  try {
    for (const finder of [...opened.map(kithOn), bm25, memoryServer(folder)])
      figures.push(await measureRecall(finder, lives, tell));
  } finally {
    for (const engine of opened) await engine.close();
  }
  return figures;
}

const percent = (part: number): string => `${(100 * part).toFixed(1)} %`;

export const recallTable = (figures: RecallFigures[]): string =>
  table(
    `${figures[0]?.questions ?? 0} questions, each with the notes that answer it`,
    ['', 'recall@10', 'hit@1', 'hit@10', 'empty'],
    figures.map(({ finder, ...parts }) => [
      finder,
      ...[parts.recall, parts.hitFirst, parts.hitTen, parts.empty].map(percent),
    ]),
  );
