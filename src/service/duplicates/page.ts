import type { Operations } from '../../contract/operations.ts';
import type { DataOf } from '../../contract/schema/operation.ts';
import { badRequest } from '../../shared/error.ts';
import { firstFitting, type Sizes } from '../common/answer-size.ts';
import { readContacts, wantedRelations } from '../contact-rows/read.ts';
import type { RelationField } from '../contact-rows/relation-fields.ts';
import { requireContact } from '../contact-rows/save.ts';
import { sizesOfContacts } from '../contact-rows/size.ts';
import { type Duplicate, inOrder, type OrderKey, orderKey } from '../matching/clusters.ts';
import { findDuplicates, onlyMergeable, recentDuplicates } from '../matching/find.ts';
import { BANDS } from '../matching/weights.ts';
import type { Context } from '../runtime/context.ts';
import type { MultiStepContext, RequestOf } from '../runtime/handler.ts';

type Page = DataOf<Operations['find_duplicate_contacts']>;

/** Returns duplicates page by page, most certain first. */
export async function pageOfDuplicates(
  steps: Pick<MultiStepContext, 'read'>,
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
  const isWanted = (duplicate: Duplicate) =>
    BANDS[duplicate.confidence] >= BANDS[confidence] && (!contactId || duplicate.contactIds.includes(contactId));
  const all = (after && (await recentDuplicates(userId))) ?? (await findDuplicates(steps));
  // One extra entry shows whether there is a next page.
  let found: Duplicate[] = [];
  for (let at = after ? firstBehind(all, after) : 0; at < all.length && found.length <= take; ) {
    const some: Duplicate[] = [];
    for (; at < all.length && found.length + some.length <= take; at++) if (isWanted(all[at]!)) some.push(all[at]!);
    found = found.concat(after ? await steps.read((context) => onlyMergeable(context, some)) : some);
  }
  const wanted = found.slice(0, take);
  const { duplicates, ...warned } = include?.contacts
    ? await steps.read((context) => withContacts(context, wanted, include))
    : { duplicates: wanted };
  const nextCursor =
    found.length > duplicates.length ? cursors.write(list, orderKey(found[duplicates.length - 1]!)) : null;
  return { duplicates, pagination: { nextCursor, count: duplicates.length }, ...warned };
}

/** Index of the first duplicate after a key in a sorted list. */
function firstBehind(all: readonly Duplicate[], key: OrderKey): number {
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (inOrder(orderKey(all[middle]!), key) > 0) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Loads contacts for the first duplicates that fit in one response. */
async function withContacts(
  context: Context,
  found: Duplicate[],
  include: Record<string, boolean>,
): Promise<Pick<Page, 'duplicates' | 'warnings'>> {
  const relations = wantedRelations(include, undefined);
  const places = found.map((_, place) => String(place));
  const { ids: shown, maxRows, ...warned } = await firstFitting(places, sizesOfDuplicates(context, found, relations));
  const duplicates = found.slice(0, shown.length);
  const ids = duplicates.flatMap(({ contactIds }) => contactIds);
  const views = await readContacts(context, ids, relations, { maxRows });
  const byId = new Map(views.map((view) => [view.id, view]));
  return {
    duplicates: duplicates.map((duplicate) => ({
      ...duplicate,
      contacts: duplicate.contactIds.flatMap((id) => byId.get(id) ?? []),
    })),
    ...warned,
  };
}

/** Sizes of duplicates with their contacts, in bytes, keyed by position in the list. */
function sizesOfDuplicates(context: Context, found: Duplicate[], relations: ReadonlySet<RelationField>): Sizes {
  const contacts = sizesOfContacts(context, relations);
  const contactIds = (place: string) => found[Number(place)]!.contactIds;
  return {
    ...contacts,
    async measure(places, maxRows) {
      const sizes = await contacts.measure([...new Set(places.flatMap(contactIds))], maxRows);
      const sizeOf = (place: string) => contactIds(place).flatMap((id) => sizes.get(id) ?? []);
      return new Map(
        places.map((place) => [
          place,
          {
            bytes: sizeOf(place).reduce((sum, { bytes }) => sum + bytes, 0),
            isCut: sizeOf(place).some(({ isCut }) => isCut),
          },
        ]),
      );
    },
  };
}
