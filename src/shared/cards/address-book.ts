import type { CardField, CardFields } from './fields.ts';

// The store as CardDAV sees it: one user's cards, as plain functions. The server's wiring provides them.

/** A person's stored card. */
export interface PersonCard {
  kind: 'person';
  /** Last segment of its URL: chosen by the client, or `{id}.vcf` for cards that kith created. */
  name: string;
  uid: string;
  /** Number of its last change, used as ETag. */
  change: number;
  /** ISO 8601 UTC. */
  changedAt: string;
  fields: CardFields;
  /** The card as last sent by a client, without its picture. Properties without a field are returned from this text. */
  text: string | undefined;
  /** The picture's bytes, if `fields.photo` is stored in kith. */
  photo: Uint8Array | undefined;
}

/** A group as a separate card (RFC 6350, 6.1.4). */
export interface GroupCard {
  kind: 'group';
  name: string;
  uid: string;
  change: number;
  changedAt: string;
  title: string;
  /** The UIDs of its members. */
  members: string[];
  text: string | undefined;
}

export type StoredCard = PersonCard | GroupCard;

/** A card as a client sent it. */
export interface ReceivedPerson {
  kind: 'person';
  uid: string;
  fields: CardFields;
  /** Bytes of `fields.photo`. */
  photo?: Uint8Array;
  /** Fields that the card has a property for, even an empty one: those that the device supports. */
  present: CardField[];
  /** The card as sent, without its picture. */
  text: string;
  /** REV, ISO 8601 UTC. */
  revised?: string;
}

export interface ReceivedGroup {
  kind: 'group';
  uid: string;
  title: string;
  members: string[];
  text: string;
}

export type ReceivedCard = ReceivedPerson | ReceivedGroup;

/** Preconditions of a request (RFC 9110, 13.1). `ifMatch`: change numbers, or `*` for any. */
export interface Conditions {
  ifMatch?: number[] | '*';
  ifNoneMatch?: number[] | '*';
  /** Keeps archived contacts archived by treating their UID as taken. Otherwise, a card with their UID restores them. */
  leaveArchived?: true;
}

/** A card in a listing. */
export interface CardListing {
  name: string;
  change: number;
}

export interface CardChangeList {
  changed: CardListing[];
  /** Names of deleted cards. */
  gone: string[];
  /** Start of the next batch. */
  upTo: number;
  /** Whether more changes follow. */
  more: boolean;
}

/** `conflicts`: number of edits that lost a conflict and are kept for review. */
export type PutOutcome =
  /** `asSent`: a GET would return the card as it was sent, so the client need not read it again. */
  | { outcome: 'created' | 'changed'; change: number; asSent: boolean; conflicts?: number }
  /** A precondition failed. */
  | { outcome: 'refused'; conflicts?: number }
  /** Another card has this UID; `name` is its name. */
  | { outcome: 'taken'; name: string };

/** A property that a client set on a card or the address book (RFC 4918, 4.2). */
export interface DeadProperty {
  space: string;
  name: string;
  /** The whole element as standalone XML. */
  xml: string;
}

/** `xml` is undefined if the property is removed. */
export interface PropertyChange extends Pick<DeadProperty, 'space' | 'name'> {
  xml: string | undefined;
}

export interface AddressBook {
  /** Number of the last change. */
  state(): Promise<number>;
  /** Lists cards by name, page by page. `after` is the last name of the previous page. */
  list(after: string | undefined, take: number): Promise<CardListing[]>;
  /**
   * Lists changes after a number. Undefined if they are no longer available, or if the number is not from this address
   * book.
   */
  changes(after: number, take: number): Promise<CardChangeList | undefined>;
  /**
   * Reads the cards with these names. `withPhotos` includes pictures. `asSeen` records that the device received them,
   * as opposed to cards read only for a filter or an ETag.
   */
  read(names: string[], withPhotos: boolean, asSeen: boolean): Promise<StoredCard[]>;
  put(name: string, card: ReceivedCard, conditions: Conditions): Promise<PutOutcome>;
  /** Moves the card to the trash. */
  remove(name: string, conditions: Conditions): Promise<'removed' | 'absent' | 'refused'>;
}

/** An address book with the properties that WebDAV clients set on it and its cards. */
export interface DavAddressBook extends AddressBook {
  /** Properties that clients set on these cards, or on the address book itself, which has the name `THE_BOOK`. */
  properties(names: string[]): Promise<Map<string, DeadProperty[]>>;
  /** Makes all changes or none. `full` if there would be too many, or if they are too long. Cards do not change. */
  changeProperties(name: string, changes: PropertyChange[]): Promise<'changed' | 'absent' | 'full'>;
}
