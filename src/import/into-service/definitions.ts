import type { ArchiveRow } from '../../contract/archive.ts';
import { loadTags } from '../writing/tags.ts';
import { type ArchiveImport, argumentsFrom } from './archive-import.ts';

/** Matches tags, custom fields and groups by name, and groups also by their position in the tree. */
export async function putDefinitions(run: ArchiveImport): Promise<void> {
  await putTags(run);
  await putFields(run);
  await putGroups(run);
}

async function everything(run: ArchiveImport, name: 'list_tags' | 'list_groups' | 'list_custom_fields', list: string) {
  const found: ArchiveRow[] = [];
  for await (const items of run.pages(name, list)) for (const item of items) found.push(item);
  return found;
}

async function putTags(run: ArchiveImport): Promise<void> {
  const there = new Map((await everything(run, 'list_tags', 'tags')).map(({ id, name }) => [name, String(id)]));
  const tags = await loadTags(run.client);
  const missing = run.rows('tags').filter(({ name }) => !there.has(name));
  const made = run.options.dryRun ? new Map() : await tags.idsOf(missing.map(({ name }) => String(name)));
  for (const row of run.rows('tags')) {
    const id = there.get(row.name) ?? made.get(String(row.name));
    if (id) run.ids.set(String(row.id), id);
  }
  run.counts('tags').kept += run.rows('tags').length - missing.length;
  for (const row of missing)
    await run.write('tags', row, async () => {
      if (!made.has(String(row.name))) await run.client.call('create_tag', { name: String(row.name) });
    });
}

async function putFields(run: ArchiveImport): Promise<void> {
  const keyOf = ({ name, field_type }: ArchiveRow) => `${field_type} ${name}`;
  const there = new Map(
    (await everything(run, 'list_custom_fields', 'custom_fields')).map((one) => [keyOf(one), one.id]),
  );
  for (const row of run.rows('custom_fields')) {
    const known = there.get(keyOf(row));
    if (known) {
      run.counts('custom_fields').kept++;
      run.ids.set(String(row.id), String(known));
      continue;
    }
    const named = Array.isArray(row.categories)
      ? row.categories.map((category) => ({ category: String(category) }))
      : [];
    const columns = { name: String(row.name), field_type: row.field_type, categories: named };
    const field = argumentsFrom<'create_custom_field'>(columns);
    const made = await run.write('custom_fields', row, () => run.client.call('create_custom_field', field));
    if (made) run.ids.set(String(row.id), made.data.custom_field.id);
  }
}

async function putGroups(run: ArchiveImport): Promise<void> {
  const listed = await everything(run, 'list_groups', 'groups');
  const ids = new Set(listed.map(({ id }) => id));
  const keyOf = (name: unknown, parent: unknown) => `${parent ?? ''} ${name}`;
  const there = new Map(listed.map(({ id, name, parent_id }) => [keyOf(name, parent_id), String(id)]));
  const parentOf = ({ parent_id }: ArchiveRow) => (parent_id ? run.idOf(parent_id) : null);
  for (const row of parentsFirst(run.rows('groups'))) {
    const known = ids.has(row.id) ? String(row.id) : there.get(keyOf(row.name, parentOf(row)));
    if (known) {
      run.counts('groups').kept++;
      run.ids.set(String(row.id), known);
      continue;
    }
    const { id, name, emoji = null, description = null } = row;
    const group = argumentsFrom<'create_group'>({ id, name, emoji, description, parent_id: parentOf(row) });
    await run.write('groups', row, () => run.client.call('create_group', group));
  }
}

/** Sorts groups so that parents come before their children. Groups in a cycle keep their order. */
function parentsFirst(groups: ArchiveRow[]): ArchiveRow[] {
  const placed = new Set<ArchiveRow>();
  const byId = new Map(groups.map((group) => [group.id, group]));
  const place = (group: ArchiveRow, above: Set<ArchiveRow>): void => {
    const parent = byId.get(group.parent_id);
    if (parent && !placed.has(parent) && !above.has(parent)) place(parent, new Set([...above, group]));
    placed.add(group);
  };
  for (const group of groups) place(group, new Set());
  return [...placed];
}
