import type { CardField, CardFields } from './fields.ts';

// What CardDAV knows of the store: one user's cards, as plain functions. The command line's wiring builds it.

/** A person's card as it is stored. */
export interface PersonCard {
  kind: 'person';
  /** The last segment of its address, as the client chose it; `{id}.vcf` for what kith made. */
  name: string;
  uid: string;
  /** The number of its last change: its ETag. */
  change: number;
  /** ISO 8601 UTC. */
  changedAt: string;
  fields: CardFields;
  /** The card as a client last sent it, without its picture: what kith has no field for is given back from here. */
  text: string | undefined;
  /** The picture's bytes, where `fields.photo` is one that kith keeps. */
  photo: Uint8Array | undefined;
}

/** A group as a card of its own (RFC 6350, 6.1.4). */
export interface GroupCard {
  kind: 'group';
  name: string;
  uid: string;
  change: number;
  changedAt: string;
  title: string;
  /** The UIDs of the people in it. */
  members: string[];
  text: string | undefined;
}

export type StoredCard = PersonCard | GroupCard;

/** A card as a client sent it. */
export interface SentPerson {
  kind: 'person';
  uid: string;
  fields: CardFields;
  /** The bytes behind `fields.photo`. */
  photo?: Uint8Array;
  /** Fields that this card has a property for, filled or not: what its device knows of. */
  present: CardField[];
  /** The card as it was sent, without its picture. */
  text: string;
  /** REV, ISO 8601 UTC. */
  revised?: string;
}

export interface SentGroup {
  kind: 'group';
  uid: string;
  title: string;
  members: string[];
  text: string;
}

export type SentCard = SentPerson | SentGroup;

/** The preconditions of a request (RFC 9110, 13.1). `ifMatch`: numbers of changes; `*` for any. */
export interface Conditions {
  ifMatch?: number[] | '*';
  ifNoneMatch?: number[] | '*';
  /** Keeps archived contacts archived by treating their UID as taken. Otherwise, a card with their UID restores them. */
  leaveArchived?: true;
}

/** One card of a listing. */
export interface Listed {
  name: string;
  change: number;
}

export interface Changes {
  changed: Listed[];
  /** Names of cards that are gone. */
  gone: string[];
  /** What the next question begins after. */
  upTo: number;
  /** Whether more changes follow. */
  more: boolean;
}

/** `conflicts`: how many edits gave way to others, and wait for the person. */
export type PutOutcome =
  /** `asSent`: kith gives back what was sent, so that the client need not read it again. */
  | { outcome: 'created' | 'changed'; change: number; asSent: boolean; conflicts?: number }
  /** A precondition does not hold. */
  | { outcome: 'refused'; conflicts?: number }
  /** Another card has this UID: its name. */
  | { outcome: 'taken'; name: string };

/** A property that a client has put on a card or on the book (RFC 4918, 4.2), by its namespace and name. */
export interface DeadProperty {
  space: string;
  name: string;
  /** The whole element, as XML that stands by itself. */
  xml: string;
}

/** `xml` is undefined where the property is to go. */
export interface PropertyChange extends Pick<DeadProperty, 'space' | 'name'> {
  xml: string | undefined;
}

export interface AddressBook {
  /** The number of the last change. */
  state(): Promise<number>;
  /** All cards by name, a page at a time; `after` is the last name of the page before. */
  list(after: string | undefined, take: number): Promise<Listed[]>;
  /** What changed after a number; undefined where that is not known any more, or was never a number of this book. */
  changes(after: number, take: number): Promise<Changes | undefined>;
  /**
   * The cards that there are of these names. `withPhotos` reads the pictures too. They count as seen by the device where
   * `asSeen` says that they go there: not those that are only looked at, for a filter or an ETag.
   */
  read(names: string[], withPhotos: boolean, asSeen: boolean): Promise<StoredCard[]>;
  put(name: string, card: SentCard, conditions: Conditions): Promise<PutOutcome>;
  /** Into the trash. */
  remove(name: string, conditions: Conditions): Promise<'removed' | 'absent' | 'refused'>;
}

/** The book with what clients of WebDAV put on it and on its cards, beside what these say. */
export interface BookWithProperties extends AddressBook {
  /** What clients have put on cards of these names, and on the book itself, whose name is `THE_BOOK`. */
  properties(names: string[]): Promise<Map<string, DeadProperty[]>>;
  /** All of the changes or none; `full` where there would be too many, or too long ones. No card is another by it. */
  changeProperties(name: string, changes: PropertyChange[]): Promise<'changed' | 'absent' | 'full'>;
}
