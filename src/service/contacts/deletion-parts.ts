import { sql } from 'kysely';
import { append, chunked } from '../../shared/lists.ts';
import type { Context } from '../runtime/context.ts';
import { fitInEntries, refuseLargeEntries } from '../undo-records/entry-size.ts';

/** Maximum links to notes and reminders that one transaction deletes. Only a single contact may have more. */
const MAX_LINKS = 20_000;
const MAX_CONTACTS = 100;

/**
 * Splits contacts into parts for one transaction each. A transaction's time and memory depend on the links to notes and
 * reminders, and on the size of the deleted notes. Throws 409 for a contact whose notes are too large.
 */
export async function deletionParts(context: Context, ids: string[]): Promise<string[][]> {
  const parts: string[][] = [];
  for (const part of await partsByLinks(context, ids)) {
    const isWhole = part.length > 1 && (await fitInEntries(context, part));
    for (const one of isWhole ? [] : part) await refuseLargeEntries(context, [one]);
    append(parts, isWhole ? [part] : part.map((id) => [id]));
  }
  return parts;
}

/** Splits by the number of links, which are counted only up to the limit. */
async function partsByLinks({ db, user }: Context, ids: string[]): Promise<string[][]> {
  const linksIn = (table: 'timeline_items_contacts' | 'reminders_contacts') =>
    sql<number>`(select count(*) from (select 1 from ${sql.table(table)} as link where link.user_id = ${user.user_id}
      and link.contact_id = contacts.id limit ${sql.lit(MAX_LINKS)}) as counted)`;
  const parts: string[][] = [];
  let left = 0;
  for (const some of chunked(ids, MAX_CONTACTS)) {
    const rows = await db
      .selectFrom('contacts')
      .select(['id', linksIn('timeline_items_contacts').as('notes'), linksIn('reminders_contacts').as('reminders')])
      .where('user_id', '=', user.user_id)
      .where('id', 'in', some)
      .execute();
    const links = new Map(rows.map(({ id, notes, reminders }) => [id, Number(notes) + Number(reminders)]));
    for (const id of some) {
      left -= links.get(id) ?? 0;
      const part = parts.at(-1);
      if (part && left >= 0 && part.length < MAX_CONTACTS) {
        part.push(id);
        continue;
      }
      parts.push([id]);
      left = MAX_LINKS - (links.get(id) ?? 0);
    }
  }
  return parts;
}
