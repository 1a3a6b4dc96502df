import type { Operations } from '../../contract/operations.ts';
import type { DataOf } from '../../contract/schema/operation.ts';
import type { Order, PositionedItem, SourceRead, TimelineSource } from './sources.ts';

type Page = DataOf<Operations['list_timeline']>;

/** The point from which a list resumes: a position in each started source, and the sources that are exhausted. */
export interface Position {
  places: Record<string, unknown>;
  done: string[];
  /** Number of consecutive empty pages caused by unreadable sources. */
  fruitless: number;
  /** Resolved on the first page, so that a list started today keeps its order tomorrow. */
  order: Order;
}

export const BEGINNING: Position = { places: {}, done: [], fruitless: 0, order: 'desc' };

/** Number of consecutive empty pages after which a list ends, so that a client that reads all pages terminates. */
const MAX_FRUITLESS_PAGES = 3;

/**
 * Merges several sources into one page. The position tracks each source separately, so no item repeats. A failing
 * source is reported in a warning, keeps its position, and is retried on the next page.
 */
export async function pageOfSources(
  sources: readonly TimelineSource[],
  from: Position,
  take: number,
): Promise<{ items: Page['items']; warnings: string[]; next: Position | undefined }> {
  const open = sources.filter(({ id }) => !from.done.includes(id));
  const reads = await Promise.all(
    // One extra item shows whether there is a next page.
    open.map(async (source) => ({ id: source.id, ...(await source.read(from.places[source.id], take + 1)) })),
  );
  const merged = reads
    .flatMap(({ id, items }) => items.map((placed) => ({ id, ...placed })))
    .sort(comparatorFor(from.order));
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
    // Mail and calendar of one account often fail with the same message, so warnings are deduplicated.
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

type SourceItem = PositionedItem & { id: string };

/** Sorts by date, then source. The sort is stable, so items keep their order within a source. */
function comparatorFor(order: Order) {
  const first = order === 'asc' ? -1 : 1;
  return (a: SourceItem, b: SourceItem): number => {
    if (a.item.date !== b.item.date) return a.item.date < b.item.date ? first : -first;
    return a.id === b.id ? 0 : a.id < b.id ? first : -first;
  };
}
