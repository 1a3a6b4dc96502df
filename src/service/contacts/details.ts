import { createHash } from 'node:crypto';
import { POSTAL_FIELDS } from '../../contract/contact-fields.ts';
import { KithError } from '../../contract/error.ts';
import { normalPhone } from '../../shared/phone.ts';
import { fold, indexable } from '../../shared/text/fold.ts';
import type { Context } from '../runtime/context.ts';
import { newId } from '../store/ids.ts';
import type { AddressRow, EmailRow, PhoneRow } from '../store/tables.ts';

// A contact's e-mails, phones and addresses differ in their columns and in what makes two of them the same.
// All else (add, replace, refuse a double, keep ids) is said once, here.

export type DetailTable = 'contact_emails' | 'contact_phone_numbers' | 'legacy_contact_addresses';

interface RowOf {
  contact_emails: EmailRow;
  contact_phone_numbers: PhoneRow;
  legacy_contact_addresses: AddressRow;
}

type DetailInput = Record<string, unknown>;

interface DetailKind {
  /** Columns a caller may set. */
  columns: readonly string[];
  /** Whether rows have a place in an order. */
  ranked: boolean;
  called: string;
  /** The columns as stored, with `normal`, from the columns as given. */
  complete(columns: DetailInput, country: string | null): DetailInput & { normal: string };
}

export const normalEmail = (email: string): string => email.trim().toLowerCase();

const KINDS: Record<DetailTable, DetailKind> = {
  contact_emails: {
    columns: ['email', 'label', 'ranking'],
    ranked: true,
    called: 'e-mail',
    complete: (columns) => ({ ...columns, normal: normalEmail(String(columns.email)) }),
  },
  contact_phone_numbers: {
    columns: ['phone_number', 'label', 'country_code', 'phone_number_sanitized', 'ranking'],
    ranked: true,
    called: 'phone number',
    complete(columns, country) {
      const region = typeof columns.country_code === 'string' ? columns.country_code : country;
      const normal = normalPhone(String(columns.phone_number), region);
      return { ...columns, normal, phone_number_sanitized: columns.phone_number_sanitized ?? normal };
    },
  },
  legacy_contact_addresses: {
    columns: POSTAL_FIELDS,
    ranked: false,
    called: 'address',
    complete: (columns) => ({
      ...columns,
      normal: comparable(
        fold(
          POSTAL_FIELDS.filter((field) => field !== 'address_type')
            .map((field) => columns[field] ?? '')
            .join(' '),
        ),
      ),
    }),
  },
};

/** The text, or where an index cannot hold it all, its beginning and a digest of the whole. */
function comparable(folded: string): string {
  const held = indexable(folded);
  return held === folded ? folded : `${held} ${createHash('sha256').update(folded).digest('base64url')}`;
}

/** What a detail is compared by, from its columns; of a phone number the country decides when it names none itself. */
export const normalOf = (table: DetailTable, columns: DetailInput, country: string | null): string =>
  KINDS[table].complete(columns, country).normal;

/** The rows of a contact, in the order they are shown: by ranking, then age. */
export async function detailsOf<T extends DetailTable>(
  context: Context,
  table: T,
  contactId: string,
): Promise<RowOf[T][]> {
  const rows = await context.db
    .selectFrom(table as DetailTable)
    .selectAll()
    .where('user_id', '=', context.user.user_id)
    .where('contact_id', '=', contactId)
    .execute();
  return (rows as RowOf[T][]).sort(inOrder);
}

/** By ranking where there is one, then by age; ids grow with time. */
export const inOrder = (a: { id: string; ranking?: number }, b: { id: string; ranking?: number }): number =>
  (a.ranking ?? 0) - (b.ranking ?? 0) || (a.id < b.id ? -1 : 1);

export async function findDetail<T extends DetailTable>(
  context: Context,
  table: T,
  contactId: string,
  id: string,
): Promise<RowOf[T]> {
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
  input: DetailInput,
): Promise<RowOf[T]> {
  const rows = await detailsOf(context, table, contactId);
  const columns = completed(context, table, input);
  refuseDouble(table, rows, columns.normal);
  const row = newRow(context, table, contactId, { ranking: nextRanking(rows), ...columns });
  await context.db
    .insertInto(table as DetailTable)
    .values(row as never)
    .execute();
  return row;
}

