// What the page and the view of what waits today say alike.

export const TODAY = {
  title: 'Today',
  reachOut: {
    title: 'Be in touch',
    never: 'no contact yet',
    last: 'last',
    overdue: (days: number) => (days === 0 ? 'due today' : days === 1 ? '1 day over' : `${days} days over`),
  },
  birthdays: { title: 'Birthdays', turns: 'turns', today: 'today' },
  events: { title: 'The days ahead', allDay: 'all day', with: 'with', lastSaid: 'last said' },
  nothing: 'Nothing is waiting',
  more: 'There is more than is shown here.',
};

export const REMINDERS = {
  title: 'Reminders',
  overdue: 'overdue',
  done: 'Done',
  tomorrow: 'Tomorrow',
  nextWeek: 'In a week',
};
