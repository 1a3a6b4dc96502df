import type * as z from 'zod';
import type { DataOf } from '../../catalogue/operation.ts';
import type { Operations } from '../../catalogue/operations.ts';
import type { RequestOf, Steps } from '../context.ts';
import type { CursorKey } from '../cursor.ts';
import { searchTerms } from './fold.ts';
import { findNotes, notesById } from './note-pages.ts';

export type TimelineItem = DataOf<Operations['list_timeline']>['items'][number];
export type TimelineQuery = Omit<RequestOf<Operations['list_timeline']>['query'], 'take' | 'cursor' | 'sources'>;
export type SourceName = NonNullable<z.output<ReturnType<Operations['list_timeline']['query']>>['sources']>[number];

/** An item, and the place in its source that reading goes on behind. */
export interface PlacedItem {
  item: TimelineItem;
  place: CursorKey;
}

/** One kind of thing that the timeline is made of. */
export interface TimelineSource {
  name: SourceName;
  /**
   * Up to `limit` items, newest first, behind `after`. Fewer than `limit` means that there are no more. Throws a
   * KithError when the source cannot be read now. Reads the database only inside `steps.look`, so that nobody
   * waits for a slow provider.
   */
  read(
    steps: Pick<Steps, 'look'>,
    query: TimelineQuery,
    after: CursorKey | undefined,
    limit: number,
  ): Promise<{ items: PlacedItem[]; warnings: string[] }>;
}

const notes: TimelineSource = {
  name: 'notes',
  async read({ look }, { searchQuery = '', includeContactDetails, ...filters }, after, limit) {
    return look(async (context) => {
      const found = await findNotes(context, { ...filters, terms: searchTerms(searchQuery) }, after, limit);
      const views = await notesById(
        context,
        found.map(({ id }) => id),
        includeContactDetails,
      );
      const items = views.map((note) => ({
        item: { type: 'note' as const, date: note.event_time, note },
        place: [note.event_time, note.id],
      }));
      return { items, warnings: [] };
    });
  },
};

export const timelineSources: readonly TimelineSource[] = [notes];
