import { badRequest } from '../../contract/error.ts';
import type { DataOf } from '../../contract/operation.ts';
import type { Operations } from '../../contract/operations.ts';
import { readContacts, wantedRelations } from '../contacts/read.ts';
import { requireContact } from '../contacts/save.ts';
import type { RequestOf, Steps } from '../runtime/handler.ts';
import { type Duplicate, inOrder, type OrderKey, orderKey } from './clusters.ts';
import { findDuplicates, foundLast, stillThere } from './find.ts';
import { BANDS } from './weights.ts';

type Page = DataOf<Operations['find_duplicate_contacts']>;

/** A page of the contacts that may be one person, the surest first. */
export async function pageOfDuplicates(
  steps: Pick<Steps, 'read'>,
  { take, cursor, include, ...filters }: RequestOf<Operations['find_duplicate_contacts']>['query'],
): Promise<Page> {
  const { contactId, confidence } = filters;
  const { list, cursors, userId } = await steps.read(async (context) => {
    if (contactId) await requireContact(context, contactId);
    const name = JSON.stringify([context.user.user_id, 'find_duplicate_contacts', filters]);
    return { list: name, cursors: context.cursors, userId: context.user.user_id };
  });
  const after = cursor === undefined ? undefined : (cursors.read(list, cursor) as OrderKey);
  if (after && after.length !== 3) throw badRequest({ cursor: 'does not belong to this list' });
  const wanted = (duplicate: Duplicate) =>
    BANDS[duplicate.confidence] >= BANDS[confidence] && (!contactId || duplicate.contactIds.includes(contactId));
  const all = (after && (await foundLast(userId))) ?? (await findDuplicates(steps));
  // One more than is shown.
  let found: Duplicate[] = [];
  for (let at = after ? firstBehind(all, after) : 0; at < all.length && found.length <= take; ) {
    const some: Duplicate[] = [];
    for (; at < all.length && found.length + some.length <= take; at++) if (wanted(all[at]!)) some.push(all[at]!);
    found = found.concat(after ? await steps.read((context) => stillThere(context, some)) : some);
  }
  const shown = found.slice(0, take);
  const nextCursor = found.length > take ? cursors.write(list, orderKey(shown.at(-1)!)) : null;
  const duplicates = include?.contacts ? await withContacts(steps, shown, include) : shown;
  return { duplicates, pagination: { nextCursor, count: shown.length } };
}

/** The place of the first that comes after a key, in a list in that order. */
function firstBehind(all: readonly Duplicate[], key: OrderKey): number {
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (inOrder(orderKey(all[middle]!), key) > 0) high = middle;
    else low = middle + 1;
  }
  return low;
}

async function withContacts(
  { read }: Pick<Steps, 'read'>,
  duplicates: Duplicate[],
  include: Record<string, boolean>,
): Promise<Page['duplicates']> {
  const ids = duplicates.flatMap(({ contactIds }) => contactIds);
  const views = await read((context) => readContacts(context, ids, wantedRelations(include, undefined)));
  const byId = new Map(views.map((view) => [view.id, view]));
  return duplicates.map((duplicate) => ({
    ...duplicate,
    contacts: duplicate.contactIds.flatMap((id) => byId.get(id) ?? []),
  }));
}
