import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { chunked } from '../shared/lists.ts';
import type { SearchTerm } from '../shared/text/fold.ts';
import { shouldYield, yieldToOthers } from '../shared/yield.ts';
import type { IndexedKind, IndexedRecord, IndexHit, IndexQuery } from './indexed-records.ts';
import type { Db } from './store.ts';

// Records written per statement: the driver sends all their words in one message.
const BATCH_SIZE = 100;

// A lexeme can have up to 2,046 bytes. For a longer word, the prefix is indexed and the text is checked.
const LEXEME_LENGTH = 500;
// All lexemes of a row together can have up to 2^20 bytes.
const LEXEMES_BYTES = 900_000;

export async function putPostgresWords(db: Db, kind: IndexedKind, records: readonly IndexedRecord[]): Promise<void> {
  for (const part of chunked(records, BATCH_SIZE)) {
    const rows: RawBuilder<unknown>[] = [];
    for (const { userId, id, words, others = [], sortTime } of part) {
      if (shouldYield()) await yieldToOthers();
      const lexemes = lexemesOf([...words, ...others]);
      rows.push(sql`(${userId}, ${id}, array_to_tsvector(${lexemes}::text[]), ${` ${words.join(' ')} `}, ${sortTime})`);
    }
    if (shouldYield()) await yieldToOthers();
    await sql`insert into ${sql.table(`${kind}_search`)} (user_id, id, lexemes, words, sort_time)
      values ${sql.join(rows)} on conflict (user_id, id) do update
      set lexemes = excluded.lexemes, words = excluded.words, sort_time = excluded.sort_time`.execute(db);
  }
}

/** Distinct words, as many as fit in a row. The rest of a very long text is not searchable. */
function lexemesOf(words: readonly string[]): string[] {
  const found = new Set<string>();
  let bytes = 0;
  for (const word of words) {
    const one = lexeme(word);
    if (found.has(one)) continue;
    bytes += Buffer.byteLength(one);
    if (bytes > LEXEMES_BYTES) break;
    found.add(one);
  }
  return [...found];
}

/**
 * Looks up every word of the terms in the index, then checks phrases against the text. The offset stops the planner
 * from scanning all records by time, because it assumes that a prefix is common.
 */
export function postgresMatching(
  kind: IndexedKind,
  userId: string,
  { terms, but }: IndexQuery,
  among = sql`${sql.table(`${kind}_found`)}`,
): RawBuilder<IndexHit> {
  const all = (wanted: SearchTerm[]) => wanted.map(lexemeQuery).join(' & ');
  // A phrase must appear in both queries as written, so comparing the words is enough here.
  const query = but ? `(${all(terms)}) & !(${all(but)})` : all(terms);
  const phrases = terms.filter(isPhrase);
  const conditions = [
    sql<SqlBool>`found.user_id = ${userId}`,
    sql<SqlBool>`found.lexemes @@ ${query}::tsquery`,
    ...phrases.map(isWritten),
  ];
  return sql`(select found.id, found.sort_time from ${among} as found
    where ${sql.join(conditions, sql` and `)} offset 0)`;
}

export function matchesTerm(term: SearchTerm): RawBuilder<SqlBool> {
  const inIndex = sql<SqlBool>`found.lexemes @@ ${lexemeQuery(term)}::tsquery`;
  return isPhrase(term) ? sql`(${inIndex} and ${isWritten(term)})` : inIndex;
}

/** A term that the index cannot match alone: several words, or a word longer than a lexeme. */
const isPhrase = ({ words }: SearchTerm): boolean => words.length > 1 || words[0]!.length > LEXEME_LENGTH;

function isWritten({ words, prefix, or }: SearchTerm): RawBuilder<SqlBool> {
  const isThere = sql<SqlBool>`found.words like ${`% ${words.join(' ')}${prefix ? '' : ' '}%`}`;
  return or ? sql<SqlBool>`(${isThere} or found.lexemes @@ ${anyOf(or)}::tsquery)` : isThere;
}

const lexemeQuery = (term: SearchTerm): string => anyOf([term, ...(term.or ?? [])]);

const anyOf = (terms: SearchTerm[]): string => `(${terms.map(written).join(' | ')})`;

/** Words contain only letters, marks and digits, so quoting is safe. */
const written = ({ words, prefix }: SearchTerm): string =>
  words
    .map((word, index) => {
      const open = (prefix && index === words.length - 1) || word.length > LEXEME_LENGTH;
      return `'${lexeme(word)}'${open ? ':*' : ''}`;
    })
    .join(' & ');

function lexeme(word: string): string {
  if (word.length <= LEXEME_LENGTH && word.isWellFormed()) return word;
  return [...word.slice(0, LEXEME_LENGTH)].filter((letter) => letter.isWellFormed()).join('');
}
