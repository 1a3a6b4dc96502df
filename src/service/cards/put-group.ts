import { checkValue } from '../../contract/schema/check.ts';
import { recordName } from '../../contract/schema/primitives.ts';
import type { PutOutcome, ReceivedGroup } from '../../shared/cards/address-book.ts';
import { addMembers, removeMembers } from '../groups/members.ts';
import { createGroup, updateGroup } from '../groups/save.ts';
import type { Context } from '../runtime/context.ts';
import { saveCardRow } from './card-row.ts';
import { expectMembers } from './expected-members.ts';
import type { PutTarget } from './put-target.ts';
import { bareUid, cardsByUid, cardsInBook } from './rows.ts';

/** Saves a group's name and members from its card. Members that devices do not see, such as archived ones, are kept. */
export async function putGroup(
  context: Context,
  name: string,
  { row, takeName }: PutTarget,
  card: ReceivedGroup,
): Promise<PutOutcome> {
  const title = checkValue(recordName(), card.title);
  const people = await cardsByUid(context, card.members);
  const wanted = new Set(people.flatMap(({ id, kind }) => (kind === 'contact' ? [id] : [])));
  await takeName();
  const id = row?.id ?? (await createGroup(context, { name: title }));
  const shown = await shownMembers(context, id);
  if (row) await updateGroup(context, id, { name: title });
  await addMembers(context, id, [...wanted]);
  await removeMembers(
    context,
    id,
    shown.filter((one) => !wanted.has(one)),
  );
  const known = new Set(people.map(({ uid }) => bareUid(uid)));
  const expected = card.members.filter((uid) => !known.has(bareUid(uid)));
  await expectMembers(context, id, expected);
  const change = await saveCardRow(context, id, name, card);
  return { outcome: row ? 'changed' : 'created', change, asSent: title === card.title };
}

/** The members that are visible to devices. */
async function shownMembers(context: Context, groupId: string): Promise<string[]> {
  const { user } = context;
  const rows = await cardsInBook(context)
    .innerJoin('groups_contacts as link', (join) =>
      join.onRef('link.user_id', '=', 'cards.user_id').onRef('link.contact_id', '=', 'cards.id'),
    )
    .select('cards.id')
    .where('link.user_id', '=', user.user_id)
    .where('link.group_id', '=', groupId)
    .execute();
  return rows.map(({ id }) => id);
}
