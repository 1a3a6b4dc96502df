import { chunked } from '../../../shared/lists.ts';
import type { RelationRow } from '../../../store/tables.ts';
import { ownedIds } from '../../common/owned.ts';
import type { Context } from '../../runtime/context.ts';
import { imagesOf, laterMerges, type MergeRecord, rewriteMerge } from '../../undo-records/merge-records.ts';

const ENDS = ['source', 'destination'] as const;

/**
 * Restores relations as they were before a merge. If the contact at the other end was merged later, that merge is applied
 * to the restored rows, so that they lead to the survivor and merges can be undone in any order. Relations with
 * permanently deleted contacts are skipped.
 */
export async function restoreRelations(context: Context, undone: MergeRecord): Promise<void> {
  const before = relationsIn(undone);
  const own = new Set(before.map(({ id }) => id));
  let rows = before;
  for (const later of await laterMerges(context, undone, endsOf(before))) {
    const group = new Set(imagesOf(later.images, 'contacts').map(({ id }) => id));
    const touched = rows.filter((row) => ENDS.some((end) => group.has(row[end])));
    const others = relationsIn(later).filter(({ id }) => !own.has(id));
    await rewriteMerge(context, later, 'contact_relations', [...others, ...touched]);
    rows = mergedRows(rows, group, later.survivor_id);
  }
  await replaceRows(context, [...own], rows);
}

const relationsIn = ({ images }: MergeRecord) => imagesOf(images, 'contact_relations');
const endsOf = (rows: RelationRow[]): string[] => [...new Set(rows.flatMap((row) => ENDS.map((end) => row[end])))];

/** Applies a merge to relations: moves those of the others, and removes duplicates and self-relations. */
function mergedRows(rows: RelationRow[], group: Set<string>, survivor: string): RelationRow[] {
  const isMoved = (row: RelationRow) => ENDS.some((end) => group.has(row[end]) && row[end] !== survivor);
  const end = (id: string) => (group.has(id) ? survivor : id);
  const moved = rows
    .filter(isMoved)
    .map((row) => ({ ...row, source: end(row.source), destination: end(row.destination) }));
  return withoutDoubles([...rows.filter((row) => !isMoved(row)), ...moved]);
}

function withoutDoubles(rows: RelationRow[]): RelationRow[] {
  const pairs = new Map<string, RelationRow>();
  for (const row of rows) {
    const pair = `${row.source} ${row.destination}`;
    if (row.source !== row.destination && !pairs.has(pair)) pairs.set(pair, row);
  }
  return [...pairs.values()];
}

async function replaceRows(context: Context, ids: string[], rows: RelationRow[]): Promise<void> {
  const { db, user } = context;
  const relations = () => db.deleteFrom('contact_relations').where('user_id', '=', user.user_id);
  for (const part of chunked(ids)) await relations().where('id', 'in', part).execute();
  const living = await ownedIds(context, 'contacts', endsOf(rows));
  for (const row of withoutDoubles(rows)) {
    if (!ENDS.every((end) => living.has(row[end]))) continue;
    // Replaces a relation that was added later between the same contacts.
    await relations().where('source', '=', row.source).where('destination', '=', row.destination).execute();
    await db.insertInto('contact_relations').values(row).execute();
  }
}
