// What clients did to one user's data and what they saw of it. Both are written in marks:
//   `+note:w1`         the record or link of this name is there (made by a write, or seen by a read)
//   `-note:w1`         it is not (removed, or not found)
//   `note:w1.text=v7`  this field has this value
// Every name and every value is used once in a campaign, so a value tells which write it comes from.
// Moments are milliseconds of a clock that all processes of the machine share and that never goes back.

export interface WriteEvent {
  id: string;
  invoked: number;
  /** Absent when no answer came: the write may have taken effect at any moment since, or never. */
  acknowledged?: number;
  /** The service said that it did nothing. */
  refused?: boolean;
  marks: string[];
  /** The ids that were answered for what the write made, in the order of its `+` marks. */
  ids?: string[];
  /** The ids that were answered when an acknowledged write was sent once more under its key. */
  again?: string[][];
}

export interface ReadEvent {
  invoked: number;
  returned: number;
  marks: string[];
}

/** Everything a user has at the end: a record that is there twice stands here twice. */
export interface FinalState {
  marks: string[];
  /** The ids of records, by their names. */
  ids: Map<string, string[]>;
}

export interface History {
  writes: WriteEvent[];
  reads: ReadEvent[];
  final: FinalState;
}

export type Mark = { name: string; there: boolean } | { name: string; value: string };

export function readMark(mark: string): Mark {
  if (mark[0] === '+' || mark[0] === '-') return { name: mark.slice(1), there: mark[0] === '+' };
  const at = mark.indexOf('=');
  return { name: mark.slice(0, at), value: mark.slice(at + 1) };
}

export const VIOLATIONS = {
  lost: 'acknowledged, but not stored',
  doubled: 'stored more than once',
  surplus: 'stored, but taken back or never acknowledged as such',
  unknown: "nobody wrote it here: another user's, or made up",
  stale: 'a read went back in time',
  broken: 'the run broke off',
  damage: 'the database is damaged',
  refused: 'refused although nothing spoke against it',
  replay: 'a repeat under the same key was answered differently',
} as const;

export interface Violation {
  kind: keyof typeof VIOLATIONS;
  text: string;
}
