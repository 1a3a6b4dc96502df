import { KithError } from '../../shared/error.ts';
import { newId } from '../../store/ids.ts';
import { type NewContact, newContactRows } from '../contact-rows/new-rows.ts';
import type { Duplicate } from '../matching/clusters.ts';
import type { Context } from '../runtime/context.ts';

/** The almost certain duplicate of a row in a bulk creation: an existing contact, or an earlier row. */
export type ExistingMatch = Pick<Duplicate, 'confidence' | 'score' | 'reasons'> & ({ id: string } | { row: number });

/**
 * Finds rows that almost certainly exist already or are repeated in the request. The first one in `order` is kept.
 * Only reads. Ignores invalid rows, which fail later.
 */
export async function findExisting(
  context: Context,
  rows: readonly (NewContact | KithError)[],
  order: readonly number[],
): Promise<Map<number, ExistingMatch>> {
  const drafts = [...order].flatMap((index) => {
    const row = rows[index]!;
    // An invalid birthday is refused when the contact is created.
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
  const same = new Map<number, ExistingMatch>();
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

  /** Saves a duplicate of a row. Prefers existing contacts to rows, then higher scores. */
  function put(row: number, found: ExistingMatch): void {
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
