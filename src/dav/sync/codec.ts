import type { PersonCard, SentPerson } from '../../shared/cards/address-book.ts';

/** How a card is read and written. */
export interface Codec {
  /** A person; else that it is a group, or why it cannot be read. */
  read(text: string): SentPerson | { isGroup: true } | { trouble: string };
  /** Over the card's `text`, in the version of that. */
  write(card: PersonCard): string;
}
