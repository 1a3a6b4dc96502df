import type * as z from 'zod';
import type { Operations } from '../../contract/operations.ts';
import type { DataOf } from '../../contract/schema/operation.ts';
import { findNotes, firstNotes } from '../notes/read/pages.ts';
import { stemmedTerms } from '../notes/search.ts';
import type { CursorKey } from '../runtime/cursor.ts';
import type { RequestOf, Steps } from '../runtime/handler.ts';

export type TimelineItem = DataOf<Operations['list_timeline']>['items'][number];
type Asked = RequestOf<Operations['list_timeline']>['query'];
/** What is asked for, with its order made out. */
export type TimelineQuery = Omit<Asked, 'take' | 'cursor' | 'sources' | 'order'> & { order: Order };
export type Order = NonNullable<Asked['order']>;
export type SourceName = NonNullable<z.output<ReturnType<Operations['list_timeline']['query']>>['sources']>[number];

/** An item, and the place in its source after which reading goes on: any JSON. */
export interface PlacedItem {
  item: TimelineItem;
  place: unknown;
}

export interface SourceRead {
  items: PlacedItem[];
  /** Why it could not be read to the end. Trying again does not help with a lasting failure. */
  failure?: { warning: string; lasting: boolean };
  /** What is missing from a source that was read as far as it goes. */
  missing?: string[];
  /** Why the source ended before `limit`: the answer is full. The page then ends with this source's last item. */
  full?: string[] | undefined;
}

/** One list that the timeline is made of. */
export interface TimelineSource {
  /** Names it in a cursor; the same at the next request. */
  id: string;
  /**
   * Up to `limit` items, in the order of the query, after `after`. Fewer than `limit` means that there are no more, unless
   * it failed or is full.
   * Throws only for our own faults.
   */
  read(after: unknown, limit: number): Promise<SourceRead>;
}

export function notesSource({ read }: Pick<Steps, 'read'>, query: TimelineQuery): TimelineSource {
  const { searchQuery = '', includeContactDetails, order, ...filters } = query;
  return {
    id: 'notes',
    read: (after, limit) =>
      read(async (context) => {
        const behind = after as CursorKey | undefined;
        // In one list by time the words as written do not come first.
        const terms = await stemmedTerms(searchQuery);
        const found = await findNotes(context, { ...filters, terms }, behind, limit, order);
        const ids = found.map(({ id }) => id);
        const { notes, warnings } = await firstNotes(context, ids, includeContactDetails);
        const items = notes.map((note) => ({
          item: { type: 'note' as const, date: note.event_time, note },
          place: [note.event_time, note.id],
        }));
        return { items, full: warnings };
      }),
  };
}
