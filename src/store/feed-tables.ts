/** A user's calendar feed. Each user has at most one. */
export interface FeedRow {
  user_id: string;
  id: string;
  lookup: string;
  /** The token in its URL. */
  sealed: string;
  /** A JSON list. */
  parts: string;
  alarm_minutes: number | null;
  /** Number of changes to its content. */
  revision: number;
  created_at: string;
  /** When its content last changed. */
  changed_at: string;
}

/** A feed event as it was at the last read of the feed. */
export interface FeedEventRow {
  user_id: string;
  feed_id: string;
  /** Event id within the feed. */
  id: string;
  digest: string;
  /** The feed's revision at this event's last change. */
  revision: number;
  changed_at: string;
}

export interface FeedTables {
  feeds: FeedRow;
  feed_events: FeedEventRow;
}
