import type { Operations } from '../../contract/operations.ts';
import type { ArgumentsOf } from '../../contract/schema/operation.ts';
import { type Ask, countText } from './ask.ts';

type NoteFilters = ArgumentsOf<Operations['count_notes']>;
type Filter = keyof NoteFilters;

/** Filters that are dropped together, with a description of the notes that then match. */
const WIDER: readonly [filters: readonly Filter[], described: string][] = [
  [['startDate', 'endDate', 'createdAfter', 'createdBefore'], 'on other days'],
  [['includeMeetingTypeId', 'excludeMeetingTypeId'], 'of other meeting types'],
  [['contactId', 'contactIds', 'groupId'], 'about others'],
  [['searchQuery'], 'without these words'],
];
const FILTERS = WIDER.flatMap(([filters]) => filters);

/** Counts the notes that match without one of the filters, for an empty list of notes. */
export async function notesWithoutFilters(ask: Ask, args: Record<string, unknown>): Promise<string | undefined> {
  const given = FILTERS.filter((filter) => args[filter] !== undefined);
  const wider = WIDER.filter(([filters]) => filters.some((filter) => given.includes(filter)));
  const counts = await Promise.all(
    wider.map(async ([dropped, described]) => {
      const kept = given.filter((filter) => !dropped.includes(filter)).map((filter) => [filter, args[filter]]);
      const counted = await ask('count_notes', Object.fromEntries(kept));
      return countText(counted?.count, 'note')?.concat(` ${described}`);
    }),
  );
  return counts.filter(Boolean).join(', ') || undefined;
}
