import type { ArchiveRow, ArchiveRows, TableName } from '../../../contract/archive.ts';
import { chunked } from '../../../shared/lists.ts';
import type { Context } from '../../runtime/context.ts';
import { parentsFirst } from './parts.ts';

/** Local ids by the ids in an archive, for each table. */
export type IdMaps = Partial<Record<TableName, Map<string, string>>>;

/**
 * Maps tags, custom fields, and groups to those that the user has under other ids. They must have the same name, fields
 * also the same type, and groups the same position in the tree.
 */
export async function matchByName(context: Context, rows: ArchiveRows): Promise<IdMaps> {
  const tags = new Map<string, string>();
  const knownTags = await knownBy(context, 'tags', rows, ({ name }) => String(name));
  for (const tag of rows.tags ?? []) relate(tags, tag, knownTags, String(tag.name));

  const fields = new Map<string, string>();
  const fieldKey = ({ name, field_type }: ArchiveRow) => `${field_type} ${name}`;
  const knownFields = await knownBy(context, 'custom_fields', rows, fieldKey);
  for (const field of rows.custom_fields ?? []) relate(fields, field, knownFields, fieldKey(field));

  const groups = new Map<string, string>();
  const groupKey = ({ name, parent_id }: ArchiveRow) => `${parent_id ?? ''} ${name}`;
  const knownGroups = await knownBy(context, 'groups', rows, groupKey);
  for (const group of parentsFirst(rows.groups ?? [])) {
    const parent = group.parent_id && (groups.get(String(group.parent_id)) ?? group.parent_id);
    relate(groups, group, knownGroups, groupKey({ ...group, parent_id: parent }));
  }
  return { tags, custom_fields: fields, groups };
}

interface KnownRows {
  ids: Set<string>;
  byKey: Map<string, string>;
}

function relate(map: Map<string, string>, { id }: ArchiveRow, { ids, byKey }: KnownRows, key: string): void {
  const known = byKey.get(key);
  if (known && !ids.has(String(id))) map.set(String(id), known);
}

/** The user's records with the ids or names of the rows. */
async function knownBy(
  { db, user }: Context,
  table: 'tags' | 'custom_fields' | 'groups',
  given: ArchiveRows,
  keyOf: (row: ArchiveRow) => string,
): Promise<KnownRows> {
  const known = new Map<string, ArchiveRow>();
  for (const part of chunked(given[table] ?? [])) {
    const names = part.map(({ name }) => String(name));
    const ids = part.map(({ id }) => String(id));
    const rows = await db
      .selectFrom(table)
      .selectAll()
      .where('user_id', '=', user.user_id)
      .where((row) => row.or([row('name', 'in', names), row('id', 'in', ids)]))
      .execute();
    for (const row of rows) known.set(row.id, { ...row });
  }
  // Newest first, so that the oldest of several equal names is used.
  const newestFirst = [...known].sort(([one], [other]) => (one < other ? 1 : -1));
  return { ids: new Set(known.keys()), byKey: new Map(newestFirst.map(([id, row]) => [keyOf(row), id])) };
}
