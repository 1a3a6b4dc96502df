import { type RawBuilder, sql } from 'kysely';
import { fromJson } from '../../../store/json.ts';
import { onPostgres } from '../../../store/store.ts';
import type { Context } from '../../runtime/context.ts';

/** Maximum gap between notes of one conversation, such as a question and its answer, in milliseconds. */
const CONVERSATION_MS = 2 * 60 * 60 * 1_000;
/** Number of notes before and after a note that form its context. */
const WINDOW = 4;
// Weights of the nearest note before and after, tuned like those in `score.ts`.
const BEFORE = 0.5;
const AFTER = 0.3;

export interface NotePosition {
  id: string;
  time: string;
}

/** Adds neighboring notes, far enough to include the neighbors' context. Sorted by time and id. */
export async function withNeighbors({ db, user }: Context, notes: readonly NotePosition[]): Promise<NotePosition[]> {
  if (notes.length === 0) return [];
  const asked = notes.map(({ id, time }) => sql`(${id}, ${time}, ${shifted(time, -1)}, ${shifted(time, 1)})`);
  const rowsOf = onPostgres(db)
    ? sql`json_agg(json_build_array(id, event_time))`
    : sql`json_group_array(json_array(id, event_time))`;
  const around = (condition: RawBuilder<unknown>, order: 'asc' | 'desc') => sql`(select ${rowsOf} from
    (select other.id, other.event_time from timeline_items as other where other.user_id = ${user.user_id} and ${condition}
    order by other.event_time ${sql.raw(order)}, other.id ${sql.raw(order)} limit ${sql.lit(2 * WINDOW)}) as nearest)`;
  const { rows } = await sql<{ before: unknown; after: unknown }>`
    with asked (id, time, first, last) as (values ${sql.join(asked)})
    select ${around(sql`other.event_time >= asked.first and (other.event_time, other.id) < (asked.time, asked.id)`, 'desc')} as before,
      ${around(sql`other.event_time <= asked.last and (other.event_time, other.id) > (asked.time, asked.id)`, 'asc')} as after
    from asked`.execute(db);
  const placed = new Map(notes.map(({ id, time }) => [id, time]));
  for (const { before, after } of rows) {
    for (const list of [before, after])
      for (const [id, time] of (fromJson(list) ?? []) as [string, string][]) placed.set(id, time);
  }
  return [...placed].map(([id, time]) => ({ id, time })).sort(inOrder);
}

/** Shifts a time by the length of a conversation. */
function shifted(time: string, by: 1 | -1): string {
  const moved = new Date(Date.parse(time) + by * CONVERSATION_MS);
  return Number.isNaN(moved.getTime()) ? time : moved.toISOString();
}

/** Score that each note gains from its neighbors. `scores` holds the notes' own scores. */
export function contextScores(
  placed: readonly NotePosition[],
  scores: ReadonlyMap<string, number>,
): Map<string, number> {
  const times = placed.map(({ time }) => Date.parse(time));
  const own = placed.map(({ id }) => scores.get(id) ?? 0);
  const from = (at: number, other: number) =>
    Math.abs((times[other] ?? Number.NaN) - times[at]!) <= CONVERSATION_MS ? own[other]! : 0;
  const context = new Map<string, number>();
  for (const [at, { id }] of placed.entries()) {
    let sum = 0;
    for (let distance = 1; distance <= WINDOW; distance++)
      sum += (BEFORE * from(at, at - distance) + AFTER * from(at, at + distance)) / distance;
    context.set(id, sum);
  }
  return context;
}

const inOrder = (a: NotePosition, b: NotePosition): number =>
  a.time < b.time ? -1 : a.time > b.time ? 1 : a.id < b.id ? -1 : 1;
