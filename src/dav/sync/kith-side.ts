import type { AddressBook } from '../../shared/cards/address-book.ts';
import type { CardFields } from '../../shared/cards/fields.ts';
import type { CardLink } from '../../shared/cards/link.ts';
import type { CardConflict } from '../../shared/cards/merge-card.ts';
import type { RemoteState } from './remote-book.ts';

// The side of kith, as following an address book elsewhere needs it: the cards, and what is remembered of that book.

/** With the card elsewhere as it is written there, without its picture. */
export interface FullLink extends CardLink {
  text: string;
}

/** How far both sides have been looked at. */
export interface Looked {
  remote: RemoteState;
  /** The number of the last change here. */
  change: number;
  /** When everything there was last listed; ISO 8601 UTC. */
  wholeAt: string;
}

/** What a run writes here, kept whole or not at all. */
export interface Writing {
  cards: Pick<AddressBook, 'put' | 'remove' | 'read'>;
  /** In place of the one with the same path, whose text stays where none is given. */
  saveLink(link: CardLink & Partial<FullLink>): Promise<void>;
  dropLink(href: string): Promise<void>;
  saveLooked(looked: Looked): Promise<void>;
  /** Keeps what a side had and gave up, until the person has looked at it. */
  noteConflicts(name: string, conflicts: CardConflict[]): Promise<void>;
}

/** Finds people by what they have in common. */
export interface Matcher {
  /** Those who certainly are this person, by name of their cards. */
  certain(fields: CardFields): string[];
  /** Those who may be. */
  similar(fields: CardFields): string[];
}

export interface KithSide {
  cards: AddressBook;
  looked(): Promise<Looked | undefined>;
  links(): Promise<CardLink[]>;
  /** What the card elsewhere said. */
  text(href: string): Promise<string | undefined>;
  /** Names of cards that are linked with another book that is followed. */
  linkedElsewhere(): Promise<Set<string>>;
  matcher(people: { name: string; fields: CardFields }[]): Promise<Matcher>;
  write<T>(work: (writing: Writing) => Promise<T>): Promise<T>;
}
