import { KithError } from '../../contract/error.ts';
import { newNote } from '../../contract/notes.ts';
import { checkValue } from '../../contract/schema/check.ts';
import { giveWay, isTimeToGiveWay } from '../../shared/give-way.ts';
import { inRow, itemError } from '../common/bulk.ts';
import { orError, type RowResult } from '../common/chunked-creation.ts';
import type { Context } from '../runtime/context.ts';
import { savepoint } from '../store/store.ts';
import { createNote, type NoteInput } from './save.ts';

/**
 * Writes all notes of a chunk, or with `continueOnError` each one that can be written; a failed row leaves nothing
 * behind.
 */
export async function createChunk(
  context: Context,
  given: NoteInput[],
  offset: number,
  continueOnError: boolean,
): Promise<{ rows: RowResult[] }> {
  // With continueOnError a row arrives unchecked, so that a bad one fails alone.
  const checked = continueOnError ? given.map((row) => orError(() => checkValue(newNote(), row))) : given;
  const rows: RowResult[] = [];
  for (const [index, row] of checked.entries()) {
    if (isTimeToGiveWay()) await giveWay();
    try {
      if (row instanceof KithError) throw row;
      const write = () => createNote(context, row);
      rows.push({ id: await (continueOnError ? savepoint(context.db, write) : write()) });
    } catch (error) {
      if (!(error instanceof KithError)) throw error;
      if (!continueOnError) throw inRow(error, offset + index, `notes[${offset + index}]`);
      rows.push({ error: itemError(error) });
    }
  }
  return { rows };
}
