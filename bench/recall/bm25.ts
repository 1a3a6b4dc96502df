import { loadEngine } from '../../src/service/store/engine.ts';
import { FIRST, type Finder } from './life.ts';

/** The ranking that SQLite brings: any of the words, by their Porter stems, the best by BM25 first. */
export const bm25: Finder = {
  name: 'FTS5 BM25',
  async fill({ notes }) {
    const database = new (loadEngine())(':memory:');
    database.exec("create virtual table notes using fts5 (text, key unindexed, tokenize = 'porter unicode61')");
    const insert = database.prepare('insert into notes (text, key) values (?, ?)');
    for (const { text, key } of notes) insert.all(text, key);
    const select = database.prepare(`select key from notes where notes match ? order by rank, rowid limit ${FIRST}`);
    return {
      async ask(question) {
        const words = question.match(/[\p{L}\p{N}]+/gu) ?? [];
        const rows = select.all(words.map((word) => `"${word}"`).join(' OR ')) as { key: string }[];
        return rows.map(({ key }) => key);
      },
      close: async () => database.close(),
    };
  },
};
