import type { BookWithProperties, SentCard, StoredCard } from '../../shared/cards/address-book.ts';

/** Who asks, by the app password of a device. */
export interface Visitor {
  userId: string;
  email: string;
  /** Null where they have not said it. */
  name: string | null;
  /** False for a password that may only read. */
  mayWrite: boolean;
  book: BookWithProperties;
}

export type CardVersion = '3.0' | '4.0';

/** Cards as text, and texts as cards. */
export interface Codec {
  /** Throws a KithError of 400 for what is no card. */
  readCard(text: string): SentCard;
  writeCard(card: StoredCard, version: CardVersion): string;
  /** Whether what is given back of a card says the same as its text that was sent. */
  isAsSent(card: StoredCard, text: string): boolean;
}
