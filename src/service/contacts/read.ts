import { RELATION_FIELDS } from '../../contract/contact-fields.ts';
import type { Context } from '../runtime/context.ts';
import { runFixed } from '../store/fixed.ts';
import { inOrderOf, inParts } from '../store/lists.ts';
import type { ContactRow } from '../store/tables.ts';
import { type RelationField, relationColumns } from './relation-fields.ts';
import { missingContact } from './save.ts';
import { type ContactView, type Flags, viewContact } from './view.ts';

export const ALL_RELATIONS: ReadonlySet<RelationField> = new Set(RELATION_FIELDS);
export const NO_RELATIONS: ReadonlySet<RelationField> = new Set();

/** Contacts as the API shows them, in the order of their ids; what is not the caller's is left out. */
export async function readContacts(
  context: Context,
  ids: readonly string[],
  relations: ReadonlySet<RelationField>,
  select?: Flags,
): Promise<ContactView[]> {
  const rows: ContactRow[] = [];
  for (const part of inParts([...new Set(ids)])) rows.push(...(await rowsWith(context, part, relations)));
  return inOrderOf(ids, rows).map((row) => viewContact(row, relations, select));
}

/** One contact; throws 404, and tells where it went when it was merged away. */
export async function readContact(
  context: Context,
  id: string,
  relations: ReadonlySet<RelationField> = ALL_RELATIONS,
  select?: Flags,
): Promise<ContactView> {
  const [row] = await rowsWith(context, [id], relations);
  if (!row) throw await missingContact(context, id);
  return viewContact(row, relations, select);
}

/** The contacts that notes and reminders are linked to, without relations. */
export async function contactsById(context: Context, ids: string[]): Promise<Map<string, ContactView>> {
  const views = await readContacts(context, ids, NO_RELATIONS);
  return new Map(views.map((view) => [view.id, view]));
}

/** The rows, each with the columns of the wanted relations. */
function rowsWith({ db, user }: Context, ids: string[], wanted: ReadonlySet<RelationField>): Promise<ContactRow[]> {
  return runFixed(
    db,
    `contacts ${[...wanted].join()} ${ids.length === 1 ? 'one' : 'many'}`,
    (db) =>
      db
        .selectFrom('contacts')
        .selectAll('contacts')
        .select((contacts) => relationColumns(contacts, db, wanted))
        .where('contacts.user_id', '=', '')
        .where('contacts.id', 'in', ids),
    [user.user_id, ids],
  );
}
