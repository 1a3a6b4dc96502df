// A calendar feed as exchanged between the service, which reads its content, and src/dav/feed, which formats it. Days
// are YYYY-MM-DD, instants ISO 8601 UTC.

export const FEED_PARTS = ['birthdays', 'reminders', 'keep-in-touch'] as const;
export type FeedPart = (typeof FEED_PARTS)[number];

export interface FeedSettings {
  parts: FeedPart[];
  /** How long before a reminder's time the alarm rings; null for never. Alarms for a whole day ring in the morning. */
  alarmMinutes: number | null;
}

export const FIRST_FEED_SETTINGS: FeedSettings = { parts: [...FEED_PARTS], alarmMinutes: 0 };
/** One week. */
export const MAX_ALARM_MINUTES = 7 * 24 * 60;

export interface FeedBirthday {
  id: string;
  name: string | null;
  /** The birth date, with the year 1604 if the year is unknown. */
  birthday: string;
  birthday_year: number | null;
  /** The year in which the user dismissed the birthday. */
  birthday_dismissed_year: number | null;
}

/** A recurring event as a rule that every calendar program supports. */
export interface FeedSeries {
  /** First day or instant. */
  from: string;
  unit: 'week' | 'month' | 'year';
  interval: number;
  /** Whether it is on the last day of each month. */
  onLastDay: boolean;
  /** Days listed individually instead, because the clocks change there. */
  except: string[];
}

export interface FeedReminder {
  id: string;
  text: string | null;
  /** Names of the people it is about. */
  people: (string | null)[];
  /** Whether it is due on a day rather than at an instant. */
  isDay: boolean;
  /** Days or instants that are not part of the series. */
  single: string[];
  series: FeedSeries | undefined;
}

export interface FeedKeepInTouch {
  id: string;
  name: string | null;
  day: string;
}

export interface FeedContent {
  /** The user's time zone. */
  zone: string;
  /** Range of days for events that cannot be rules. */
  from: string;
  to: string;
  birthdays: FeedBirthday[];
  reminders: FeedReminder[];
  touches: FeedKeepInTouch[];
  /** Whether events were omitted because the feed is full. */
  isCut: boolean;
}

/** When a feed event last changed, and the feed's change count at that time. */
export interface FeedStamp {
  sequence: number;
  at: string;
}
