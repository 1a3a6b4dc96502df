import type { PersonCard, ReceivedPerson } from '../../shared/cards/address-book.ts';

/** Reads and writes cards. */
export interface SyncCodec {
  /** Returns a person, a group marker, or why the card cannot be read. */
  read(text: string): ReceivedPerson | { isGroup: true } | { trouble: string };
  /** Writes a card based on its `text`, in that text's version. */
  write(card: PersonCard): string;
}
