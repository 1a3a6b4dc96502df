import { type SqlBool, sql } from 'kysely';
import { type Db, onPostgres } from './store.ts';
import { rowsMatching } from './word-index.ts';
import { areNumberedByTime, rowsOfUser } from './word-rows.ts';

// The index contains trigrams. Shorter substrings cannot be looked up, and MAX_TRIGRAMS of a longer one are selective
// enough.
const LENGTH = 3;
const MAX_TRIGRAMS = 32;

/** Query for the trigrams of a substring, or undefined if the substring is too short. */
function trigramQuery(part: string): string | undefined {
  const characters = [...part.toWellFormed()];
  const pieces = new Set<string>();
  for (let start = 0; start + LENGTH <= characters.length && pieces.size < MAX_TRIGRAMS; start++)
    pieces.add(characters.slice(start, start + LENGTH).join(''));
  if (pieces.size === 0) return undefined;
  return [...pieces].map((piece) => `"${piece.replaceAll('"', '""')}"`).join(' AND ');
}

/** With more matching contacts than this, the index does not help: the first page fills quickly without it. */
const MAX_CONTACTS = 2_000;

/**
 * Returns a subquery of the contacts whose texts may contain this substring, a superset of the matches. Undefined if
 * there are too many, or no index. On PostgreSQL the planner uses its own index (`contacts_parts`).
 */
export async function contactsWithSubstring(db: Db, userId: string, part: string) {
  if (onPostgres(db)) return undefined;
  const pieces = trigramQuery(part);
  if (pieces === undefined || !(await areNumberedByTime(db, 'contact', userId))) return undefined;
  const { from, to } = rowsOfUser(userId);
  const { rows: more } = await sql`select 1 from contact_parts where contact_parts match ${pieces}
    and rowid between ${from} and ${to} limit 1 offset ${MAX_CONTACTS}`.execute(db);
  if (more.length > 0) return undefined;
  const found = rowsMatching('contact_parts', 'contact', userId, pieces);
  return db
    .selectFrom(found.as('found'))
    .select('found.id')
    .where(sql<SqlBool>`found.words_row between ${from} and ${to}`);
}
