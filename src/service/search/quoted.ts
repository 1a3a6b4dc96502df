import { chunked } from '../../shared/lists.ts';
import { type SearchTerm, words } from '../../shared/text/fold.ts';
import { runCompiled } from '../../store/compiled-queries.ts';
import { namesOf } from '../indexing/contact-index.ts';
import type { Context } from '../runtime/context.ts';
import { descriptionsOf } from './descriptions.ts';

/** Whether each quoted phrase occurs in one of the texts, with its words adjacent. */
export function holdsPhrases(texts: readonly string[], required: readonly SearchTerm[]): boolean {
  if (required.length === 0) return true;
  const all = texts.map((text) => ` ${words(text).join(' ')} `);
  return required.every((phrase) => all.some((text) => text.includes(` ${phrase.words.join(' ')} `)));
}

/** Filters people to those whose name or description contains the quoted phrases. */
export async function peopleHolding(
  context: Context,
  ids: readonly string[],
  required: readonly SearchTerm[],
): Promise<Set<string>> {
  if (required.length === 0) return new Set(ids);
  return new Set((await peopleWithPhrases(context, ids, required)).map(({ id }) => id));
}

export interface Holder {
  id: string;
  isArchived: boolean;
}

/** The same, with their states. Reads the descriptions only of people whose names do not contain all phrases. */
export async function peopleWithPhrases(
  context: Context,
  ids: readonly string[],
  required: readonly SearchTerm[],
): Promise<Holder[]> {
  const found: Holder[] = [];
  for (const some of chunked(ids)) {
    const rows = await namesById(context, some);
    const names = new Map(rows.map((row) => [row.id, namesOf(row)]));
    const others = rows.flatMap(({ id }) => (holdsPhrases(names.get(id)!, required) ? [] : [id]));
    const without = new Set(others);
    for (const { id, texts } of await descriptionsOf(context, others))
      if (holdsPhrases([...names.get(id)!, ...texts], required)) without.delete(id);
    for (const { id, is_archived } of rows) if (!without.has(id)) found.push({ id, isArchived: is_archived === 1 });
  }
  return found;
}

const namesById = ({ db, user }: Context, ids: string[]) =>
  runCompiled(
    db,
    'names and states of people',
    (db, userId, ids) =>
      db
        .selectFrom('contacts')
        .select(['id', 'full_name', 'first_name', 'last_name', 'is_archived'])
        .where('user_id', '=', userId)
        .where('id', 'in', ids),
    [user.user_id, ids],
  );
