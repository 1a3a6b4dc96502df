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
import { intervalObject } from '../keep-in-touch/interval.ts';
import { fromJson } from '../store/json.ts';
import type { ContactRow } from '../store/tables.ts';
import { addRelations, type RelationField } from './relation-fields.ts';

export type ContactView = DataOf<Operations['get_contact']>['contact'];

export type Flags = Record<string, boolean> | undefined;

/** The relations that a list was asked for: by name in `include`, or because `select` wants them. */
export function wantedRelations(include: Flags, select: Flags): ReadonlySet<RelationField> {
  const asked = (name: string) => include?.[name] || select?.[name];
  return new Set(RELATION_FIELDS.filter((name) => asked(name) || (name === '_count' && asked('groups_count'))));
}

/** A contact as the API shows it, from its row with the columns of the wanted relations. */
export function viewContact(row: ContactRow, relations: ReadonlySet<RelationField>, select?: Flags): ContactView {
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
