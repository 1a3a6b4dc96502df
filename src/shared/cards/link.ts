import type { CardDigest } from './digest.ts';

/** A card elsewhere and the person here that it is kept the same with. */
export interface CardLink {
  href: string;
  /** As of the state that both sides agreed on. */
  etag: string;
  /** The UID that the card has elsewhere. */
  uid: string;
  /** The card here; empty for one elsewhere that is left alone, such as a group. */
  name: string;
  /** Its number here. */
  change: number;
  /** What both sides agreed on, as each of them keeps it: a server may drop what it has no place for. */
  here: CardDigest;
  there: CardDigest;
}
