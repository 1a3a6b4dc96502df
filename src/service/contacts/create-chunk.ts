import { contactCreate } from '../../contract/contact-input.ts';
import type { Operations } from '../../contract/operations.ts';
import { checkValue } from '../../contract/schema/check.ts';
import { KithError } from '../../shared/error.ts';
import { shouldYield, yieldToOthers } from '../../shared/yield.ts';
import { savepoint } from '../../store/store.ts';
import { type ItemError, inRow, itemError } from '../common/bulk.ts';
import { orError, type RowResult } from '../common/chunked-creation.ts';
import { addedLinks } from '../contact-rows/associations.ts';
import type { NewContact, NewContactRows } from '../contact-rows/new-rows.ts';
import type { Duplicate } from '../matching/clusters.ts';
import type { KnownProfiles } from '../matching/known-profiles.ts';
import type { Context } from '../runtime/context.ts';
import type { RequestOf } from '../runtime/handler.ts';
import { createBatch } from './create-many.ts';
import { type ExistingMatch, findExisting } from './find-existing.ts';

type ChunkOptions = Pick<RequestOf<Operations['bulk_create_contacts']>['body'], 'continueOnError' | 'onDuplicate'> & {
  /** Existing contacts by the ids of skipped rows. Relations to those rows are changed to them. */
  standIns: Map<string, string>;
  /** Profiles of contacts that were compared with earlier batches. */
  profiles?: KnownProfiles;
};

/** Maps the ids of skipped rows to the existing contacts. */
export const replacementsOf = (rows: NewContact[], results: RowResult[]): ChunkOptions['standIns'] =>
  new Map(
    results.flatMap((result, index): [string, string][] => {
      const id: unknown = rows[index]?.id;
      return 'same' in result && typeof id === 'string' ? [[id.toLowerCase(), result.same]] : [];
    }),
  );

function redirectRelations<Row extends NewContact>(row: Row, standIns: ChunkOptions['standIns']): Row {
  const related = addedLinks(row.related_contacts);
  if (!related.some(({ destination }) => standIns.has(destination))) return row;
  const led = related.map((one) => ({ ...one, destination: standIns.get(one.destination) ?? one.destination }));
  return { ...row, related_contacts: led };
}

/** An almost certain duplicate. `index` is the index of its row if the row was skipped. */
type DuplicateMatch = Duplicate & { index?: number };

/**
 * Creates all rows of a chunk or, with `continueOnError`, all valid ones; a failed row changes nothing. Reports almost
 * certain duplicates, and skips them unless `onDuplicate` is "create".
 */
export async function createChunk(context: Context, given: NewContact[], offset: number, how: ChunkOptions) {
  const { continueOnError, onDuplicate, standIns, profiles } = how;
  // With continueOnError, rows are not validated yet, so that an invalid one does not affect the others.
  const rows = continueOnError ? given.map((row) => orError(() => checkValue(contactCreate(), row))) : given;
  const order = [...relatedFirst(rows)];
  const same = onDuplicate === 'create' ? new Map<number, ExistingMatch>() : await findExisting(context, rows, order);
  const valid = rows.filter((row): row is NewContact => !(row instanceof KithError));
  const apart = <T>(work: () => Promise<T>) => (continueOnError ? savepoint(context.db, work) : work());
  const together = await createBatch(context, valid, apart);
  const results: RowResult[] = [];
  const made: NewContactRows[] = [];
  const likes: DuplicateMatch[] = [];
  for (const index of order) {
    if (shouldYield()) await yieldToOthers();
    const row = rows[index]!;
    const known = same.get(index);
    const contactId = known && ('id' in known ? known.id : idOf(results[known.row]!));
    // If creating its duplicate failed, the row is not a duplicate.
    if (contactId) {
      const { confidence, score, reasons } = known;
      likes.push({ contactIds: [contactId], confidence, score, reasons, index: offset + index });
      if (!(row instanceof KithError) && row.id) standIns.set(row.id, contactId);
      results[index] = { same: contactId, ...(onDuplicate === 'report' && { error: duplicateError(contactId) }) };
      continue;
    }
    try {
      if (row instanceof KithError) throw row;
      made.push(await together.create(redirectRelations(row, standIns)));
      results[index] = { id: made.at(-1)!.contact.id };
    } catch (error) {
      if (!(error instanceof KithError)) throw error;
      if (!continueOnError) throw inRow(error, offset + index, `contacts[${offset + index}]`);
      results[index] = { error: itemError(error) };
    }
  }
  await together.finish();
  if (onDuplicate !== 'create') return { rows: results, likes };
  const { almostCertainDuplicates } = await import('../matching/check.ts');
  return { rows: results, likes: await almostCertainDuplicates(context, made, { profiles }) };
}

const idOf = (row: RowResult): string | undefined => ('id' in row ? row.id : 'same' in row ? row.same : undefined);

const duplicateError = (id: string): ItemError => ({
  code: 'Conflict',
  message: `This contact almost certainly exists already, with the id ${id}.`,
});

/** The indexes of a chunk's rows, each after the rows it relates to, so that rows can refer to each other by id. */
function relatedFirst(rows: (NewContact | KithError)[]): Set<number> {
  const places = new Map<string, number>();
  for (const [index, row] of rows.entries()) {
    if (!(row instanceof KithError) && row.id && !places.has(row.id)) places.set(row.id, index);
  }
  const begun = new Set<number>();
  const order = new Set<number>();
  const visit = (index: number): void => {
    if (begun.has(index)) return;
    begun.add(index);
    const row = rows[index]!;
    const related = row instanceof KithError ? [] : addedLinks(row.related_contacts);
    for (const { destination } of related) {
      const place = places.get(destination);
      if (place !== undefined) visit(place);
    }
    order.add(index);
  };
  for (const index of rows.keys()) visit(index);
  return order;
}
