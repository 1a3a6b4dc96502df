import { loadEngine } from '../../src/store/engine.ts';
import { FIRST, type Finder, type Life, type LifePerson, namesByKey } from '../../test/data/lives/life.ts';

/** SQLite's own ranking: any of the words, by their Porter stems, best first by BM25. It never warns. */
export const bm25: Finder = {
  name: 'FTS5 BM25',
  async fill(life) {
    const database = new (loadEngine())(':memory:');
    database.exec("create virtual table records using fts5 (text, key unindexed, tokenize = 'porter unicode61')");
    const insert = database.prepare('insert into records (text, key) values (?, ?)');
    database.exec('begin');
    for (const { text, key } of textsOf(life)) insert.all(text, key);
    database.exec('commit');
    const select = database.prepare(
      `select key from records where records match ? order by rank, rowid limit ${FIRST}`,
    );
    return {
      async ask(question) {
        const words = question.match(/[\p{L}\p{N}]+/gu) ?? [];
        const rows = select.all(words.map((word) => `"${word}"`).join(' OR ')) as { key: string }[];
        return { keys: rows.map(({ key }) => key), isWeak: false };
      },
      close: async () => database.close(),
    };
  },
};

/** Every record as one text, with its people's names, as in kith's index of notes. */
function textsOf(life: Life): { key: string; text: string }[] {
  const names = namesByKey(life);
  const naming = (people: string[]) => people.map((key) => names.get(key)).join(', ');
  const groupsOf = new Map<string, string[]>();
  for (const { name, people } of life.groups)
    for (const key of people) groupsOf.set(key, [...(groupsOf.get(key) ?? []), name]);
  return [
    ...life.notes.map(({ key, text, people }) => ({ key, text: `${text} ${naming(people)}` })),
    ...life.reminders.map(({ key, text, people }) => ({ key, text: `${text} ${naming(people)}` })),
    ...life.groups.map(({ key, name }) => ({ key, text: name })),
    ...life.people.map((person) => ({ key: person.key, text: cardText(person, groupsOf.get(person.key), names) })),
  ];
}

function cardText(
  { key: _, tags = [], fields = {}, relations = [], ...card }: LifePerson,
  groups: string[] = [],
  names: Map<string, string>,
): string {
  const related = relations.map(({ to, is }) => `${is} ${names.get(to)}`);
  return [...Object.values(card), ...tags, ...Object.entries(fields).flat(), ...related, ...groups].join(' ');
}
