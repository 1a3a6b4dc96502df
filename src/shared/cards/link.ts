import type { CardDigest } from './digest.ts';

/** A remote card and the contact that it is synced with. */
export interface CardLink {
  href: string;
  /** ETag when both sides last agreed. */
  etag: string;
  /** UID of the remote card. */
  uid: string;
  /** Name of the local card; empty for an ignored remote card, such as a group. */
  name: string;
  /** Change number of the local card. */
  change: number;
  /** The agreed content as each side stores it. A server may drop what it does not support. */
  here: CardDigest;
  there: CardDigest;
}
