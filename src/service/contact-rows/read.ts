import type { Compilable } from 'kysely';
import { RELATION_FIELDS } from '../../contract/contact-fields.ts';
import type { Operations } from '../../contract/operations.ts';
import type { DataOf } from '../../contract/schema/operation.ts';
import { chunked, inOrderOf } from '../../shared/lists.ts';
import { runCompiled } from '../../store/compiled-queries.ts';
import { onPostgres } from '../../store/store.ts';
import type { Context } from '../runtime/context.ts';
import {
  type LoadedContact,
  type RelationField,
  relationColumns,
  relationsKey,
  relationsText,
  withRelations,
} from './relation-fields.ts';
import { missingContact } from './save.ts';
import { cutOfContacts } from './size.ts';
import { isJsonRow, type JsonRow, jsonColumns, ownFields, ownText } from './view.ts';

export const ALL_RELATIONS: ReadonlySet<RelationField> = new Set(RELATION_FIELDS);
export const NO_RELATIONS: ReadonlySet<RelationField> = new Set();

/** Reads contacts in API format, in the order of `ids`. Skips ids that are not the user's. */
export async function readContacts(
  context: Context,
  ids: readonly string[],
  relations: ReadonlySet<RelationField>,
  { select, maxRows }: ViewOptions = {},
): Promise<ContactView[]> {
  const rows: LoadedContact[] = [];
  for (const part of chunked([...new Set(ids)]))
    for (const row of await rowsWith(context, part, relations, maxRows)) rows.push(row);
  return inOrderOf(ids, rows).map((row) => viewContact(row, relations, select));
}

export interface OneContact {
  contact: ContactView;
  warnings?: string[];
}

/** Reads a contact. Throws 404, which contains the survivor's id if the contact was merged. */
export async function readContact(
  context: Context,
  id: string,
  relations: ReadonlySet<RelationField> = ALL_RELATIONS,
  select?: Flags,
): Promise<OneContact> {
  const { row, ...warned } = await rowOf(context, id, relations);
  return { contact: viewContact(row, relations, select), ...warned };
}

/** The same as JSON text, most of which SQLite generates. */
export async function readContactText(
  context: Context,
  id: string,
  relations: ReadonlySet<RelationField> = ALL_RELATIONS,
): Promise<string> {
  const { row, warnings } = await rowOf(context, id, relations);
  const contact = isJsonRow(row) ? textOf(row, relations) : JSON.stringify(viewContact(row, relations, undefined));
  return `{"contact":${contact}${warnings ? `,"warnings":${JSON.stringify(warnings)}` : ''}}`;
}

/** Reads all of these contacts, for operations without paging. Lists inside contacts may be cut, with a warning. */
export async function readAllContacts(
  context: Context,
  ids: string[],
  relations: ReadonlySet<RelationField>,
): Promise<{ contacts: ContactView[]; warnings?: string[] }> {
  const { maxRows, ...warned } = await cutOfContacts(context, [...new Set(ids)], relations);
  return { contacts: await readContacts(context, ids, relations, { maxRows }), ...warned };
}

/** Reads a contact's row. Throws 404. */
async function rowOf(
  context: Context,
  id: string,
  relations: ReadonlySet<RelationField>,
): Promise<{ row: LoadedContact; warnings?: string[] }> {
  const { maxRows, ...warned } = await cutOfContacts(context, [id], relations);
  const [row] = await rowsWith(context, [id], relations, maxRows);
  if (!row) throw await missingContact(context, id);
  return { row, ...warned };
}

/** Reads contacts without relations, by id. */
export async function contactsById(context: Context, ids: string[]): Promise<Map<string, ContactView>> {
  const views = await readContacts(context, ids, NO_RELATIONS);
  return new Map(views.map((view) => [view.id, view]));
}

/** The rows with the columns of the wanted relations. Each list has at most `maxRows` rows. */
function rowsWith(
  { db, user }: Context,
  ids: string[],
  wanted: ReadonlySet<RelationField>,
  maxRows: number | undefined,
): Promise<LoadedContact[]> {
  return runCompiled(
    db,
    `contacts ${relationsKey(wanted)}${maxRows === undefined ? '' : ' cut'}`,
    (db, userId, ids, limit): Compilable<LoadedContact> => {
      const contacts = db
        .selectFrom('contacts')
        .select((contacts) => relationColumns(contacts, db, userId, wanted, maxRows === undefined ? undefined : limit))
        .where('contacts.user_id', '=', userId)
        .where('contacts.id', 'in', ids);
      return onPostgres(db) ? contacts.selectAll('contacts') : contacts.select(jsonColumns());
    },
    [user.user_id, ids, String(maxRows)],
  );
}

export type ContactView = DataOf<Operations['get_contact']>['contact'];

export type Flags = Record<string, boolean> | undefined;

interface ViewOptions {
  select?: Flags;
  /** Maximum rows of each list in a contact. */
  maxRows?: number | undefined;
}

/** The relations requested by `include` or `select`. */
export function wantedRelations(include: Flags, select: Flags): ReadonlySet<RelationField> {
  const asked = (name: string) => include?.[name] || select?.[name];
  return new Set(RELATION_FIELDS.filter((name) => asked(name) || (name === '_count' && asked('groups_count'))));
}

/** Converts a row with the columns of the wanted relations to API format. */
function viewContact(row: LoadedContact, relations: ReadonlySet<RelationField>, select: Flags): ContactView {
  const view = isJsonRow(row) ? JSON.parse(textOf(row, relations)) : withRelations(ownFields(row), row, relations);
  return selected(view, select);
}

/** The same as JSON text. */
const textOf = (row: LoadedContact & JsonRow, relations: ReadonlySet<RelationField>): string =>
  `${ownText(row)}${relationsText(row, relations)}}`;

/** Applies `select`: returns only the selected fields and the id. */
function selected(view: ContactView, select: Flags): ContactView {
  if (!select) return view;
  const named = Object.entries(select).filter(([, wanted]) => wanted);
  if (named.length === 0) return view;
  const names = new Set(['id', ...named.map(([name]) => name)]);
  return Object.fromEntries(Object.entries(view).filter(([name]) => names.has(name))) as ContactView;
}
