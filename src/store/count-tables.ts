export type CountKind = 'all' | 'tag' | 'group' | 'company' | 'long company';

/** How many contacts, archived ones aside, there are of a tag, a group or a company; see src/service/runtime/counts.ts. */
export interface KeptCountRow {
  user_id: string;
  kind: CountKind;
  /** The id of the tag or group, or the folded company. */
  name: string;
  contacts: number;
}

export interface CountTables {
  kept_counts: KeptCountRow;
}
