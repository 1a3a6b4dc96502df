import { rankingAfter } from '../../contract/schema/primitives.ts';
import { KithError } from '../../shared/error.ts';
import { largest } from '../../shared/lists.ts';
import { insertRows } from '../../store/insert.ts';
import type { Tables } from '../../store/tables.ts';
import {
  completed,
  type DetailInput,
  type DetailTable,
  distinct,
  emptyColumns,
  inOrder,
  KINDS,
  newRow,
  pick,
} from '../common/detail-kinds.ts';
import type { Context } from '../runtime/context.ts';

/** The rows of a contact, in the order they are shown: by ranking, then age. */
export async function detailsOf<T extends DetailTable>(
  context: Context,
  table: T,
  contactId: string,
): Promise<Tables[T][]> {
  const rows: Tables[DetailTable][] = await context.db
    .selectFrom<DetailTable>(table)
    .selectAll()
    .where('user_id', '=', context.user.user_id)
    .where('contact_id', '=', contactId)
    .execute();
  return (rows as Tables[T][]).sort(inOrder);
}

export async function findDetail<T extends DetailTable>(
  context: Context,
  table: T,
  contactId: string,
  id: string,
): Promise<Tables[T]> {
  const row = (await detailsOf(context, table, contactId)).find((known) => known.id === id);
  if (!row) throw new KithError('NotFound', `This contact has no ${KINDS[table].called} with id ${id}.`);
  return row;
}

/**
 * Adds one. Throws 409 with the id of the row when the contact has the same value already.
 * Without a ranking it comes last.
 */
export async function addDetail<T extends DetailTable>(
  context: Context,
  table: T,
  contactId: string,
  input: object,
): Promise<Tables[T]> {
  const rows = await detailsOf(context, table, contactId);
  const columns = completed(context, table, input);
  refuseDuplicate(table, rows, columns.normal);
  const row = newRow(context, table, contactId, { ranking: nextRanking(rows), ...columns });
  await insertRows(context.db, table, [row]);
  return row;
}

/** Changes one; fields that are not given stay. Throws 409 when it would become the same as another. */
export async function updateDetail(
  context: Context,
  table: DetailTable,
  contactId: string,
  id: string,
  input: object,
): Promise<void> {
  const current = await findDetail(context, table, contactId, id);
  const given = pick(KINDS[table].columns, input);
  // A derived number follows the number it was derived from.
  const derived = 'phone_number_sanitized' in current && current.phone_number_sanitized === current.normal;
  const stale = derived || given.phone_number !== undefined ? { phone_number_sanitized: undefined } : {};
  const columns = completed(context, table, { ...pick(KINDS[table].columns, current), ...stale, ...given });
  const others = (await detailsOf(context, table, contactId)).filter((row) => row.id !== id);
  refuseDuplicate(table, others, columns.normal);
  await saveDetail(context, table, id, columns);
}

export async function deleteDetail(context: Context, table: DetailTable, contactId: string, id: string): Promise<void> {
  await findDetail(context, table, contactId, id);
  await dropDetail(context, table, id);
}

/** Makes the list the contact's whole list. Rows of the same value keep their ids; of equal values one stays. */
export async function replaceDetails(
  context: Context,
  table: DetailTable,
  contactId: string,
  inputs: object[],
): Promise<void> {
  const left = new Map((await detailsOf(context, table, contactId)).map((row) => [row.normal, row]));
  for (const columns of distinct(context, table, inputs)) {
    const known = left.get(columns.normal);
    left.delete(columns.normal);
    if (known) await saveDetail(context, table, known.id, { ...emptyColumns(table), ...columns });
    else await insertRows(context.db, table, [newRow(context, table, contactId, columns)]);
  }
  for (const row of left.values()) await dropDetail(context, table, row.id);
}

/** Adds those the contact does not have yet; the others are skipped (docs/api/contacts.md). */
export async function addMissingDetails(
  context: Context,
  table: DetailTable,
  contactId: string,
  inputs: object[],
): Promise<void> {
  const known = new Set((await detailsOf(context, table, contactId)).map((row) => row.normal));
  for (const input of inputs) {
    const { normal } = completed(context, table, input);
    if (known.has(normal)) continue;
    known.add(normal);
    await addDetail(context, table, contactId, input);
  }
}

/**
 * Removes by value. A value that the contact does not have is not an error, so a repeat is harmless. A value is read
 * the way the row it is compared with was: a national number by that row's country.
 */
export async function removeDetails(
  context: Context,
  table: DetailTable,
  contactId: string,
  values: string[],
): Promise<void> {
  if (values.length === 0) return;
  const field = KINDS[table].columns[0]!;
  for (const row of await detailsOf(context, table, contactId)) {
    const sameAs = (value: string) => completed(context, table, { ...row, [field]: value }).normal === row.normal;
    if (values.some(sameAs)) await dropDetail(context, table, row.id);
  }
}

/** Ranks rows. Returns the ids that were found and those that were not. */
export async function reorderDetails(
  context: Context,
  table: 'contact_emails' | 'contact_phone_numbers',
  contactId: string,
  order: { id: string; ranking: number }[],
): Promise<{ ids: string[]; stale: string[] }> {
  const known = new Set((await detailsOf(context, table, contactId)).map((row) => row.id));
  const ids = order.filter(({ id }) => known.has(id)).map(({ id }) => id);
  for (const { id, ranking } of order) if (known.has(id)) await saveDetail(context, table, id, { ranking });
  return { ids: [...new Set(ids)], stale: order.map(({ id }) => id).filter((id) => !known.has(id)) };
}

async function saveDetail(context: Context, table: DetailTable, id: string, columns: DetailInput): Promise<void> {
  await context.db
    .updateTable(table)
    .set({ ...columns, updated_at: context.now })
    .where('user_id', '=', context.user.user_id)
    .where('id', '=', id)
    .execute();
}

async function dropDetail(context: Context, table: DetailTable, id: string): Promise<void> {
  await context.db.deleteFrom(table).where('user_id', '=', context.user.user_id).where('id', '=', id).execute();
}

function refuseDuplicate(table: DetailTable, rows: { id: string; normal: string }[], normal: string): void {
  const same = rows.find((row) => row.normal === normal);
  if (!same) return;
  throw new KithError('Conflict', `The contact already has this ${KINDS[table].called}.`, { details: { id: same.id } });
}

const nextRanking = (rows: Tables[DetailTable][]): number =>
  rankingAfter(
    largest(
      rows.map((row) => ('ranking' in row ? row.ranking : 0)),
      -1,
    ),
  );
