import { badRequest, KithError } from '../../shared/error.ts';
import { ownRows } from '../../store/own-rows.ts';
import type { Context } from '../runtime/context.ts';
import { mergedInto } from './merged-into.ts';

export type Owned =
  | 'contacts'
  | 'tags'
  | 'groups'
  | 'views'
  | 'favorites'
  | 'custom_fields'
  | 'timeline_items'
  | 'reminders';

/** Those of `ids` that are the user's. */
export async function ownedIds(context: Context, table: Owned, ids: string[]): Promise<Set<string>> {
  const rows = await ownRows(context.db, context.user.user_id, table, ['id'], { where: { id: ids } });
  return new Set(rows.map(({ id }) => id));
}

/** Throws 404 with the field of the first id that is not the user's (docs/api/errors.md). */
export async function requireOwned(
  context: Context,
  table: Owned,
  ids: string[],
  fieldOf: (index: number) => string,
): Promise<void> {
  if (ids.length === 0) return;
  const owned = await ownedIds(context, table, ids);
  const missing = ids.find((id) => !owned.has(id));
  if (missing === undefined) return;
  refuseMissing(ids, owned, fieldOf, table === 'contacts' ? await mergedInto(context, missing) : undefined);
}

/** Throws 404 with the field of the first missing id. `survivor` returns the contact it was merged into. */
export function refuseMissing(
  ids: string[],
  owned: Set<string>,
  fieldOf: (index: number) => string,
  survivor?: { merged_into: string },
): void {
  const missing = ids.findIndex((id) => !owned.has(id));
  if (missing < 0) return;
  const field = fieldOf(missing);
  throw new KithError('NotFound', `${field}: you have no record with the id ${ids[missing]}.`, {
    details: { fields: { [field]: 'not found' }, ...survivor },
  });
}

/** Throws if a nested row's contact id is not that of its contact: 404 if it is unknown, otherwise 400. */
export async function requireSameId(
  context: Context,
  contactId: string,
  given: string | null | undefined,
  field: string,
): Promise<void> {
  if (!given || given === contactId) return;
  await requireOwned(context, 'contacts', [given], () => field);
  throw badRequest({ [field]: 'must be the id of this contact' });
}
