import { rankingAfter } from '../../contract/schema/primitives.ts';
import { KithError } from '../../shared/error.ts';
import { largest } from '../../shared/lists.ts';
import { insertRows } from '../../store/insert.ts';
import { ownRows } from '../../store/own-rows.ts';
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

/** A contact's rows in display order: by ranking, then age. */
export async function detailsOf<T extends DetailTable>(
  context: Context,
  table: T,
  contactId: string,
): Promise<Tables[T][]> {
  const where = { contact_id: [contactId] };
  const rows = await ownRows<DetailTable>(context.db, context.user.user_id, table, '*', { where });
  return (rows as Tables[T][]).sort(inOrder);
}

export async function findDetail<T extends DetailTable>(
  context: Context,
  table: T,
  contactId: string,
  id: string,
): Promise<Tables[T]> {
  const row = (await detailsOf(context, table, contactId)).find((known) => known.id === id);
  if (!row) throw new KithError('NotFound', `This contact has no ${KINDS[table].called} with the id ${id}.`);
  return row;
}

/**
 * Adds a detail, at the end if it has no ranking. Throws 409 with the id of the existing row if the contact already has
 * the same value.
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

/** Changes the given fields of a detail. Throws 409 if the contact already has the new value. */
export async function updateDetail(
  context: Context,
  table: DetailTable,
  contactId: string,
  id: string,
  input: object,
): Promise<void> {
  const current = await findDetail(context, table, contactId, id);
  const given = pick(KINDS[table].columns, input);
  // A derived sanitized number is derived again from the new number.
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

/** Replaces the contact's list. Rows with an unchanged value keep their ids. Duplicate values are dropped. */
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

/** Adds the details that the contact does not have yet, and skips the others (docs/api/contacts.md). */
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
 * Removes details by value. Unknown values are ignored, so repeated calls succeed. Each value is normalized like the row
 * it is compared with: a national number with that row's country.
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

/** Sets rankings. Returns the ids of existing rows, and unknown ids as `stale`. */
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
