/** The calendar feed of a user, who has one at most. */
export interface FeedRow {
  user_id: string;
  id: string;
  lookup: string;
  /** The token of its address. */
  sealed: string;
  /** A JSON list. */
  parts: string;
  alarm_minutes: number | null;
  /** How often its content has changed. */
  revision: number;
  created_at: string;
  /** When its content last changed. */
  changed_at: string;
}

/** An event of a feed as it was when the feed was last read. */
export interface FeedEventRow {
  user_id: string;
  feed_id: string;
  /** Of the event in the feed. */
  id: string;
  digest: string;
  /** The feed's, when this event became what it is. */
  revision: number;
  changed_at: string;
}

export interface FeedTables {
  feeds: FeedRow;
  feed_events: FeedEventRow;
}
