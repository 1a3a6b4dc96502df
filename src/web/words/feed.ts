import type { FeedPart } from '../../shared/feed.ts';

/** Words for the settings for the calendar feed. */
export const FEED_WORDS = {
  title: 'Calendar feed',
  lead: 'See birthdays, reminders, and keep-in-touch days in your calendar app. It subscribes to a secret URL and updates itself.',
  off: { title: 'Calendar feed is off', lead: 'Turn it on to get a URL.', button: 'Turn on' },
  on: {
    title: 'URL',
    lead: 'Anyone with the URL can read the items chosen below. If someone else has it, replace it and add the new one to your calendar app.',
    made: 'Created',
    show: 'Show URL',
    replace: 'Replace URL',
    off: 'Turn off',
  },
  content: {
    title: 'Contents',
    save: 'Save',
    alarm: 'Alert for reminders',
    hint: 'All-day reminders alert at 9 AM.',
  },
  parts: {
    birthdays: { title: 'Birthdays', text: 'with the age, if you know the year' },
    reminders: { title: 'Reminders', text: 'not completed' },
    'keep-in-touch': { title: 'Keep in touch', text: 'on the day to reach out' },
  } satisfies Record<FeedPart, { title: string; text: string }>,
  alarms: {
    none: 'None',
    now: 'At time of reminder',
    minutes: (count: number) => (count === 1 ? '1 minute before' : `${count} minutes before`),
    hours: (count: number) => (count === 1 ? '1 hour before' : `${count} hours before`),
    days: (count: number) => (count === 1 ? '1 day before' : `${count} days before`),
  },
  address: {
    title: 'Your calendar feed',
    lead: 'In your calendar app, add it as a subscribed calendar.',
    copy: 'the URL',
    open: 'Open in calendar app',
    separate: 'For a separate calendar of birthdays, append this to the URL:',
    back: 'Done',
  },
  refused: { parts: 'Choose at least one, or turn the feed off.', alarm: 'Choose an alert from the list.' },
  done: {
    saved: 'Calendar feed saved. Your calendar app shows the changes after its next update.',
    off: 'Calendar feed is off. Its URL no longer works.',
  },
};
