import type { SearchTerm } from '../shared/text/fold.ts';

export type Indexed = 'contact' | 'note';

export interface IndexedRecord {
  userId: string;
  id: string;
  words: string[];
  /** Words that stand for it beside those of its texts. */
  others?: string[];
  /** The text that is found by any part of it. */
  parts?: string;
  sortTime: string;
}

/** What a record must hold, and what it may not hold all of. */
export interface IndexQuery {
  terms: SearchTerm[];
  but?: SearchTerm[] | undefined;
}

export interface IndexHit {
  id: string;
  sort_time: string;
}
