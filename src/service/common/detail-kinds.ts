import { createHash } from 'node:crypto';
import { POSTAL_FIELDS } from '../../contract/contact-fields.ts';
import { fold, indexable } from '../../shared/text/fold.ts';
import { normalPhone } from '../../shared/text/phones.ts';
import { newId } from '../../store/ids.ts';
import type { Tables } from '../../store/tables.ts';
import type { Context } from '../runtime/context.ts';

// A contact's emails, phone numbers, and addresses differ in their columns and in how they are compared. All other code
// is shared: see details.ts.

export type DetailTable = 'contact_emails' | 'contact_phone_numbers' | 'legacy_contact_addresses';

export type DetailInput = Record<string, unknown>;

interface DetailKind {
  /** Columns that callers may set. */
  columns: readonly string[];
  /** Whether rows have a ranking. */
  ranked: boolean;
  called: string;
  /** Converts input columns to stored ones, including `normal`. */
  complete(columns: DetailInput, country: string | null): DetailInput & { normal: string };
}

export const normalEmail = (email: string): string => email.trim().toLowerCase();

export const KINDS: Record<DetailTable, DetailKind> = {
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

/** The text or, if it is too long for an index, its beginning and a digest. */
function comparable(folded: string): string {
  const held = indexable(folded);
  return held === folded ? folded : `${held} ${createHash('sha256').update(folded).digest('base64url')}`;
}

/** The normalized value of a detail. Phone numbers without a country code are parsed with the user's country. */
export const normalOf = (table: DetailTable, columns: DetailInput, country: string | null): string =>
  KINDS[table].complete(columns, country).normal;

/** Compares by ranking if there is one, then by age (ids ascend with time). */
export const inOrder = (a: { id: string; ranking?: number }, b: { id: string; ranking?: number }): number =>
  (a.ranking ?? 0) - (b.ranking ?? 0) || (a.id < b.id ? -1 : 1);

/** The detail rows of a new contact. */
export const newDetails = <T extends DetailTable>(
  context: Context,
  table: T,
  contactId: string,
  inputs: object[],
): Tables[T][] => distinct(context, table, inputs).map((columns) => newRow(context, table, contactId, columns));

/** A list in stored form, without duplicates. If rows are ranked, the list's order becomes their ranking. */
export function distinct(context: Context, table: DetailTable, inputs: object[]) {
  const byValue = new Map<string, DetailInput & { normal: string }>();
  for (const [index, input] of inputs.entries()) {
    const columns = completed(context, table, { ...(KINDS[table].ranked && { ranking: index }), ...input });
    if (!byValue.has(columns.normal)) byValue.set(columns.normal, columns);
  }
  return [...byValue.values()];
}

export function completed(context: Context, table: DetailTable, input: object) {
  const columns = pick(KINDS[table].columns, input);
  return KINDS[table].complete(columns, context.user.country);
}

/** Adds the columns that callers cannot set. */
export function newRow<T extends DetailTable>(
  context: Context,
  table: T,
  contactId: string,
  columns: DetailInput,
): Tables[T] {
  const { user, now } = context;
  const owned = { user_id: user.user_id, id: newId(), contact_id: contactId, workspace_id: null };
  const row: DetailInput = { ...emptyColumns(table), ...columns, ...owned, created_at: now, updated_at: now };
  if (!KINDS[table].ranked) delete row.ranking;
  return row as Record<keyof Tables[T], unknown> as Tables[T];
}

export const emptyColumns = (table: DetailTable): DetailInput =>
  Object.fromEntries(KINDS[table].columns.map((column) => [column, null]));

export function pick(names: readonly string[], from: object): DetailInput {
  const picked: DetailInput = {};
  for (const name of names) {
    const value = (from as DetailInput)[name];
    if (value !== undefined) picked[name] = value;
  }
  return picked;
}
