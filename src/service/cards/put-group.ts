import { checkValue } from '../../contract/schema/check.ts';
import { recordName } from '../../contract/schema/primitives.ts';
import type { Conditions, PutOutcome, SentGroup } from '../../shared/cards/address-book.ts';
import { addMembers, removeMembers } from '../groups/members.ts';
import { createGroup, updateGroup } from '../groups/save.ts';
import type { Context } from '../runtime/context.ts';
import type { CardRow } from '../store/card-tables.ts';
import { giveUpName, saveCardRow } from './card-row.ts';
import { holds } from './conditions.ts';
import { expectMembers } from './expected-members.ts';
import { bareUid, cardsByUid, standingCards } from './rows.ts';

/** Saves the card of a group: its name and members. People whom no device sees, such as archived ones, stay in it. */
export async function putGroup(
  context: Context,
  name: string,
  row: CardRow | undefined,
  card: SentGroup,
  conditions: Conditions,
): Promise<PutOutcome> {
  const there = row?.gone === 0 ? row : undefined;
  if (!holds(conditions, there?.change)) return { outcome: 'refused' };
  const [other] = (await cardsByUid(context, [card.uid])).filter(({ id }) => id !== there?.id);
  if (other) return { outcome: 'taken', name: other.name };
  const title = checkValue(recordName(), card.title);
  const people = await cardsByUid(context, card.members);
  const wanted = new Set(people.flatMap(({ id, kind }) => (kind === 'contact' ? [id] : [])));
  if (!there && row) await giveUpName(context, row);
  const id = there?.id ?? (await createGroup(context, { name: title }));
  const shown = await shownMembers(context, id);
  if (there) await updateGroup(context, id, { name: title });
  await addMembers(context, id, [...wanted]);
  await removeMembers(
    context,
    id,
    shown.filter((one) => !wanted.has(one)),
  );
  const known = new Set(people.map(({ uid }) => bareUid(uid)));
  const expected = card.members.filter((uid) => !known.has(bareUid(uid)));
  await expectMembers(context, id, expected);
  const change = await saveCardRow(context, id, there?.name ?? name, card);
  return { outcome: there ? 'changed' : 'created', change, asSent: title === card.title };
}

/** The members that devices see. */
async function shownMembers(context: Context, groupId: string): Promise<string[]> {
  const { user } = context;
  const rows = await standingCards(context)
    .innerJoin('groups_contacts as link', (join) =>
      join.onRef('link.user_id', '=', 'cards.user_id').onRef('link.contact_id', '=', 'cards.id'),
    )
    .select('cards.id')
    .where('link.user_id', '=', user.user_id)
    .where('link.group_id', '=', groupId)
    .execute();
  return rows.map(({ id }) => id);
}
