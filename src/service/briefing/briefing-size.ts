import type { Briefing } from './briefing.ts';

/** A briefing is one page of under 20 KB (docs/api/reminders.md#briefing). What stands around the data needs little. */
const BUDGET = 19_500;

type Section = keyof Briefing['truncated'];

/** The briefing with its longest lists cut at the end until it fits; what was cut is flagged. */
export function fitted(briefing: Briefing): Briefing {
  const lists: Record<Section, unknown[]> = {
    birthdays: [...briefing.birthdays],
    reminders_due: [...briefing.reminders.due],
    reminders_overdue: [...briefing.reminders.overdue],
    keep_in_touch: [...briefing.keep_in_touch],
    events: [...briefing.events],
  };
  const sizes = Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, list.map(bytes)])) as Record<
    Section,
    number[]
  >;
  const truncated = { ...briefing.truncated };
  let size = bytes(briefing);
  while (size > BUDGET) {
    const largest = (Object.keys(lists) as Section[]).reduce((a, b) => (sum(sizes[b]) > sum(sizes[a]) ? b : a));
    if (lists[largest].length === 0) break;
    lists[largest].pop();
    size -= sizes[largest].pop()! + 1;
    truncated[largest] = true;
  }
  const { birthdays, reminders_due, reminders_overdue, keep_in_touch, events } = lists as {
    [K in Section]: never[];
  };
  const reminders = { due: reminders_due, overdue: reminders_overdue };
  return { ...briefing, birthdays, reminders, keep_in_touch, events, truncated };
}

const bytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
const sum = (sizes: number[]): number => sizes.reduce((total, size) => total + size, 0);
