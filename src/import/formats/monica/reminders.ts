import type { MonicaPerson } from './account.ts';
import { type MonicaRowReader, type RowFields, rowDay } from './row-reader.ts';

/** A reminder or task from Monica as a kith reminder. */
export interface MonicaReminder {
  kind: string;
  text: string;
  /** `YYYY-MM-DD`. */
  due: string;
  /** The day depends on the import date, so it does not identify the reminder. */
  anyDay?: true;
  /** First day of a series. */
  anchor?: string;
  recurrence?: string;
  done: boolean;
  doneAt?: string;
  created: string | undefined;
  people: string[];
}

const RECURRENCES: Record<string, string> = {
  'week 1': '7 days',
  'week 2': '14 days',
  'month 1': '1 mon',
  'month 3': '3 mons',
  'month 6': '6 mons',
  'month 12': '1 year',
  'year 1': '1 year',
};

const DAYS_OF_UNIT: Record<string, number> = { day: 1, week: 7 };

/** A person's reminders. `today` is a day. `tell` is called for anything that a kith reminder cannot express. */
export function remindersOf(
  person: MonicaPerson,
  today: string,
  reader: MonicaRowReader,
  tell: (what: string) => void,
): MonicaReminder[] {
  const reminders = (person.lists.reminders ?? []).flatMap((raw) => {
    const row = reader.read('reminder', raw);
    if (row.flag('is_birthday')) {
      tell('birthday reminders are left out because kith shows birthdays automatically');
      return [];
    }
    return readReminder(row, person.key, today, tell);
  });
  return [
    ...reminders,
    ...(person.lists.tasks ?? []).map((raw) => taskOf(reader.read('task', raw), person.key, today, tell)),
  ];
}

function readReminder(row: RowFields, key: string, today: string, tell: (what: string) => void): MonicaReminder[] {
  const [unit, count] = [row.text('frequency_type'), wholeNumber(row.text('frequency_number'))];
  const first = row.moment('initial_date') ?? row.moment('created_at');
  const text = [row.text('title'), row.text('description')].filter(Boolean).join('\n') || 'Reminder';
  row.text('delible');
  const done = row.flag('inactive');
  const common = { kind: 'reminder', done, created: row.moment('created_at'), people: [key] };
  const anchor = first ? rowDay(first) : today;
  if (!unit || unit === 'one_time') return [{ ...common, text, due: anchor }];
  const recurrence = RECURRENCES[`${unit} ${count}`];
  const due = nextDay(anchor, unit, count, today);
  if (recurrence) return [{ ...common, text, due, anchor, recurrence }];
  const every = `every ${count} ${unit}s`;
  tell(`kith does not support repeating ${every}: such reminders were imported once, for their next day`);
  return [{ ...common, text: `${text}\n(Repeats ${every} in Monica.)`, due, anyDay: true }];
}

const wholeNumber = (text: string): number => (/^[1-9]\d{0,2}$/.test(text) ? Number(text) : 1);

/** Tasks in Monica have no date. */
function taskOf(row: RowFields, key: string, today: string, tell: (what: string) => void): MonicaReminder {
  const text = [row.text('title'), row.text('description')].filter(Boolean).join('\n') || 'Task';
  const done = row.flag('completed');
  const doneAt = row.moment('completed_at');
  if (!done) tell('open tasks have no date in Monica, so they became reminders for the day of their first import');
  const created = row.moment('created_at');
  const day = done ? (doneAt ?? created) : undefined;
  const when: Pick<MonicaReminder, 'due' | 'anyDay'> = day ? { due: rowDay(day) } : { due: today, anyDay: true };
  return { kind: 'task', text, ...when, done, created, people: [key], ...(doneAt && { doneAt }) };
}

/** First day of a series that is not in the past. */
function nextDay(anchor: string, unit: string, count: number, today: string): string {
  if (anchor >= today) return anchor;
  const days = DAYS_OF_UNIT[unit];
  if (days) {
    const step = days * count * 86_400_000;
    const passed = Math.ceil((Date.parse(today) - Date.parse(anchor)) / step);
    return new Date(Date.parse(anchor) + passed * step).toISOString().slice(0, 10);
  }
  const months = (unit === 'year' ? 12 : 1) * count;
  const [year = 0, month = 0, day = 0] = anchor.split('-').map(Number);
  const apart = (Number(today.slice(0, 4)) - year) * 12 + Number(today.slice(5, 7)) - month;
  for (let passed = Math.max(0, Math.floor(apart / months)); ; passed++) {
    const at = inMonth(year, month - 1 + passed * months, day);
    if (at >= today) return at;
  }
}

/** A day of a month, or the last day if the month is shorter. */
function inMonth(year: number, month: number, day: number): string {
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(day, last))).toISOString().slice(0, 10);
}
