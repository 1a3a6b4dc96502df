import { badRequest } from '../../../catalogue/error.ts';
import type { DataOf } from '../../../catalogue/operation.ts';
import type { Operations } from '../../../catalogue/operations.ts';
import type { RequestOf, Steps } from '../../context.ts';
import { readContacts } from '../contact-read.ts';
import { wantedRelations } from '../contact-view.ts';
import { requireContact } from '../save-contact.ts';
import { type Duplicate, inOrder, type OrderKey, orderKey } from './clusters.ts';
import { findDuplicates } from './find.ts';
import { BANDS } from './weights.ts';

type Page = DataOf<Operations['find_duplicate_contacts']>;

/** A page of the contacts that may be one person, the surest first. */
export async function pageOfDuplicates(
  steps: Pick<Steps, 'look'>,
  { take, cursor, include, ...filters }: RequestOf<Operations['find_duplicate_contacts']>['query'],
): Promise<Page> {
  const { contactId, confidence } = filters;
  const { list, cursors } = await steps.look(async (context) => {
    if (contactId) await requireContact(context, contactId);
    const name = JSON.stringify([context.user.user_id, 'find_duplicate_contacts', filters]);
    return { list: name, cursors: context.cursors };
  });
  const after = cursor === undefined ? undefined : (cursors.read(list, cursor) as OrderKey);
  if (after && after.length !== 3) throw badRequest({ cursor: 'does not belong to this list' });
  const wanted = (duplicate: Duplicate) =>
    BANDS[duplicate.confidence] >= BANDS[confidence] &&
    (!contactId || duplicate.contactIds.includes(contactId)) &&
    (!after || inOrder(orderKey(duplicate), after) > 0);
  const found = (await findDuplicates(steps)).filter(wanted);
  const shown = found.slice(0, take);
  const last = shown.at(-1);
  const nextCursor = found.length > take ? cursors.write(list, orderKey(last!)) : null;
  const duplicates = include?.contacts ? await withContacts(steps, shown, include) : shown;
  return { duplicates, pagination: { nextCursor, count: shown.length } };
}

async function withContacts(
  { look }: Pick<Steps, 'look'>,
  duplicates: Duplicate[],
  include: Record<string, boolean>,
): Promise<Page['duplicates']> {
  const ids = duplicates.flatMap(({ contactIds }) => contactIds);
  const views = await look((context) => readContacts(context, ids, wantedRelations(include, undefined)));
  const byId = new Map(views.map((view) => [view.id, view]));
  return duplicates.map((duplicate) => ({
    ...duplicate,
    contacts: duplicate.contactIds.flatMap((id) => byId.get(id) ?? []),
  }));
}
