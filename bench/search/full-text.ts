import type { BareDatabase, Engine } from '../scale/engines.ts';

export const FIRST = 10;

/**
 * The engine's own full-text query over the tables that kith searches: any of the words, the top ten by its own
 * ranking.
 */
export function fullText(engine: Engine, bare: BareDatabase, userId: string): (words: string[]) => Promise<number> {
  const query = engine.name === 'SQLite' ? bm25 : tsRank;
  return async (words) => {
    const [found] = await bare.run([query(words, userId)]);
    return found!.length;
  };
}

const bm25 = (words: string[]) => ({
  sql: `select rowid from note_words where note_words match ? order by bm25(note_words) limit ${FIRST}`,
  values: [words.map((word) => `"${word}"`).join(' OR ')],
});

const tsRank = (words: string[], userId: string) => ({
  sql: `select id from note_search where user_id = $1 and lexemes @@ $2::tsquery
    order by ts_rank(lexemes, $2::tsquery) desc limit ${FIRST}`,
  values: [userId, words.map((word) => `'${word}'`).join(' | ')],
});
