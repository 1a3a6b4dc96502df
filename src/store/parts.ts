import { type SqlBool, sql } from 'kysely';
import { type Db, onPostgres } from './store.ts';
import { rowsMatching } from './word-index.ts';
import { arePlaced, rowsOfUser } from './word-rows.ts';

// The index holds every three characters in a row: a shorter part is not in it, and of a longer one so many tell enough.
const LENGTH = 3;
const MOST = 32;

/** What of the index a contact with this part of a text has; undefined for a part that is too short. */
function piecesOf(part: string): string | undefined {
  const characters = [...part.toWellFormed()];
  const pieces = new Set<string>();
  for (let start = 0; start + LENGTH <= characters.length && pieces.size < MOST; start++)
    pieces.add(characters.slice(start, start + LENGTH).join(''));
  if (pieces.size === 0) return undefined;
  return [...pieces].map((piece) => `"${piece.replaceAll('"', '""')}"`).join(' AND ');
}

/** With more contacts than these an index is no help: the first page is soon full without it. */
const MOST_CONTACTS = 2_000;

/**
 * A subquery of the contacts that may have this part in their texts: all that have it are among them. Undefined where
 * there are too many, or no index. PostgreSQL has one that its planner chooses by itself (`contacts_parts`).
 */
export async function fewWithPart(db: Db, userId: string, part: string) {
  if (onPostgres(db)) return undefined;
  const pieces = piecesOf(part);
  if (pieces === undefined || !(await arePlaced(db, 'contact', userId))) return undefined;
  const { from, to } = rowsOfUser(userId);
  const { rows: more } = await sql`select 1 from contact_parts where contact_parts match ${pieces}
    and rowid between ${from} and ${to} limit 1 offset ${MOST_CONTACTS}`.execute(db);
  if (more.length > 0) return undefined;
  const found = rowsMatching('contact_parts', 'contact', userId, pieces);
  return db
    .selectFrom(found.as('found'))
    .select('found.id')
    .where(sql<SqlBool>`found.words_row between ${from} and ${to}`);
}
