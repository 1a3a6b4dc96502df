import type * as z from 'zod';
import type { Operations } from '../../contract/operations.ts';
import type { DataOf } from '../../contract/schema/operation.ts';
import { findNotes, firstNotes } from '../notes/read/pages.ts';
import { stemmedTerms } from '../notes/search.ts';
import type { CursorKey } from '../runtime/cursor.ts';
import type { MultiStepContext, RequestOf } from '../runtime/handler.ts';

export type TimelineItem = DataOf<Operations['list_timeline']>['items'][number];
type TimelineRequest = RequestOf<Operations['list_timeline']>['query'];
/** The request with its order resolved. */
export type TimelineQuery = Omit<TimelineRequest, 'take' | 'cursor' | 'sources' | 'order'> & { order: Order };
export type Order = NonNullable<TimelineRequest['order']>;
export type SourceName = NonNullable<z.output<ReturnType<Operations['list_timeline']['query']>>['sources']>[number];

/** An item with its position in the source, as any JSON value. Reading resumes after it. */
export interface PositionedItem {
  item: TimelineItem;
  place: unknown;
}

export interface SourceRead {
  items: PositionedItem[];
  /** The reason why the source could not be read completely. Retrying does not fix a lasting failure. */
  failure?: { warning: string; lasting: boolean };
  /** Warnings about items missing from a source that was otherwise read completely. */
  missing?: string[];
  /**
   * Warnings for a source that ended before `limit` because the response is full. The page then ends with this source's
   * last item.
   */
  full?: string[] | undefined;
}

/** A source of timeline items. */
export interface TimelineSource {
  /** Identifies the source in cursors. Stable across requests. */
  id: string;
  /**
   * Reads up to `limit` items after `after`, in query order. Fewer items mean that the source is exhausted, unless it
   * failed or is full. Throws only for internal errors.
   */
  read(after: unknown, limit: number): Promise<SourceRead>;
}

export function notesSource({ read }: Pick<MultiStepContext, 'read'>, query: TimelineQuery): TimelineSource {
  const { searchQuery = '', includeContactDetails, order, ...filters } = query;
  return {
    id: 'notes',
    read: (after, limit) =>
      read(async (context) => {
        const behind = after as CursorKey | undefined;
        // Results are sorted by time, so exact matches need no separate tier.
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