/** Changes one; fields that are not given stay. Throws 409 when it would become the same as another. */
export async function updateDetail(
  context: Context,
  table: DetailTable,
  contactId: string,
  id: string,
  input: DetailInput,
): Promise<void> {
  const current = await findDetail(context, table, contactId, id);
  const given = pick(KINDS[table].columns, input);
  // A derived number follows the number it was derived from.
  const derived = 'phone_number_sanitized' in current && current.phone_number_sanitized === current.normal;
  const stale = derived || given.phone_number !== undefined ? { phone_number_sanitized: undefined } : {};
  const columns = completed(context, table, { ...pick(KINDS[table].columns, current), ...stale, ...given });
  const others = (await detailsOf(context, table, contactId)).filter((row) => row.id !== id);
  refuseDouble(table, others, columns.normal);
  await saveDetail(context, table, id, columns);
}

export async function deleteDetail(context: Context, table: DetailTable, contactId: string, id: string): Promise<void> {
  await findDetail(context, table, contactId, id);
  await dropDetail(context, table, id);
}

/** Makes the list the contact's whole list. Rows that are the same by value keep their ids; doubles fold into one. */
export async function replaceDetails(
  context: Context,
  table: DetailTable,
  contactId: string,
  inputs: DetailInput[],
): Promise<void> {
  const left = new Map((await detailsOf(context, table, contactId)).map((row) => [row.normal, row]));
  for (const columns of distinct(context, table, inputs)) {
    const known = left.get(columns.normal);
    left.delete(columns.normal);
    if (known) await saveDetail(context, table, known.id, { ...emptyColumns(table), ...columns });
    else
      await context.db
        .insertInto(table)
        .values(newRow(context, table, contactId, columns) as never)
        .execute();
  }
  for (const row of left.values()) await dropDetail(context, table, row.id);
}

/** The rows of a contact that has none yet. */
export const newDetails = <T extends DetailTable>(
  context: Context,
  table: T,
  contactId: string,
  inputs: DetailInput[],
): RowOf[T][] => distinct(context, table, inputs).map((columns) => newRow(context, table, contactId, columns));

/** A list as stored: doubles fold into the first, and where there is an order the list gives it. */
function distinct(context: Context, table: DetailTable, inputs: DetailInput[]) {
  const byValue = new Map<string, DetailInput & { normal: string }>();
  for (const [index, input] of inputs.entries()) {
    const columns = completed(context, table, { ...(KINDS[table].ranked && { ranking: index }), ...input });
    if (!byValue.has(columns.normal)) byValue.set(columns.normal, columns);
  }
  return [...byValue.values()];
}

/** Adds those the contact does not have yet; the others are skipped (docs/api/contacts.md). */
export async function addMissingDetails(
  context: Context,
  table: DetailTable,
  contactId: string,
  inputs: DetailInput[],
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
 * Removes by value; a value the contact does not have is no error, so that a repeat is harmless. A value is read
 * as the row it is compared with was: a national number by that row's country.
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

/** Gives rows their places. Returns the ids that were found and those that were not. */
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

function completed(context: Context, table: DetailTable, input: DetailInput) {
  const columns = pick(KINDS[table].columns, input);
  return KINDS[table].complete(columns, context.user.country);
}

function newRow<T extends DetailTable>(context: Context, table: T, contactId: string, columns: DetailInput): RowOf[T] {
  const { user, now } = context;
  const owned = { user_id: user.user_id, id: newId(), contact_id: contactId, workspace_id: null };
  const row: DetailInput = { ...emptyColumns(table), ...columns, ...owned, created_at: now, updated_at: now };
  if (!KINDS[table].ranked) delete row.ranking;
  return row as unknown as RowOf[T];
}

const emptyColumns = (table: DetailTable): DetailInput =>
  Object.fromEntries(KINDS[table].columns.map((column) => [column, null]));

async function saveDetail(context: Context, table: DetailTable, id: string, columns: DetailInput): Promise<void> {
  await context.db
    .updateTable(table as 'contact_emails')
    .set({ ...columns, updated_at: context.now })
    .where('user_id', '=', context.user.user_id)
    .where('id', '=', id)
    .execute();
}

async function dropDetail(context: Context, table: DetailTable, id: string): Promise<void> {
  await context.db.deleteFrom(table).where('user_id', '=', context.user.user_id).where('id', '=', id).execute();
}

function refuseDouble(table: DetailTable, rows: { id: string; normal: string }[], normal: string): void {
  const same = rows.find((row) => row.normal === normal);
  if (!same) return;
  throw new KithError('Conflict', `The contact already has this ${KINDS[table].called}.`, { details: { id: same.id } });
}

const nextRanking = (rows: object[]): number =>
  Math.max(-1, ...rows.map((row) => (row as { ranking?: number }).ranking ?? 0)) + 1;

const pick = (names: readonly string[], from: object): DetailInput =>
  Object.fromEntries(Object.entries(from).filter(([name, value]) => names.includes(name) && value !== undefined));
