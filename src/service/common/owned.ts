import { badRequest, KithError } from '../../shared/error.ts';
import { chunked } from '../../shared/lists.ts';
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

/** The ids that are the caller's. */
export async function ownedIds(context: Context, table: Owned, ids: string[]): Promise<Set<string>> {
  const owned = new Set<string>();
  for (const part of chunked([...new Set(ids)])) {
    const rows = await context.db
      .selectFrom(table)
      .select('id')
      .where('user_id', '=', context.user.user_id)
      .where('id', 'in', part)
      .execute();
    for (const { id } of rows) owned.add(id);
  }
  return owned;
}

/** Throws 404 naming the field of the first id that is not the caller's (docs/api/errors.md). */
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

/** Throws 404 naming the field of the first id that is not among the caller's; `survivor` tells where it went. */
export function refuseMissing(
  ids: string[],
  owned: Set<string>,
  fieldOf: (index: number) => string,
  survivor?: { merged_into: string },
): void {
  const missing = ids.findIndex((id) => !owned.has(id));
  if (missing < 0) return;
  const field = fieldOf(missing);
  throw new KithError('NotFound', `${field}: nothing of yours has the id ${ids[missing]}.`, {
    details: { fields: { [field]: 'not found' }, ...survivor },
  });
}

/** Throws unless `given`, where a nested row repeats the contact's own id, is that id: 404 for a stranger's, else 400. */
export async function requireItself(
  context: Context,
  contactId: string,
  given: string | null | undefined,
  field: string,
): Promise<void> {
  if (!given || given === contactId) return;
  await requireOwned(context, 'contacts', [given], () => field);
  throw badRequest({ [field]: 'must be the id of this contact' });
}
