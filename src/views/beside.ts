/** What comes beside a result for the view alone, and the model does not read: src/mcp/views/view-data.ts puts it there. */
export interface Beside {
  /** IANA name, of the account. */
  zone?: string;
  /** For each row of duplicates; null where one of them is gone by now, or there was no room. */
  pairs?: (Pair | null)[];
  /** What makes a reminder due tomorrow, and in a week, by its id. */
  moves?: Record<string, object[]>;
  /** By their addresses, as data: addresses. */
  photos?: Record<string, string>;
}

/** A contact of a pair, as it comes for the view alone: src/mcp/views/pairs.ts. */
export interface PairContact {
  id: string;
  full_name?: string;
  image_url?: string;
}

/** Something that some of the contacts say, in their order. */
export interface PairRow {
  label: string;
  /** All that each one says. */
  texts: string[][];
  differs: boolean;
  /** What gives another contact the value of each; absent where a merge keeps all, or only a merge can tell. */
  sets?: Record<string, unknown>[];
}

export interface Pair {
  /** The first one stays unless another is chosen. */
  contacts: PairContact[];
  rows: PairRow[];
  /** Why they may be one, in words. */
  reasons: string;
}
