import type { Client } from '../../src/client/client.ts';
import { Samples, type Spread, timed } from '../figures.ts';
import type { Engine } from '../scale/engines.ts';
import { clientOnData } from '../scale/operations.ts';
import { nameFor } from './filled.ts';
import { FIRST, fullText } from './full-text.ts';
import { type AskedQuestion, QUESTION_KINDS } from './questions.ts';

/** The measured operation. */
export const OPERATION = 'search';
async function ask(client: Client, text: string): Promise<number> {
  const { data } = await client.call(OPERATION, { query: text, take: FIRST });
  return data.results.length;
}

export interface SearchFigure {
  kind: string;
  took: Spread;
  /** The engine's own full-text query for the same words. */
  own: Spread;
  /** Number of empty results, and of failed requests, such as database timeouts. */
  empty: number;
  failed: number;
  /** This process's resident memory in MiB. */
  memory: { before: number; after: number };
}

export interface SizeFigures {
  engine: string;
  size: number;
  kinds: SearchFigure[];
}

const WORK = 'search-work';
const WARM_UP = 3;
/** The same setting as kith's SQLite connection (sqlite-store.ts). */
const CACHE = { sql: 'pragma cache_size = -65536', values: [] };

/** Asks every question of each kind on a copy of the filled database. */
export async function measureSize(
  engine: Engine,
  size: number,
  only: string,
  tell: (progress: string) => void,
): Promise<SizeFigures> {
  tell('copying');
  await engine.drop(WORK);
  await engine.copy(nameFor(size), WORK);
  const database = await engine.open(WORK);
  const { client, user, idle } = await clientOnData(database.data);
  const bare = await database.bare(user.user_id);
  if (engine.name === 'SQLite') await bare.run([CACHE]);
  const searchers: Searchers = {
    ask: (text) => ask(client, text),
    own: fullText(engine, bare, user.user_id),
    idle,
  };
  const kinds: SearchFigure[] = [];
  for (const [kind, questionsOver] of Object.entries(QUESTION_KINDS)) {
    if (!kind.includes(only)) continue;
    tell(kind);
    kinds.push(await measureKind(kind, questionsOver(size), searchers));
  }
  await bare.close();
  await database.close();
  await engine.drop(WORK);
  return { engine: engine.name, size, kinds };
}

/** Both return their number of results. */
interface Searchers {
  ask(text: string): Promise<number>;
  own(words: string[]): Promise<number>;
  idle(): Promise<void>;
}

/**
 * Sends each question to kith and to the engine's own full-text search in turns, every other time to the engine
 * first.
 */
async function measureKind(kind: string, questions: AskedQuestion[], searchers: Searchers): Promise<SearchFigure> {
  const { ask, own, idle } = searchers;
  for (const { text, words } of questions.slice(-WARM_UP)) {
    await ask(text).catch(() => {});
    await own(words);
  }
  const samples = new Samples();
  let [empty, failed] = [0, 0];
  const before = memory();
  for (const [index, { text, words }] of questions.entries()) {
    const askKith = async () => {
      try {
        if ((await ask(text)) === 0) empty++;
      } catch {
        failed++;
      }
    };
    const turns: [string, () => Promise<unknown>][] = [
      ['took', askKith],
      ['own', () => own(words)],
    ];
    for (const [name, work] of index % 2 === 0 ? turns : turns.reverse()) {
      samples.add(name, await timed(work));
      await idle();
    }
  }
  const [took, ownTook] = [samples.get('took')!, samples.get('own')!];
  return { kind, took, own: ownTook, empty, failed, memory: { before, after: memory() } };
}

const memory = (): number => process.memoryUsage.rss() / 2 ** 20;
