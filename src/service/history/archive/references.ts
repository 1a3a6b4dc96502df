import { archiveTable, type TableName } from '../../../contract/archive.ts';
import { chunked } from '../../../shared/lists.ts';
import { type StoredRow, untyped } from '../../../store/store.ts';
import { openChange } from '../../groups/merge-records.ts';
import type { Context } from '../../runtime/context.ts';
import { openImages } from '../../undo-records/merge-records.ts';
import { restorableAmong } from '../../undo-records/purge-cards.ts';
import { type TrashKindName, trashKind } from '../../undo-records/trash-kinds.ts';
import type { IdMaps } from './same-named.ts';

/** Called for rows that cannot be added, with the missing id if there is one, and for cleared references. */
export interface ImportProblems {
  refuse(table: TableName, row: StoredRow, reason: string, missing?: string): void;
  loosened?(table: TableName, row: StoredRow, column: string): void;
}

/** The rows whose references exist. References to merged contacts are changed to their survivors. */
export async function standing(
  context: Context,
  table: TableName,
  rows: StoredRow[],
  maps: IdMaps,
  misfits: ImportProblems,
): Promise<StoredRow[]> {
  const { references = {}, optionalReferences = {} } = archiveTable(table);
  let left = rows;
  for (const [column, target] of Object.entries(optionalReferences)) {
    const found = await rowsById(context, target, idsIn(left, column));
    left = left.map((row) => {
      if (row[column] === null || found.has(row[column])) return row;
      misfits.loosened?.(table, row, column);
      return { ...row, [column]: null };
    });
  }
  for (const [column, target] of Object.entries(references)) {
    left = await linked(context, table, left, column, target, misfits);
  }
  if (table === 'timeline_items_contacts') left = await withNoteTimes(context, left);
  return RULES[table] ? RULES[table](context, left, maps, misfits) : left;
}

async function linked(
  context: Context,
  table: TableName,
  rows: StoredRow[],
  column: string,
  target: TableName,
  misfits: ImportProblems,
): Promise<StoredRow[]> {
  const ids = idsIn(rows, column);
  const found = await rowsById(context, target, ids);
  const missing = ids.filter((id) => !found.has(id));
  const survivors = target === 'contacts' ? await survivorsOf(context, missing) : new Map<string, string>();
  return rows.flatMap((row): StoredRow[] => {
    const id = row[column] as string | null;
    if (id === null || found.has(id)) return [row];
    const survivor = survivors.get(id);
    if (survivor) return [{ ...row, [column]: survivor }];
    misfits.refuse(table, row, `${column} ${id} is not there`, id);
    return [];
  });
}

const idsIn = (rows: StoredRow[], column: string): string[] => [
  ...new Set(rows.flatMap((row) => (row[column] === null ? [] : String(row[column])))),
];

/** The survivors of merged contacts, by id. */
export async function survivorsOf({ db, user }: Context, ids: string[]): Promise<Map<string, string>> {
  const survivors = new Map<string, string>();
  for (const part of chunked(ids)) {
    const rows = await db
      .selectFrom('merged_contacts')
      .select(['contact_id', 'survivor_id'])
      .where('user_id', '=', user.user_id)
      .where('contact_id', 'in', part)
      .execute();
    for (const { contact_id, survivor_id } of rows) survivors.set(contact_id, survivor_id);
  }
  return survivors;
}

async function rowsById({ db, user }: Context, table: TableName, ids: string[]): Promise<Map<unknown, StoredRow>> {
  const found = new Map<unknown, StoredRow>();
  for (const part of chunked(ids)) {
    const rows = await untyped(db)
      .selectFrom(table)
      .select(table === 'timeline_items' ? ['id', 'event_time'] : ['id'])
      .where('user_id', '=', user.user_id)
      .where('id', 'in', part)
      .execute();
    for (const row of rows) found.set(row.id, row);
  }
  return found;
}

async function withNoteTimes(context: Context, rows: StoredRow[]): Promise<StoredRow[]> {
  const notes = await rowsById(context, 'timeline_items', idsIn(rows, 'timeline_item_id'));
  return rows.map((row) => ({ ...row, event_time: notes.get(row.timeline_item_id)!.event_time }));
}

type Rule = (context: Context, rows: StoredRow[], maps: IdMaps, misfits: ImportProblems) => Promise<StoredRow[]>;

/** Conditions in addition to references. */
const RULES: Partial<Record<TableName, Rule>> = {
  async contacts(context, rows, _, misfits) {
    const merged = await survivorsOf(context, idsIn(rows, 'id'));
    return rows.filter((row) => {
      const survivor = merged.get(String(row.id));
      if (survivor) misfits.refuse('contacts', row, `was merged into ${survivor}`);
      return !survivor;
    });
  },

  async contact_relations(_, rows) {
    return rows.filter((row) => row.source !== row.destination);
  },

  /** Skips contacts that exist here, because they were not merged here. */
  async merged_contacts(context, rows, _, misfits) {
    const living = await rowsById(context, 'contacts', idsIn(rows, 'contact_id'));
    return rows.filter((row) => {
      if (living.has(row.contact_id)) misfits.refuse('merged_contacts', row, 'this contact exists here');
      return !living.has(row.contact_id);
    });
  },

  /** Skips records that exist here, because they were not deleted here. */
  async bin(context, rows, _, misfits) {
    const kept: StoredRow[] = [];
    for (const row of rows) {
      const { table } = trashKind(row.kind as TrashKindName);
      const living = await rowsById(context, table, [String(row.object_id)]);
      if (living.size > 0) misfits.refuse('bin', row, `the ${row.kind} lives here`);
      else kept.push(row);
    }
    return kept;
  },

  /** Keeps cards of contacts and groups that exist here or can be restored. */
  async cards(context, rows, _, misfits) {
    const ids = idsIn(rows, 'id');
    const living = {
      contact: await rowsById(context, 'contacts', ids),
      group: await rowsById(context, 'groups', ids),
    };
    const survivors = await survivorsOf(context, ids);
    const absent = await restorableAmong(context, ids);
    return rows.flatMap((row) => {
      const survivor = row.gone_at === null ? survivors.get(String(row.id)) : undefined;
      if (living[row.kind === 'group' ? 'group' : 'contact'].has(row.id)) return [{ ...row, gone_at: null }];
      if (survivor) return [{ ...row, id: survivor }];
      if (absent.has(String(row.id)) && row.gone_at !== null) return [row];
      misfits.refuse('cards', row, `the ${row.kind} is not there`);
      return [];
    });
  },

  async group_merges(context, rows, _, misfits) {
    const kept: StoredRow[] = [];
    for (const row of rows) {
      const { sources } = openChange(context, String(row.sealed));
      const living = await rowsById(
        context,
        'groups',
        sources.map(({ id }) => id),
      );
      if (living.size > 0) misfits.refuse('group_merges', row, 'its groups are not merged here');
      else kept.push(row);
    }
    return kept;
  },

  async merges(context, rows, maps, misfits) {
    const kept: StoredRow[] = [];
    for (const row of rows) {
      const { contacts = [] } = openImages(context, String(row.sealed));
      const ids = contacts.map(({ id }) => String(id));
      const others = ids.filter((id) => id !== row.survivor_id);
      const living = await rowsById(context, 'contacts', others);
      const elsewhere = ids.some((id) => maps.contacts?.has(id));
      if (living.size > 0 || elsewhere) misfits.refuse('merges', row, 'its contacts are not merged here');
      else kept.push(row);
    }
    return kept;
  },
};
