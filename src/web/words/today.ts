import { counted } from './counted.ts';

// Words for Today. The view of a briefing in MCP clients shares TODAY and REMINDERS.

/** "6 weeks": a number of days in the largest unit that fits. */
function duration(days: number): string {
  if (days < 14) return counted(days, 'day', 'days');
  if (days < 60) return counted(Math.trunc(days / 7), 'week', 'weeks');
  if (days < 730) return counted(Math.trunc(days / 30.44), 'month', 'months');
  return counted(Math.trunc(days / 365.25), 'year', 'years');
}

export const TODAY = {
  title: 'Today',
  reachOut: {
    title: 'Reach out',
    never: 'no contact yet',
    last: 'last contact',
    overdue: (days: number) => (days === 0 ? 'due today' : `${duration(days)} overdue`),
  },
  birthdays: { title: 'Birthdays', turns: 'turns', today: 'today' },
  events: { title: 'Calendar', allDay: 'all day', with: 'with', lastSaid: 'last' },
  nothing: 'You’re all caught up',
  more: 'More items are not shown.',
};

export const REMINDERS = {
  title: 'Reminders',
  overdue: 'overdue',
  done: 'Done',
  tomorrow: 'Tomorrow',
  nextWeek: 'In a week',
};

/** Words that only the page has. */
export const TODAY_PAGE = {
  toReach: (count: number) => `${count.toLocaleString('en-US')} to reach`,
  dueReminders: (count: number) => counted(count, 'reminder', 'reminders'),
  birthdaysToday: (count: number) => `${counted(count, 'birthday', 'birthdays')} today`,
  eventsToday: (count: number) => `${counted(count, 'event', 'events')} today`,
  of: ' of ',
  showAll: 'Show all',
  noOne: 'You’re in touch with everyone on your list.',
  setFrequencies: 'Choose who to keep in touch with',
  call: 'Call',
  text: 'Text',
  email: 'Email',
  log: 'Log',
  later: 'Later',
  week: 'In a week',
  month: 'In a month',
  stop: 'Stop reminding',
  forPerson: (name: string) => ` for ${name}`,
  withPerson: (name: string) => ` ${name}`,
  lastContact: 'Last contact',
  today: 'Today',
  tomorrow: 'Tomorrow',
  edit: 'Edit',
  repeats: (how: string) => `repeats ${how}`,
  caughtUp: 'People you keep in touch with, reminders, birthdays, and events appear here when they are due.',
  people: 'Go to People',
  nobody: { title: 'Welcome', lead: 'No people yet. Import your contacts to get started.' },
  import: 'Import contacts',
  add: 'Add a person',
};
