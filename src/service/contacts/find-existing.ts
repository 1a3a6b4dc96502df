import { KithError } from '../../shared/error.ts';
import { newId } from '../../store/ids.ts';
import { type NewContact, newContactRows } from '../contact-rows/new-rows.ts';
import type { Duplicate } from '../matching/clusters.ts';
import type { Context } from '../runtime/context.ts';

/** Who a row of a bulk creation almost certainly is: a contact that is there, or the one that an earlier row makes. */
export type Same = Pick<Duplicate, 'confidence' | 'score' | 'reasons'> & ({ id: string } | { row: number });

/**
 * The rows that are almost certainly there already, or stand twice in the request: the first of them in `order` stays.
 * Nothing is written; a row that is bad fails later.
 */
export async function findExisting(
  context: Context,
  rows: readonly (NewContact | KithError)[],
  order: readonly number[],
): Promise<Map<number, Same>> {
  const drafts = [...order].flatMap((index) => {
    const row = rows[index]!;
    // A day that does not exist is refused when the contact is created.
    const draft = row instanceof KithError ? undefined : orNothing(() => newContactRows(context, newId(), row));
    return draft ? [{ index, draft }] : [];
  });
  const { almostCertainDuplicates } = await import('../matching/check.ts');
  const found = await almostCertainDuplicates(
    context,
    drafts.map(({ draft }) => draft),
    { stored: false },
  );
  const rowOf = new Map(drafts.map(({ index, draft }) => [draft.contact.id, index]));
  const placeOf = new Map(order.map((index, place) => [index, place]));
  const same = new Map<number, Same>();
  for (const { contactIds, confidence, score, reasons } of found) {
    const [one, other] = contactIds.map((id) => ({ id, row: rowOf.get(id) }));
    const likeness = { confidence, score, reasons };
    if (one!.row === undefined) put(other!.row!, { id: one!.id, ...likeness });
    else if (other!.row === undefined) put(one!.row, { id: other!.id, ...likeness });
    else {
      const [earlier, later] = [one!.row, other!.row].sort((a, b) => placeOf.get(a)! - placeOf.get(b)!);
      put(later!, { row: earlier!, ...likeness });
    }
  }
  return same;

  /** Somebody who is there already before another row, and the surest before others. */
  function put(row: number, found: Same): void {
    const known = same.get(row);
    const better =
      !known || ('id' in found && 'row' in known) || ('id' in found === 'id' in known && found.score > known.score);
    if (better) same.set(row, found);
  }
}

function orNothing<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof KithError) return undefined;
    throw error;
  }
}
