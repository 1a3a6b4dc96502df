/** An address book on another server that kith keeps in sync. */
export interface FollowedBookRow {
  user_id: string;
  id: string;
  /** Name given by the user. */
  name: string;
  host: string;
  both_ways: 0 | 1;
  /** Its URL and credentials. */
  sealed: string;
  /**
   * `waiting`: the user has to confirm a large number of deletions. `refused`: the credentials must be entered again.
   */
  state: 'new' | 'fine' | 'waiting' | 'refused' | 'failing';
  /** Error message without user content. */
  reason: string | null;
  /** JSON: sync position of both sides. */
  looked: string | null;
  /** JSON: counts of the last run. */
  report: string | null;
  /** ISO 8601 UTC: when the last successful run ended. */
  synced_at: string | null;
  /** The user has confirmed the pending deletions. */
  may_delete: 0 | 1;
  /** The run that holds the lock on the book, and when the lock expires. */
  run_mark: string | null;
  run_until: string | null;
  created_at: string;
  updated_at: string;
}

/**
 * A remote card and the local contact. `here` and `there` are JSON: digests of the local and remote versions when they
 * last agreed.
 */
export interface FollowedCardRow {
  user_id: string;
  id: string;
  book_id: string;
  href: string;
  etag: string;
  uid: string;
  name: string;
  change: number;
  here: string;
  there: string;
  sealed: string;
}

export interface FollowTables {
  followed_books: FollowedBookRow;
  followed_cards: FollowedCardRow;
}
