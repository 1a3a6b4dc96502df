import type { CardField } from '../../shared/cards/fields.ts';

// Address books elsewhere that a person has kith follow, as the pages know them. Nothing that opens one is among it.

interface SideCounts {
  created: number;
  changed: number;
  removed: number;
}

export interface FollowedBook {
  id: string;
  name: string;
  host: string;
  bothWays: boolean;
  /** `waiting`: for a word about many deletions; `refused`: its server lets nobody in with what it was given. */
  state: 'new' | 'fine' | 'waiting' | 'refused' | 'failing';
  /** Why it is not fine, in words. */
  reason: string | null;
  /** What the last look at it did. */
  counts: { here: SideCounts; there: SideCounts; waiting?: { here: number; there: number } | undefined } | undefined;
  /** When it was last looked at; ISO 8601 UTC. */
  syncedAt: string | null;
  /** The deletions that wait are made with the next look. */
  mayDelete: boolean;
}

export interface NewBook {
  address: string;
  user: string;
  password: string;
  /** Where there are several: the name of one, or `all`. */
  book: string;
  bothWays: boolean;
}

/** An edit that gave way to another of the same field, on a device or in a followed address book. */
export interface WaitingEdit {
  id: string;
  contactId: string;
  name: string | null;
  field: CardField;
  /** What kith has, and what the other side had; null for nothing. */
  kept: string | null;
  lost: string | null;
  /** The followed book that it came from; undefined for a device. */
  from: string | undefined;
}

export interface BooksServices {
  list(userId: string): Promise<FollowedBook[]>;
  /** Throws a KithError where there is no book, nobody is let in, or it is not clear which is meant. */
  connect(userId: string, book: NewBook): Promise<FollowedBook[]>;
  /** Has it looked at soon. False where there is none of this id. */
  syncSoon(userId: string, id: string): Promise<boolean>;
  /** The deletions that wait may be made. */
  allowDeletions(userId: string, id: string): Promise<boolean>;
  /** Undefined where there is none of this id. */
  disconnect(userId: string, id: string): Promise<FollowedBook | undefined>;
  waiting(userId: string): Promise<WaitingEdit[]>;
  /** Lets one go; undefined where it is settled already. */
  settle(userId: string, id: string): Promise<void>;
}
