// Clients' writes to one user's data, and the results of their reads. Both are written in marks:
//   `+note:w1`         the record or link with this name exists (created by a write, or found by a read)
//   `-note:w1`         it does not exist (removed, or not found)
//   `note:w1.text=v7`  this field has this value
// Every name and every value is used once in a campaign, so a value identifies its write. Times are milliseconds of a
// monotonic clock that all processes on the computer share.

export interface WriteEvent {
  id: string;
  invoked: number;
  /** Absent without a response: the write may take effect at any later moment, or never. */
  acknowledged?: number;
  /** The service reported that it did nothing. */
  refused?: boolean;
  marks: string[];
  /** Ids from the response for the created records, in the order of its `+` marks. */
  ids?: string[];
  /** Ids from the response to a repeated acknowledged write with the same key. */
  again?: string[][];
}

export interface ReadEvent {
  invoked: number;
  returned: number;
  marks: string[];
}

/** All of a user's data at the end. A record that exists twice is listed twice. */
export interface FinalState {
  marks: string[];
  /** Ids of records, by name. */
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
