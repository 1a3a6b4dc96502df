/** Changes that a run made on one side. */
export interface SideCounts {
  created: number;
  changed: number;
  removed: number;
}

/** A report entry about one card. */
export interface ReportEntry {
  name: string;
  what:
    | 'kept in kith: edited here, deleted on the server'
    | 'restored in kith: edited on the server, deleted here'
    | 'changed on both sides'
    | 'skipped because it is archived in kith'
    | 'may be the same person as'
    | 'was rejected by the server'
    | 'could not be read on the server';
  /** The other person, or the reason. */
  more?: string;
}

export interface BookSyncReport {
  here: SideCounts;
  there: SideCounts;
  /** Number of contacts linked to existing remote cards. */
  joined: number;
  /** Number of fields changed on both sides. Losing values are kept for review. */
  conflicts: number;
  told: ReportEntry[];
  /** Deletions that exceed the limit and need the user's confirmation. */
  waiting?: { here: number; there: number };
  /** Number of remote cards that are groups. */
  groups: number;
  /** Number of URLs in the server's responses that are not cards of this address book. */
  strange: number;
  /** Why the run ended early. */
  stopped?: 'canceled';
}

export const emptyReport = (): BookSyncReport => ({
  here: { created: 0, changed: 0, removed: 0 },
  there: { created: 0, changed: 0, removed: 0 },
  ...{ joined: 0, conflicts: 0, told: [], groups: 0, strange: 0 },
});
