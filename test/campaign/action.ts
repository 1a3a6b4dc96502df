import type { Json } from '../support/people.ts';
import type { Model } from './model.ts';

/** One write, before it is sent. */
export interface Action {
  name: string;
  // biome-ignore lint/suspicious/noExplicitAny: arguments of any operation.
  args: any;
  marks: string[];
  /** Number of writes that it counts as. Each row of a bulk call counts. */
  weight: number;
  /** Meaning of a "not found". */
  subject?: string;
  /** Reserves the action's records before the call. If its outcome stays unknown, no other action touches them. */
  before?(): void;
  /** Processes the response. */
  after?(data: Json): void;
  /** Ids of the created records. */
  ids?(data: Json): string[];
}

export interface Making {
  model: Model;
  random: () => number;
  /** A word that no other record or value has. An index distinguishes several words of one action. */
  word(index?: number): string;
}

/** A write that is possible now, or none. */
export type Maker = (making: Making) => Action | undefined;

export const contactName = (word: string) => `contact:${word}`;
