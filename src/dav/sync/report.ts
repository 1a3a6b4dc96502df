/** What a run did on one side. */
export interface SideCounts {
  created: number;
  changed: number;
  removed: number;
}

/** Something that a person is told of one card. */
export interface Told {
  name: string;
  what:
    | 'stays here: edited here, deleted there'
    | 'is back here: edited there, deleted here'
    | 'changed on both sides'
    | 'is archived here, and left alone'
    | 'may be the same person as'
    | 'was not taken there'
    | 'could not be read there';
  /** The other person, or why. */
  more?: string;
}

export interface FollowReport {
  here: SideCounts;
  there: SideCounts;
  /** People who were on both sides already. */
  joined: number;
  /** Fields that both sides had changed; what gave way waits to be looked at. */
  conflicts: number;
  told: Told[];
  /** Deletions that are more than a run does without being told to. */
  waiting?: { here: number; there: number };
  /** Cards elsewhere that are no people. */
  groups: number;
  /** Addresses in the server's answers that are no cards of this book. */
  strange: number;
  /** Why the run ended before everything was looked at. */
  stopped?: 'canceled';
}

export const emptyReport = (): FollowReport => ({
  here: { created: 0, changed: 0, removed: 0 },
  there: { created: 0, changed: 0, removed: 0 },
  ...{ joined: 0, conflicts: 0, told: [], groups: 0, strange: 0 },
});
