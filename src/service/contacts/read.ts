import type { Compilable } from 'kysely';
import { RELATION_FIELDS } from '../../contract/contact-fields.ts';
import type { DataOf } from '../../contract/operation.ts';
import type { Operations } from '../../contract/operations.ts';
import { chunked, inOrderOf } from '../../shared/lists.ts';
import type { Context } from '../runtime/context.ts';
import { runFixed } from '../store/fixed.ts';
import { onPostgres } from '../store/store.ts';
import {
  type LoadedContact,
  type RelationField,
  relationColumns,
  relationsText,
  withRelations,
} from './relation-fields.ts';
import { missingContact } from './save.ts';
import { isWritten, ownFields, ownText, type WrittenRow, writtenColumns } from './view.ts';

export const ALL_RELATIONS: ReadonlySet<RelationField> = new Set(RELATION_FIELDS);
export const NO_RELATIONS: ReadonlySet<RelationField> = new Set();

/** Contacts as the API shows them, in the order of `ids`; ids that are not the caller's are left out. */
export async function readContacts(
  context: Context,
  ids: readonly string[],
  relations: ReadonlySet<RelationField>,
  select?: Flags,
): Promise<ContactView[]> {
  const rows: LoadedContact[] = [];
  for (const part of chunked([...new Set(ids)])) rows.push(...(await rowsWith(context, part, relations)));
  return inOrderOf(ids, rows).map((row) => viewContact(row, relations, select));
}

/** One contact. Throws 404, which names the survivor of a contact that was merged away. */
export async function readContact(
  context: Context,
  id: string,
  relations: ReadonlySet<RelationField> = ALL_RELATIONS,
  select?: Flags,
): Promise<ContactView> {
  return viewContact(await rowOf(context, id, relations), relations, select);
}

/** What `readContact` answers, as JSON: SQLite has written most of it already. */
export async function readContactText(
  context: Context,
  id: string,
  relations: ReadonlySet<RelationField> = ALL_RELATIONS,
): Promise<string> {
  const row = await rowOf(context, id, relations);
  return isWritten(row) ? textOf(row, relations) : JSON.stringify(viewContact(row, relations, undefined));
}

/** Throws 404. */
async function rowOf(context: Context, id: string, relations: ReadonlySet<RelationField>): Promise<LoadedContact> {
  const [row] = await rowsWith(context, [id], relations);
  if (!row) throw await missingContact(context, id);
  return row;
}

/** The contacts that notes and reminders are linked to, without relations. */
export async function contactsById(context: Context, ids: string[]): Promise<Map<string, ContactView>> {
  const views = await readContacts(context, ids, NO_RELATIONS);
  return new Map(views.map((view) => [view.id, view]));
}

/** The rows, each with the columns of the wanted relations. */
function rowsWith({ db, user }: Context, ids: string[], wanted: ReadonlySet<RelationField>): Promise<LoadedContact[]> {
  return runFixed(
    db,
    `contacts ${wanted === ALL_RELATIONS ? 'all' : [...wanted].join()} ${ids.length === 1 ? 'one' : 'many'}`,
    (db, userId, ids): Compilable<LoadedContact> => {
      const contacts = db
        .selectFrom('contacts')
        .select((contacts) => relationColumns(contacts, db, userId, wanted))
        .where('contacts.user_id', '=', userId)
        .where('contacts.id', 'in', ids);
      return onPostgres(db) ? contacts.selectAll('contacts') : contacts.select(writtenColumns());
    },
    [user.user_id, ids],
  );
}

export type ContactView = DataOf<Operations['get_contact']>['contact'];

export type Flags = Record<string, boolean> | undefined;

/** The relations that a list was asked for: by name in `include`, or because `select` wants them. */
export function wantedRelations(include: Flags, select: Flags): ReadonlySet<RelationField> {
  const asked = (name: string) => include?.[name] || select?.[name];
  return new Set(RELATION_FIELDS.filter((name) => asked(name) || (name === '_count' && asked('groups_count'))));
}

/** A contact as the API shows it, from its row with the columns of the wanted relations. */
function viewContact(row: LoadedContact, relations: ReadonlySet<RelationField>, select: Flags): ContactView {
  const view = isWritten(row) ? JSON.parse(textOf(row, relations)) : withRelations(ownFields(row), row, relations);
  return selected(view, select);
}

/** The same as JSON. */
const textOf = (row: LoadedContact & WrittenRow, relations: ReadonlySet<RelationField>): string =>
  `${ownText(row)}${relationsText(row, relations)}}`;

/** `select` answers only the named fields and the id. */
function selected(view: ContactView, select: Flags): ContactView {
  if (!select) return view;
  const named = Object.entries(select).filter(([, wanted]) => wanted);
  if (named.length === 0) return view;
  const names = new Set(['id', ...named.map(([name]) => name)]);
  return Object.fromEntries(Object.entries(view).filter(([name]) => names.has(name))) as ContactView;
}
