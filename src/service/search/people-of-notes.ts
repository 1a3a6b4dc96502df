import { chunked } from '../../shared/lists.ts';
import type { Match } from '../question/question.ts';
import type { Context } from '../runtime/context.ts';
import { totalOf } from './labeled-people.ts';
import { raise } from './word-forms.ts';

/** Factor for a note's words when they count for the people linked to it. */
const THROUGH_NOTE = 0.5;
const MAX_LINKS = 2_000;
const MAX_PEOPLE = 100;

/** People linked to the notes, best first, at most 100. Each covers the notes' words at half their quality. */
export async function peopleOfNotes(
  { db, user }: Context,
  notes: readonly { id: string; covered: ReadonlyMap<number, number> }[],
): Promise<Match[]> {
  const found = new Map<string, Match>();
  const coveredBy = new Map(notes.map(({ id, covered }) => [id, covered]));
  for (const ids of chunked([...coveredBy.keys()])) {
    const links = await db
      .selectFrom('timeline_items_contacts')
      .select(['timeline_item_id', 'contact_id'])
      .where('user_id', '=', user.user_id)
      .where('timeline_item_id', 'in', ids)
      .orderBy('timeline_item_id', 'desc')
      .orderBy('contact_id')
      .limit(MAX_LINKS)
      .execute();
    for (const { timeline_item_id, contact_id } of links) {
      const match = found.get(contact_id) ?? { id: contact_id, covered: new Map() };
      for (const [index, quality] of coveredBy.get(timeline_item_id)!)
        raise(match.covered, index, quality * THROUGH_NOTE);
      found.set(contact_id, match);
    }
  }
  const order = (a: Match, b: Match) => totalOf(b.covered) - totalOf(a.covered) || (a.id < b.id ? -1 : 1);
  return [...found.values()].sort(order).slice(0, MAX_PEOPLE);
}
