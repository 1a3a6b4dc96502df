import { badRequest, KithError } from '../../catalogue/error.ts';
import type { DataOf } from '../../catalogue/operation.ts';
import type { Operations } from '../../catalogue/operations.ts';
import type { RequestOf, Steps } from '../context.ts';
import type { CursorKey, Cursors } from '../cursor.ts';
import { requireContact } from './save-contact.ts';
import type { PlacedItem, SourceName, TimelineSource } from './timeline-sources.ts';

type Page = DataOf<Operations['list_timeline']>;

/** Where the reading of each source goes on: behind a place, or not at all. Absent: from its beginning. */
type Places = Partial<Record<SourceName, CursorKey | 'done'>>;

interface Position {
  places: Places;
  /** Pages in a row that brought nothing, because what is left cannot be read. */
  fruitless: number;
}

/** After so many a list ends, so that a reader who pages to the end comes to one. */
const PATIENCE = 3;

/**
 * One page of several sources as one list, newest first. The cursor holds a place in each source, so each item
 * comes once; a source that fails is named in a warning, keeps its place, and is tried again on the next page.
 */
export async function pageOfTimeline(
  steps: Pick<Steps, 'look'>,
  all: readonly TimelineSource[],
  { take, cursor, sources: wanted, ...query }: RequestOf<Operations['list_timeline']>['query'],
): Promise<Page> {
  const sources = all.filter(({ name }) => !wanted || wanted.includes(name));
  const { list, cursors } = await steps.look(async (context) => {
    if (query.contactId) await requireContact(context, query.contactId);
    const name = [context.user.user_id, 'list_timeline', query, [...new Set(wanted)].sort()];
    return { list: JSON.stringify(name), cursors: context.cursors };
  });
  if (query.startDate && query.endDate && query.startDate.slice(0, 10) > query.endDate.slice(0, 10))
    throw badRequest({ endDate: 'lies before startDate' });
  const from = cursor === undefined ? { places: {}, fruitless: 0 } : readPosition(cursors, list, cursor);

  const reads = await Promise.all(
    sources
      .filter(({ name }) => from.places[name] !== 'done')
      .map((source) => readSource(steps, source, query, from.places[source.name] as CursorKey | undefined, take + 1)),
  );
  const merged = reads.flatMap(({ name, items }) => items.map((placed) => ({ name, ...placed }))).sort(newestFirst);
  const shown = merged.slice(0, take);
  const places: Places = { ...from.places };
  for (const { name, place } of shown) places[name] = place;
  for (const { name, items, failed } of reads) {
    const allShown = items.every((placed) => shown.some(({ item }) => item === placed.item));
    if (!failed && allShown && items.length <= take) places[name] = 'done';
  }
  const left = sources.some(({ name }) => places[name] !== 'done');
  const fruitless = shown.length === 0 ? from.fruitless + 1 : 0;
  const more = left && fruitless < PATIENCE;
  return {
    items: shown.map(({ item }) => item),
    pagination: {
      nextCursor: more ? cursors.write(list, [JSON.stringify({ places, fruitless } satisfies Position)]) : null,
      count: shown.length,
    },
    warnings: reads.flatMap(({ warnings }) => warnings),
  };
}

const readPosition = (cursors: Cursors, list: string, cursor: string): Position =>
  JSON.parse(cursors.read(list, cursor)[0] as string) as Position;

async function readSource(
  steps: Pick<Steps, 'look'>,
  source: TimelineSource,
  query: Parameters<TimelineSource['read']>[1],
  after: CursorKey | undefined,
  limit: number,
): Promise<{ name: SourceName; items: PlacedItem[]; warnings: string[]; failed: boolean }> {
  const { name } = source;
  try {
    return { name, failed: false, ...(await source.read(steps, query, after, limit)) };
  } catch (error) {
    // What the database cannot give nobody can; of the others the rest of the list is still worth having.
    if (!(error instanceof KithError) || name === 'notes') throw error;
    return { name, items: [], warnings: [`${name}: ${error.message}`], failed: true };
  }
}

/** By date, then by type; within a source its own order stands, which sorting keeps. */
const newestFirst = (
  a: { name: string; item: { date: string } },
  b: { name: string; item: { date: string } },
): number =>
  a.item.date === b.item.date ? (a.name < b.name ? 1 : a.name > b.name ? -1 : 0) : a.item.date < b.item.date ? 1 : -1;
