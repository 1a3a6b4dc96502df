import type { SearchTerm } from '../shared/text/fold.ts';

export type IndexedKind = 'contact' | 'note';

export interface IndexedRecord {
  userId: string;
  id: string;
  words: string[];
  /** Words to index in addition to those of its texts. */
  others?: string[];
  /** Text that a filter can match by any substring. */
  parts?: string;
  sortTime: string;
}

/** A record must contain all of `terms`, and must not contain all of `but`. */
export interface IndexQuery {
  terms: SearchTerm[];
  but?: SearchTerm[] | undefined;
}

export interface IndexHit {
  id: string;
  sort_time: string;
}
