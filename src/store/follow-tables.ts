/** An address book elsewhere that is kept the same as kith. */
export interface FollowedBookRow {
  user_id: string;
  id: string;
  /** How its owner calls it. */
  name: string;
  host: string;
  both_ways: 0 | 1;
  /** Its address, and what signs in there. */
  sealed: string;
  /** `waiting`: for the person's word about many deletions; `refused`: sign-in must be given anew. */
  state: 'new' | 'fine' | 'waiting' | 'refused' | 'failing';
  /** Why, in words without content. */
  reason: string | null;
  /** JSON: how far both sides were looked at. */
  looked: string | null;
  /** JSON: what the last run did, in numbers. */
  report: string | null;
  /** ISO 8601 UTC: when the last run ended well. */
  synced_at: string | null;
  /** The person has said that the deletions that wait may be made. */
  may_delete: 0 | 1;
  /** The run that has the book to itself, and until when. */
  run_mark: string | null;
  run_until: string | null;
  created_at: string;
  updated_at: string;
}

/** A card elsewhere and the person here. `here` and `there` are JSON: what they said in short, when they last agreed. */
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
