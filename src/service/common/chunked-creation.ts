import { KithError } from '../../shared/error.ts';
import { chunked } from '../../shared/lists.ts';
import type { Context } from '../runtime/context.ts';
import type { MultiStepContext } from '../runtime/handler.ts';
import { type ItemError, itemError } from './bulk.ts';

/** How many rows of a bulk creation are stored in one transaction. */
export const CHUNK_SIZE = 100;

/** The outcome for a row: created, failed, or skipped as an almost certain duplicate of `same`. */
export type RowResult = { id: string } | { error: ItemError } | { same: string; error?: ItemError };

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
  message: 'No row of this chunk was saved. See failedRows.',
};

/**
 * Creates rows in chunks, each in its own step. `create` returns the outcome for each row of a chunk, and receives the
 * previous outcomes.
 */
export async function createInChunks<Row, Created extends { rows: RowResult[] }>(
  steps: MultiStepContext,
  given: Row[],
  create: (context: Context, rows: Row[], offset: number, before: RowResult[]) => Promise<Created>,
) {
  const chunks: ChunkReport[] = [];
  const created: Created[] = [];
  let stopped: FailedRow | undefined;
  for (const [index, rows] of chunked(given, CHUNK_SIZE).entries()) {
    const offset = index * CHUNK_SIZE;
    const place = { index, offset, count: rows.length };
    try {
      const reached = { done: offset + rows.length, total: given.length };
      const before = created.flatMap((one) => one.rows);
      const made = await steps.step((context) => create(context, rows, offset, before), reached);
      created.push(made);
      const committed = made.rows.some((row) => 'id' in row || 'same' in row);
      chunks.push({
        ...place,
        ...(committed ? { status: 'committed' } : { status: 'failed', error: NOTHING_COMMITTED }),
      });
    } catch (error) {
      const reason = itemError(error);
      stopped = failedRow((error as KithError).details?.row as number, given, reason);
      chunks.push({ ...place, status: 'failed', error: reason });
      break;
    }
  }
  const results = created.flatMap(({ rows }) => rows);
  const ids = results.flatMap((row) => ('id' in row ? [row.id] : []));
  const failedRows = results.flatMap((row, index) =>
    'error' in row && row.error ? [failedRow(index, given, row.error)] : [],
  );
  const firstFailed = failedRows[0]?.index ?? results.length;
  const batch = {
    requested: given.length,
    committed: ids.length,
    committedThrough: firstFailed - 1,
    chunkSize: CHUNK_SIZE,
    chunks,
    failedRows: stopped ? [...failedRows, stopped] : failedRows,
  };
  return { ids, created, batch };
}

function failedRow(index: number, rows: unknown[], error: ItemError): FailedRow {
  const id = (rows[index] as { id?: unknown } | null)?.id;
  return { index, ...(typeof id === 'string' && { id }), error };
}

/** The result of `work`, or the KithError it throws. */
export function orError<T>(work: () => T): T | KithError {
  try {
    return work();
  } catch (error) {
    if (error instanceof KithError) return error;
    throw error;
  }
}
