import { contactCreate } from '../../contract/contact-input.ts';
import { KithError } from '../../contract/error.ts';
import type { OperationName } from '../../contract/operations.ts';
import { checkValue } from '../../contract/schema/check.ts';
import { giveWay, isTimeToGiveWay } from '../../shared/give-way.ts';
import { chunked } from '../../shared/lists.ts';
import { bulkResult, type ItemError, inRow, itemError, partByOwner } from '../common/bulk.ts';
import type { Duplicate } from '../duplicates/clusters.ts';
import type { Context } from '../runtime/context.ts';
import type { Handlers } from '../runtime/handler.ts';
import { savepoint } from '../store/store.ts';
import { createTogether } from './create-many.ts';
import { deleteContacts } from './delete.ts';
import type { NewContact, NewContactRows } from './new-rows.ts';
import { ALL_RELATIONS, readContacts } from './read.ts';
import { changeContact, finishChanges, requireContact } from './save.ts';

type Names = Extract<OperationName, 'bulk_create_contacts' | 'bulk_update_contacts' | 'bulk_delete_contacts'>;

const CHUNK_SIZE = 100;

/** The outcome of one row of a bulk create. */
type RowResult = { id: string } | { error: ItemError };

export const contactBulkHandlers: Handlers<Names> = {
  bulk_create_contacts: {
    isOneStep: ({ body }) => body.contacts.length <= CHUNK_SIZE,
    async inSteps(steps, { body }) {
      const { contacts, continueOnError } = body;
      const chunks: ChunkReport[] = [];
      const results: RowResult[] = [];
      const duplicates: Duplicate[] = [];
      let stopped: FailedRow | undefined;
      for (const [index, rows] of chunked(contacts, CHUNK_SIZE).entries()) {
        const offset = index * CHUNK_SIZE;
        const place = { index, offset, count: rows.length };
        try {
          const reached = { done: offset + rows.length, total: contacts.length };
          const { created, likes } = await steps.step(
            (context) => createChunk(context, rows, continueOnError, offset),
            reached,
          );
          results.push(...created);
          duplicates.push(...likes);
          const committed = created.some((row) => 'id' in row);
          chunks.push({
            ...place,
            ...(committed ? { status: 'committed' } : { status: 'failed', error: NOTHING_COMMITTED }),
          });
        } catch (error) {
          const reason = itemError(error);
          stopped = failedRow((error as KithError).details?.row as number, contacts, reason);
          chunks.push({ ...place, status: 'failed', error: reason });
          break;
        }
      }
      const ids = idsIn(results);
      const views = await steps.read((context) => readContacts(context, ids, ALL_RELATIONS));
      const failedRows = results.flatMap((row, index) =>
        'error' in row ? [failedRow(index, contacts, row.error)] : [],
      );
      const firstMissing = results.findIndex((row) => !('id' in row));
      return {
        contacts: views,
        pagination: { nextCursor: null, count: views.length },
        batch: {
          requested: contacts.length,
          committed: ids.length,
          committedThrough: (firstMissing < 0 ? results.length : firstMissing) - 1,
          chunkSize: CHUNK_SIZE,
          chunks,
          failedRows: stopped ? [...failedRows, stopped] : failedRows,
        },
        ...(duplicates.length > 0 && { duplicates }),
      };
    },
  },

  async bulk_update_contacts(context, { body }) {
    for (const [index, { contactId, data }] of body.entries()) {
      let place = `[${index}].contactId`;
      try {
        const current = await requireContact(context, contactId);
        place = `[${index}].data`;
        await changeContact(context, current, data);
      } catch (error) {
        throw error instanceof KithError ? inRow(error, index, place) : error;
      }
    }
    await finishChanges(
      context,
      body.map(({ contactId }) => contactId),
    );
    return { count: body.length };
  },

  async bulk_delete_contacts(context, { body }) {
    const { found, missing } = await partByOwner(context, 'contacts', body.contactIds);
    await deleteContacts(context, found);
    return bulkResult(found, missing);
  },
};

const idsIn = (rows: RowResult[]): string[] => rows.flatMap((row) => ('id' in row ? [row.id] : []));

interface FailedRow {
  index: number;
  id?: string;
  error: ItemError;
}

interface ChunkReport {
  index: number;
  offset: number;
  count: number;
  status: 'committed' | 'failed';
  error?: ItemError;
}

const NOTHING_COMMITTED: ItemError = {
  code: 'BadRequest',
  message: 'No row of this chunk could be committed; see failedRows.',
};

/**
 * Creates all rows of a chunk, or with `continueOnError` each one that can be created; a failed row leaves nothing
 * behind. Reports which of them are almost certainly duplicates.
 */
async function createChunk(context: Context, given: NewContact[], continueOnError: boolean, offset: number) {
  // With continueOnError a row arrives unchecked, so that a bad one fails alone.
  const rows = continueOnError ? given.map((row) => orError(() => checkValue(contactCreate(), row))) : given;
  const valid = rows.filter((row): row is NewContact => !(row instanceof KithError));
  const apart = <T>(work: () => Promise<T>) => (continueOnError ? savepoint(context.db, work) : work());
  const together = await createTogether(context, valid, apart);
  const created: RowResult[] = [];
  const made: NewContactRows[] = [];
  for (const index of relatedFirst(rows)) {
    if (isTimeToGiveWay()) await giveWay();
    const row = rows[index]!;
    try {
      if (row instanceof KithError) throw row;
      made.push(await together.create(row));
      created[index] = { id: made.at(-1)!.contact.id };
    } catch (error) {
      if (!(error instanceof KithError)) throw error;
      if (!continueOnError) throw inRow(error, offset + index, `contacts[${offset + index}]`);
      created[index] = { error: itemError(error) };
    }
  }
  await together.finish();
  const { almostCertainDuplicates } = await import('../duplicates/check.ts');
  return { created, likes: await almostCertainDuplicates(context, made) };
}

/** The indexes of a chunk's rows, each after the rows it relates to, so that rows may name each other by their ids. */
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
    const related = row instanceof KithError ? [] : (row.related_contacts ?? []);
    for (const { destination } of related) {
      const place = places.get(destination);
      if (place !== undefined) visit(place);
    }
    order.add(index);
  };
  for (const index of rows.keys()) visit(index);
  return order;
}

/** The result of `work`, or the KithError it throws. */
function orError<T>(work: () => T): T | KithError {
  try {
    return work();
  } catch (error) {
    if (error instanceof KithError) return error;
    throw error;
  }
}

function failedRow(index: number, rows: unknown[], error: ItemError): FailedRow {
  const id = (rows[index] as { id?: unknown } | null)?.id;
  return { index, ...(typeof id === 'string' && { id }), error };
}
