// Interface of a remote address book.

/** A listed card: its normalized path and its ETag, which is empty if the server sends none. */
export interface RemoteEntry {
  href: string;
  etag: string;
}

/** State after the last listing: a sync token (RFC 6578) or, failing that, the CTag. */
export interface RemoteState {
  token?: string | undefined;
  ctag?: string | undefined;
}

export interface RemoteChanges {
  changed: RemoteEntry[];
  /** Paths of deleted cards. Empty for a complete listing, where every unlisted card is deleted. */
  gone: string[];
  /** Whether `changed` lists all cards. */
  isWhole: boolean;
  state: RemoteState;
  /** Number of listed URLs that are not cards of this address book. They are ignored. */
  strange: number;
}

export interface RemoteCard extends RemoteEntry {
  text: string;
}

export type WriteOutcome =
  | { outcome: 'written'; etag: string | undefined }
  /** The precondition failed because another client changed the card. */
  | { outcome: 'refused' }
  /** The server rejects this card but may accept others. */
  | { outcome: 'rejected'; status: number };

export interface RemoteBook {
  /** Changes since a state, or everything without one. */
  changes(since: RemoteState | undefined): Promise<RemoteChanges>;
  /** Reads the cards at these paths, and lists existing ones that cannot be read. */
  read(hrefs: string[]): Promise<{ cards: Map<string, RemoteCard>; unreadable: string[] }>;
  /** Path for a new card with this UID. */
  pathFor(uid: string): string;
  /** Overwrites the card with this ETag. Without an ETag, only creates a new card. */
  put(href: string, text: string, etag: string | undefined): Promise<WriteOutcome>;
  remove(href: string, etag: string): Promise<WriteOutcome>;
}
