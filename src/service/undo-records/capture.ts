import { archiveTable, type TableName } from '../../contract/archive.ts';
import { append, chunked } from '../../shared/lists.ts';
import { shouldYield, yieldToOthers } from '../../shared/yield.ts';
import { type StoredRow, untyped } from '../../store/store.ts';
import type { Context } from '../runtime/context.ts';
import { refuseLargeEntries } from './entry-size.ts';
import { type Naming, type TrashKindName, trashKind } from './trash-kinds.ts';

/** A row before a deletion. `owner` is the deleted record whose trash entry contains the row. */
export interface Captured {
  table: TableName;
  row: StoredRow;
  owner: string;
}

/** A row that a deletion may delete, or change in `columns`. */
export interface PossibleChange extends Captured {
  columns: string[];
}

export interface Capture {
  /** The deleted records, and the rows that are always deleted with them. */
  gone: Captured[];
  doubtful: PossibleChange[];
}

/** Reads all rows that deleting these records may delete or change. The ids must be the user's. */
export async function capture(context: Context, kindName: TrashKindName, ids: string[]): Promise<Capture> {
  const kind = trashKind(kindName);
  if (kindName === 'contact') await refuseLargeEntries(context, ids);
  const gone = await naming(context, { table: kind.table, column: 'id' }, ids);
  for (const hanging of kind.hanging) append(gone, await naming(context, hanging, ids));
  const doubtful: PossibleChange[] = [];
  for (const { columns, ...changed } of kind.changed)
    for (const found of await naming(context, changed, ids)) doubtful.push({ ...found, columns });
  if (kind.partOf) append(doubtful, await wholes(context, kind.partOf, gone));
  if (kindName === 'contact') {
    await captureMerges(context, gone, ids);
    await captureLinked(context, ids, gone, doubtful);
  }
  return { gone: once(gone), doubtful };
}

/** Ids per statement. It is low because a group may have thousands of members. */
const AT_ONCE = 20;

/** The rows with one of the ids in a column. That id is their owner. */
async function naming({ db, user }: Context, { table, column }: Naming, ids: string[]): Promise<Captured[]> {
  const found: Captured[] = [];
  for (const part of chunked(ids, column === 'id' ? 500 : AT_ONCE)) {
    if (shouldYield()) await yieldToOthers();
    const rows = await untyped(db)
      .selectFrom(table)
      .selectAll()
      .where('user_id', '=', user.user_id)
      .where(column, 'in', part)
      .execute();
    for (const row of rows) found.push({ table, row, owner: String(row[column]) });
  }
  return found;
}

/** The records that contain the deleted ones. */
async function wholes(context: Context, { table, column }: Naming, gone: Captured[]): Promise<PossibleChange[]> {
  const found: PossibleChange[] = [];
  for (const { row, owner } of gone)
    for (const whole of await naming(context, { table, column: 'id' }, [String(row[column])]))
      found.push({ ...whole, owner, columns: ['updated_at'] });
  return found;
}

/** Adds the merges into these contacts, including chains: a merge record contains the survivor of its time. */
async function captureMerges(context: Context, gone: Captured[], ids: string[]): Promise<void> {
  const owners = new Map(ids.map((id) => [id, id]));
  for (const { table, row, owner } of gone) if (table === 'merged_contacts') owners.set(String(row.contact_id), owner);
  for (const found of await naming(context, { table: 'merges', column: 'survivor_id' }, [...owners.keys()]))
    gone.push({ ...found, owner: owners.get(found.owner)! });
}

const LINKED = [
  { links: 'timeline_items_contacts', column: 'timeline_item_id', table: 'timeline_items' },
  { links: 'reminders_contacts', column: 'reminder_id', table: 'reminders' },
] as const;

/**
 * Adds the contacts' notes and reminders that are linked to no other contact, and clears the reminders of other notes.
 * The other notes are not changed and not read, because together they may exceed memory.
 */
async function captureLinked(
  context: Context,
  ids: string[],
  gone: Captured[],
  doubtful: PossibleChange[],
): Promise<void> {
  for (const { links, column, table } of LINKED) {
    const owners = new Map<string, string>();
    for (const { table: of, row, owner } of gone) {
      if (of === links && !owners.has(String(row[column]))) owners.set(String(row[column]), owner);
    }
    for (const id of await linkedToOthers(context, { links, column }, [...owners.keys()], ids)) owners.delete(id);
    const rowsOf = async (where: Naming) =>
      (await naming(context, where, [...owners.keys()])).map((found) => ({
        ...found,
        owner: owners.get(found.owner)!,
      }));
    for (const found of await rowsOf({ table, column: 'id' })) doubtful.push({ ...found, columns: [] });
    if (table !== 'reminders') continue;
    for (const found of await rowsOf({ table: 'timeline_items', column: 'reminder_id' }))
      doubtful.push({ ...found, columns: ['reminder_id'] });
  }
}

/** The notes or reminders that are also linked to other contacts. */
async function linkedToOthers(
  { db, user }: Context,
  { links, column }: Pick<(typeof LINKED)[number], 'links' | 'column'>,
  ids: string[],
  contactIds: string[],
): Promise<string[]> {
  const found: string[] = [];
  for (const part of chunked(ids)) {
    const rows = await untyped(db)
      .selectFrom(links)
      .select(column)
      .distinct()
      .where('user_id', '=', user.user_id)
      .where(column, 'in', part)
      .where('contact_id', 'not in', contactIds)
      .execute();
    for (const row of rows) found.push(String(row[column]));
  }
  return found;
}

/** Removes duplicates: a relation between two of the contacts is found from both ends. */
function once(captured: Captured[]): Captured[] {
  const seen = new Set<string>();
  return captured.filter(({ table, row }) => {
    const name = [table, ...archiveTable(table).key.map((column) => row[column])].join(' ');
    return !seen.has(name) && seen.add(name);
  });
}
