import {
  ADDRESS_FIELDS,
  FLAG_FIELDS,
  MESSAGE_TEXT_FIELDS,
  MESSAGE_TIME_FIELDS,
  PROFILE_FIELDS,
  PROVIDER_FIELDS,
  READ_ONLY_TEXT_FIELDS,
  READ_ONLY_TIME_FIELDS,
  RELATION_FIELDS,
  TEXT_FIELDS,
  TIME_FIELDS,
} from '../../contract/contact-fields.ts';
import type { DataOf } from '../../contract/operation.ts';
import type { Operations } from '../../contract/operations.ts';
import { chunked, inOrderOf } from '../../shared/lists.ts';
import { intervalObject } from '../keep-in-touch/interval.ts';
import type { Context } from '../runtime/context.ts';
import { runFixed } from '../store/fixed.ts';
import { fromJson } from '../store/json.ts';
import type { ContactRow } from '../store/tables.ts';
import { addRelations, type LoadedContact, type RelationField, relationColumns } from './relation-fields.ts';
import { missingContact } from './save.ts';

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
function rowsWith({ db, user }: Context, ids: string[], wanted: ReadonlySet<RelationField>): Promise<LoadedContact[]> {
  return runFixed(
    db,
    `contacts ${[...wanted].join()} ${ids.length === 1 ? 'one' : 'many'}`,
    (db, userId, ids) =>
      db
        .selectFrom('contacts')
        .selectAll('contacts')
        .select((contacts) => relationColumns(contacts, db, userId, wanted))
        .where('contacts.user_id', '=', userId)
        .where('contacts.id', 'in', ids),
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
export function viewContact(row: LoadedContact, relations: ReadonlySet<RelationField>, select?: Flags): ContactView {
  const view = viewRow(row);
  addRelations(view, row, relations);
  return selected(view as ContactView, select);
}

/** `select` answers only the named fields and the id. */
function selected(view: ContactView, select: Flags): ContactView {
  if (!select) return view;
  const named = Object.entries(select).filter(([, wanted]) => wanted);
  if (named.length === 0) return view;
  const names = new Set(['id', ...named.map(([name]) => name)]);
  return Object.fromEntries(Object.entries(view).filter(([name]) => names.has(name))) as ContactView;
}

const AS_STORED = [
  'id',
  'user_id',
  'workspace_id',
  ...TEXT_FIELDS,
  ...ADDRESS_FIELDS,
  'image_source',
  'website',
  'birthday',
  'birthday_year',
  ...PROFILE_FIELDS,
  'source',
  'priority_tier',
  'frequency',
  ...TIME_FIELDS,
  ...MESSAGE_TEXT_FIELDS,
  ...MESSAGE_TIME_FIELDS,
  ...PROVIDER_FIELDS,
  ...READ_ONLY_TEXT_FIELDS,
  ...READ_ONLY_TIME_FIELDS,
  'geocode_attempts',
  'latitude',
  'longitude',
  'created_at',
  'updated_at',
] as const;

function viewRow(row: ContactRow) {
  const view: Record<string, unknown> = {};
  for (const field of AS_STORED) view[field] = row[field];
  for (const flag of FLAG_FIELDS) view[flag] = row[flag] === 1;
  view.frequency_text = row.frequency && `every ${row.frequency}`;
  view.frequency_interval = row.frequency && intervalObject(row.frequency);
  view.linkedin_data = fromJson(row.linkedin_data);
  view.web_search_summary = fromJson(row.web_search_summary);
  return view;
}
