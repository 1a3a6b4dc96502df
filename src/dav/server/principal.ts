import type { DavAddressBook, ReceivedCard, StoredCard } from '../../shared/cards/address-book.ts';

/** The signed-in user of a device's app password. */
export interface Principal {
  userId: string;
  email: string;
  /** Null if the user has not set it. */
  name: string | null;
  /** False for a read-only app password. */
  mayWrite: boolean;
  book: DavAddressBook;
}

export type CardVersion = '3.0' | '4.0';

/** Converts between cards and text. */
export interface DavCodec {
  /** Throws a 400 KithError if the text is not a card. */
  readCard(text: string): ReceivedCard;
  writeCard(card: StoredCard, version: CardVersion): string;
  /** Whether a returned card would have the same content as the text that was sent. */
  isAsSent(card: StoredCard, text: string): boolean;
}
