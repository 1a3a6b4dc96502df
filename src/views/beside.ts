/** Data for the view only, which the model does not read. src/mcp/views/view-data.ts adds it to a result. */
export interface Beside {
  /** IANA name of the account's time zone. */
  zone?: string;
  /** One per row of duplicates; null if a contact no longer exists or the reply has no room. */
  pairs?: (Pair | null)[];
  /** Changes that move a reminder to tomorrow and to next week, by reminder id. */
  moves?: Record<string, object[]>;
  /** Address of the web app, if kith knows it. */
  web?: string;
  /** A contact's latest notes, as `list_timeline` returns them. */
  notes?: unknown;
  /** data: URLs by photo address. */
  photos?: Record<string, string>;
}

/** One of the two contacts, as src/mcp/views/pairs.ts adds it to a result. */
export interface PairContact {
  id: string;
  full_name?: string;
  image_url?: string;
}

/** A field that at least one of the contacts has, with the values in the order of the contacts. */
export interface PairRow {
  label: string;
  /** All values of each contact. */
  texts: string[][];
  differs: boolean;
  /**
   * Changes that give another contact each value; absent if a merge keeps all values, or if only a merge can set them.
   */
  sets?: Record<string, unknown>[];
  /** Index of the value to keep by default, if it is not that of the surviving contact. */
  pick?: number;
}

export interface Pair {
  /** The first contact survives unless another is chosen. */
  contacts: PairContact[];
  rows: PairRow[];
  /** Why they may be the same person, in words. */
  reasons: string;
}
