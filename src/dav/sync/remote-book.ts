// An address book elsewhere, as following it needs it.

/** A card of the listing: its path, in one spelling, and its ETag; empty where the server gives none. */
export interface RemoteEntry {
  href: string;
  etag: string;
}

/** Where the last look at the book ended: a sync token (RFC 6578), else the tag of the collection. */
export interface RemoteState {
  token?: string | undefined;
  ctag?: string | undefined;
}

export interface RemoteChanges {
  changed: RemoteEntry[];
  /** Paths of cards that are gone. Of a whole listing: none, what is not in it is gone. */
  gone: string[];
  /** Whether `changed` is everything that there is. */
  isWhole: boolean;
  state: RemoteState;
  /** How many addresses were no cards of this book, and left alone. */
  strange: number;
}

export interface RemoteCard extends RemoteEntry {
  text: string;
}

export type Written =
  | { outcome: 'written'; etag: string | undefined }
  /** The precondition does not hold: somebody else wrote it. */
  | { outcome: 'refused' }
  /** The server will not have this card; another may do. */
  | { outcome: 'unwanted'; status: number };

export interface RemoteBook {
  /** What changed since a state; everything without one. */
  changes(since: RemoteState | undefined): Promise<RemoteChanges>;
  /** The cards that there are at these paths, and those that are there and cannot be read. */
  read(hrefs: string[]): Promise<{ cards: Map<string, RemoteCard>; unreadable: string[] }>;
  /** A path for a new card with this UID. */
  pathFor(uid: string): string;
  /** Writes over the card of this ETag; without one only where there is none yet. */
  put(href: string, text: string, etag: string | undefined): Promise<Written>;
  remove(href: string, etag: string): Promise<Written>;
}
