export type CountKind = 'all' | 'tag' | 'group' | 'company' | 'long company';

/** The number of unarchived contacts with a tag, in a group or at a company; see src/service/runtime/counts.ts. */
export interface KeptCountRow {
  user_id: string;
  kind: CountKind;
  /** Id of the tag or group, or the folded company name. */
  name: string;
  contacts: number;
}

export interface CountTables {
  kept_counts: KeptCountRow;
}
