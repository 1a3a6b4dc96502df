import type { NewContact } from '../../src/service/contact-rows/new-rows.ts';
import type { UserRow } from '../../src/store/tables.ts';
import type { Batch } from '../scale/load.ts';
import { addNote, addPerson, emptyBatch, type Person } from '../scale/rows.ts';
import { peopleFor, personNumber } from './people.ts';
import { noteText } from './vocabulary.ts';

/** Increment it when the rows change, so that existing databases are filled again. */
export const ROWS_VERSION = 2;

const BATCH = 5_000;
const SPAN_MS = 10 * 365 * 86_400_000;

/**
 * Loads the rows of the people and of that many notes about them, spread evenly over ten years up to `end`. `first` is
 * the number of the first note, so that users have different notes.
 */
export async function loadNotes(
  user: UserRow,
  size: number,
  first: number,
  end: number,
  load: (batch: Batch) => Promise<void>,
  onProgress?: (done: number) => void,
): Promise<void> {
  const timeOf = (number: number) => new Date(end - ((size - number - 1) * SPAN_MS) / size).toISOString();
  const people = peopleFor(size);
  const persons: Person[] = [];
  for (let start = 0; start < people; start += BATCH) {
    const batch = emptyBatch();
    for (let number = start; number < Math.min(start + BATCH, people); number++) {
      const lastNote = size - 1 - ((size - 1 - number) % people);
      persons.push(addPerson(batch, user, personNumber(number) as NewContact, timeOf(number), timeOf(lastNote)));
    }
    await load(batch);
  }
  for (let start = 0; start < size; start += BATCH) {
    const batch = emptyBatch();
    for (let number = start; number < Math.min(start + BATCH, size); number++)
      addNote(batch, user, noteText(first + number), persons[number % people]!, timeOf(number));
    await load(batch);
    onProgress?.(Math.min(start + BATCH, size));
  }
}
