import { append } from '../../shared/lists.ts';
import type { SearchTerm } from '../../shared/text/fold.ts';
import { shouldYield, yieldToOthers } from '../../shared/yield.ts';
import { runCompiled } from '../../store/compiled-queries.ts';
import type { ReminderRow } from '../../store/tables.ts';
import type { Match, Question } from '../question/question.ts';
import { clockOf } from '../reminders/save.ts';
import { currentReminder } from '../reminders/state.ts';
import type { Context } from '../runtime/context.ts';
import { totalOf } from './labeled-people.ts';
import { holdsPhrases } from './quoted.ts';
import { cover, formsOf, raise } from './word-forms.ts';

/** A match with its date: a day, a UTC instant, or null. */
export interface DatedMatch extends Match {
  date: string | null;
}

/** Maximum numbers of newest reminders, of reminders of named people, and of named people. */
const MAX_NEWEST = 2_000;
const MAX_LINKED = 500;
const MAX_NAMED = 50;
/** Characters of each text that are searched. */
const TEXT_READ = 2_000;

/**
 * Finds reminders that contain words from the question or belong to people whom it names, best first, then latest.
 * Searches the newest 2,000, plus up to 500 of named people. A reminder covers the same name words as its people.
 */
export async function findReminders(
  context: Context,
  question: Question,
  named: readonly Match[] = [],
): Promise<DatedMatch[]> {
  const wanted = formsOf(question);
  const linked = await remindersOf(context, named);
  const rows = [...(await newestReminders(context)), ...(await remindersById(context, [...linked.keys()]))];
  const found = new Map<string, DatedMatch>();
  for (const row of rows) {
    if (shouldYield()) await yieldToOthers();
    const covered = new Map(linked.get(row.id));
    if (row.text) cover(covered, wanted, row.text.slice(0, TEXT_READ));
    if (covered.size > 0 && holdsPhrases([row.text ?? ''], question.required))
      found.set(row.id, { id: row.id, covered, date: dateOf(context, row) });
  }
  return [...found.values()].sort(bestFirst);
}

/**
 * Finds reminders whose texts contain the quoted phrases, among the newest 2,000 and, if there are more, those of the
 * people.
 */
export async function remindersHolding(
  context: Context,
  required: readonly SearchTerm[],
  people: readonly { id: string }[],
): Promise<{ id: string; date: string | null }[]> {
  const rows = [...(await newestReminders(context))];
  if (rows.length === MAX_NEWEST) {
    const linked = await remindersOf(
      context,
      people.map(({ id }) => ({ id, covered: new Map() })),
    );
    append(rows, await remindersById(context, [...linked.keys()]));
  }
  const found = new Map<string, string | null>();
  for (const row of rows) {
    if (shouldYield()) await yieldToOthers();
    if (row.text && holdsPhrases([row.text], required)) found.set(row.id, dateOf(context, row));
  }
  return [...found].map(([id, date]) => ({ id, date }));
}

/** The reminder's due time. Resolving a recurrence is slow, so only completed recurring reminders are resolved. */
function dateOf(context: Context, row: ReminderRow): string | null {
  const mayBeBack = row.is_complete === 1 && row.next_occurrence_at !== null;
  const { due_at_time, due_at_date } = mayBeBack ? currentReminder(row, clockOf(context)) : row;
  return due_at_time ?? due_at_date;
}

function bestFirst(a: DatedMatch, b: DatedMatch): number {
  const better = totalOf(b.covered) - totalOf(a.covered);
  if (Math.abs(better) > 1e-9) return better;
  const [first = '', second = ''] = [a.date ?? '', b.date ?? ''];
  if (first !== second) return first < second ? 1 : -1;
  return a.id < b.id ? -1 : 1;
}

const reminders = ({ db, user }: Context) => db.selectFrom('reminders').selectAll().where('user_id', '=', user.user_id);

const newestReminders = ({ db, user }: Context): Promise<ReminderRow[]> =>
  runCompiled(
    db,
    'newest reminders',
    (db, userId) =>
      db.selectFrom('reminders').selectAll().where('user_id', '=', userId).orderBy('id', 'desc').limit(MAX_NEWEST),
    [user.user_id],
  );

async function remindersById(context: Context, ids: string[]): Promise<ReminderRow[]> {
  return ids.length === 0 ? [] : reminders(context).where('id', 'in', ids).execute();
}

/** Reminders of the people, with the words that the people cover. */
async function remindersOf({ db, user }: Context, people: readonly Match[]): Promise<Map<string, Map<number, number>>> {
  const found = new Map<string, Map<number, number>>();
  const coveredBy = new Map(people.slice(0, MAX_NAMED).map(({ id, covered }) => [id, covered]));
  if (coveredBy.size === 0) return found;
  const rows = await db
    .selectFrom('reminders_contacts')
    .select(['reminder_id', 'contact_id'])
    .where('user_id', '=', user.user_id)
    .where('contact_id', 'in', [...coveredBy.keys()])
    .orderBy('contact_id')
    .orderBy('reminder_id', 'desc')
    .limit(MAX_LINKED)
    .execute();
  for (const { reminder_id, contact_id } of rows) {
    const covered = found.get(reminder_id) ?? new Map<number, number>();
    for (const [index, quality] of coveredBy.get(contact_id)!) raise(covered, index, quality);
    found.set(reminder_id, covered);
  }
  return found;
}
