import { newNote } from '../../contract/note.ts';
import { checkValue } from '../../contract/schema/check.ts';
import { KithError } from '../../shared/error.ts';
import { shouldYield, yieldToOthers } from '../../shared/yield.ts';
import { inRow, itemError } from '../common/bulk.ts';
import { orError, type RowResult } from '../common/chunked-creation.ts';
import { ownedIds } from '../common/owned.ts';
import type { Context } from '../runtime/context.ts';
import { insertNotes, linksOf, type NewNoteRows, type NoteInput, newNoteRows } from './new-rows.ts';
import { requireLinked, requireReminder } from './save.ts';

/** Creates all notes in a chunk or, with `continueOnError`, all valid ones. */
export async function createChunk(
  context: Context,
  given: NoteInput[],
  offset: number,
  continueOnError: boolean,
): Promise<{ rows: RowResult[] }> {
  // With `continueOnError`, rows arrive unvalidated, so that an invalid one fails on its own.
  const checked = continueOnError ? given.map((row) => orError(() => checkValue(newNote(), row))) : given;
  const linked = checked.flatMap((row) => (row instanceof KithError ? [] : linksOf(row)));
  const owned = await ownedIds(
    context,
    'contacts',
    linked.map(({ contact_id }) => contact_id),
  );
  const made: NewNoteRows[] = [];
  const rows: RowResult[] = [];
  for (const [index, row] of checked.entries()) {
    if (shouldYield()) await yieldToOthers();
    try {
      if (row instanceof KithError) throw row;
      await requireReminder(context, row);
      const note = newNoteRows(context, row);
      const links = linksOf(row);
      if (links.some(({ contact_id }) => !owned.has(contact_id))) await requireLinked(context, links);
      made.push(note);
      rows.push({ id: note.row.id });
    } catch (error) {
      if (!(error instanceof KithError)) throw error;
      if (!continueOnError) throw inRow(error, offset + index, `notes[${offset + index}]`);
      rows.push({ error: itemError(error) });
    }
  }
  await insertNotes(context, made);
  return { rows };
}
