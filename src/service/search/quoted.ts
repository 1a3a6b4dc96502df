import { append } from '../../shared/lists.ts';
import { type SearchTerm, words } from '../../shared/text/fold.ts';
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
  const { db, user } = context;
  const rows = await db
    .selectFrom('contacts')
    .select(['id', 'full_name', 'first_name', 'last_name'])
    .where('user_id', '=', user.user_id)
    .where('id', 'in', [...ids])
    .execute();
  const texts = new Map(rows.map((row) => [row.id, namesOf(row)]));
  for (const { id, texts: described } of await descriptionsOf(context, ids)) append(texts.get(id) ?? [], described);
  return new Set(ids.filter((id) => holdsPhrases(texts.get(id) ?? [], required)));
}
