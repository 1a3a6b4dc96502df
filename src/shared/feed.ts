// A calendar feed between the service, which reads what is in it, and src/dav/feed, which writes it. Days are YYYY-MM-DD,
// instants ISO 8601 UTC.

export const FEED_PARTS = ['birthdays', 'reminders', 'keep-in-touch'] as const;
export type FeedPart = (typeof FEED_PARTS)[number];

export interface FeedSettings {
  parts: FeedPart[];
  /** How long before a reminder's time it rings; null for never. One for a whole day rings in the morning. */
  alarmMinutes: number | null;
}

export const FIRST_FEED_SETTINGS: FeedSettings = { parts: [...FEED_PARTS], alarmMinutes: 0 };
/** A week. */
export const MOST_ALARM_MINUTES = 7 * 24 * 60;

export interface FeedBirthday {
  id: string;
  name: string | null;
  /** Of birth; of 1604 where the year is not known. */
  birthday: string;
  birthday_year: number | null;
  /** The year in which its owner does not want to hear of it. */
  birthday_dismissed_year: number | null;
}

/** What comes again and again, as a rule that every calendar program understands. */
export interface FeedSeries {
  /** Its first day or instant. */
  from: string;
  unit: 'week' | 'month' | 'year';
  interval: number;
  /** On the last day of its months, however long they are. */
  onLastDay: boolean;
  /** Days of the series that are among the single ones, because clocks change there. */
  except: string[];
}

export interface FeedReminder {
  id: string;
  text: string | null;
  /** The names of whom it is about. */
  people: (string | null)[];
  /** Whether it is due on a day, not at an instant. */
  isDay: boolean;
  /** Days or instants that no rule tells. */
  single: string[];
  series: FeedSeries | undefined;
}

export interface FeedTouch {
  id: string;
  name: string | null;
  day: string;
}

export interface FeedContent {
  /** Of its owner. */
  zone: string;
  /** What cannot be a rule is told for the days from the first to the last of these. */
  from: string;
  to: string;
  birthdays: FeedBirthday[];
  reminders: FeedReminder[];
  touches: FeedTouch[];
  /** There is more than a feed takes. */
  isCut: boolean;
}

/** When an event of a feed was last another, and how often the feed had changed by then. */
export interface FeedStamp {
  sequence: number;
  at: string;
}
