import type { AddressBook } from '../../shared/cards/address-book.ts';
import type { CardFields } from '../../shared/cards/fields.ts';
import type { CardLink } from '../../shared/cards/link.ts';
import type { CardConflict } from '../../shared/cards/merge-card.ts';
import type { RemoteState } from './remote-book.ts';

// The local side of a sync: cards, and the stored state of the remote address book.

/** A link with the text of the remote card, without its picture. */
export interface FullLink extends CardLink {
  text: string;
}

/** How far both sides have been synced. */
export interface SyncProgress {
  remote: RemoteState;
  /** Number of the last local change. */
  change: number;
  /** ISO 8601 UTC: when all remote cards were last listed. */
  wholeAt: string;
}

/** Local writes of a run, saved all or nothing. */
export interface LocalWriter {
  cards: Pick<AddressBook, 'put' | 'remove' | 'read'>;
  /** Replaces the link with the same path. If `text` is missing, the old text is kept. */
  saveLink(link: CardLink & Partial<FullLink>): Promise<void>;
  dropLink(href: string): Promise<void>;
  saveLooked(looked: SyncProgress): Promise<void>;
  /** Stores the values that lost a conflict until the user reviews them. */
  saveConflicts(name: string, conflicts: CardConflict[]): Promise<void>;
}

/** Finds matching contacts. */
export interface ContactMatcher {
  /** Card names of contacts that are certainly this person. */
  certain(fields: CardFields): string[];
  /** Card names of contacts that may be this person. */
  similar(fields: CardFields): string[];
}

export interface LocalBook {
  cards: AddressBook;
  looked(): Promise<SyncProgress | undefined>;
  links(): Promise<CardLink[]>;
  /** Text of the remote card at the last sync. */
  text(href: string): Promise<string | undefined>;
  /** Names of cards that are linked to another synced address book. */
  linkedToOtherBooks(): Promise<Set<string>>;
  matcher(people: { name: string; fields: CardFields }[]): Promise<ContactMatcher>;
  write<T>(work: (writing: LocalWriter) => Promise<T>): Promise<T>;
}
