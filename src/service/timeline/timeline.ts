import type { Operations } from '../../contract/operations.ts';
import type { DataOf } from '../../contract/schema/operation.ts';
import type { Order, PlacedItem, SourceRead, TimelineSource } from './sources.ts';

type Page = DataOf<Operations['list_timeline']>;

/** Where a list goes on: a place in each source that was begun, and the sources that have ended. */
export interface Position {
  places: Record<string, unknown>;
  done: string[];
  /** How many pages in a row brought nothing, because the rest cannot be read. */
  fruitless: number;
  /** Made out once: a list that began today goes on the same way tomorrow. */
  order: Order;
}

export const BEGINNING: Position = { places: {}, done: [], fruitless: 0, order: 'desc' };

/** After this many fruitless pages a list ends, so that a reader who pages to the end gets there. */
const MAX_FRUITLESS_PAGES = 3;

/**
 * One page of several sources as one list. The position holds a place in each, so each item comes
 * once; a source that fails is named in a warning, keeps its place, and is tried again on the next page.
 */
export async function pageOfSources(
  sources: readonly TimelineSource[],
  from: Position,
  take: number,
): Promise<{ items: Page['items']; warnings: string[]; next: Position | undefined }> {
  const open = sources.filter(({ id }) => !from.done.includes(id));
  const reads = await Promise.all(
    // One more than shown tells whether there is a next page.
    open.map(async (source) => ({ id: source.id, ...(await source.read(from.places[source.id], take + 1)) })),
  );
  const merged = reads.flatMap(({ id, items }) => items.map((placed) => ({ id, ...placed }))).sort(inOrder(from.order));
  const lastOfFull = new Set(reads.flatMap(({ full, items }) => (full ? (items.at(-1)?.item ?? []) : [])));
  const end = merged.findIndex(({ item }) => lastOfFull.has(item));
  const shown = merged.slice(0, end === -1 ? take : Math.min(take, end + 1));
  const places = { ...from.places };
  for (const { id, place } of shown) places[id] = place;

  const items = new Set(shown.map(({ item }) => item));
  const isAtEnd = (read: SourceRead) =>
    !read.failure && !read.full && read.items.length <= take && read.items.every(({ item }) => items.has(item));
  const ended = reads.filter(isAtEnd).map(({ id }) => id);
  const goesOn = reads.some((read) => !isAtEnd(read) && !(read.failure?.lasting && read.items.length === 0));
  const fruitless = shown.length === 0 ? from.fruitless + 1 : 0;
  return {
    items: shown.map(({ item }) => item),
    // The mail and the calendar of one account often fail in the same words: said once.
    warnings: [
      ...new Set(
        reads.flatMap(({ failure, missing = [], full = [] }) =>
          [failure?.warning ?? [], missing, shown.length < take ? full : []].flat(),
        ),
      ),
    ],
    next:
      goesOn && fruitless < MAX_FRUITLESS_PAGES
        ? { places, done: [...from.done, ...ended], fruitless, order: from.order }
        : undefined,
  };
}

type Placed = PlacedItem & { id: string };

/** By date, then by source; within a source its own order stands, which sorting keeps. */
function inOrder(order: Order) {
  const first = order === 'asc' ? -1 : 1;
  return (a: Placed, b: Placed): number => {
    if (a.item.date !== b.item.date) return a.item.date < b.item.date ? first : -first;
    return a.id === b.id ? 0 : a.id < b.id ? first : -first;
  };
}
