import type { Json } from '../support/people.ts';
import type { Model } from './model.ts';

/** One write, before it is sent. */
export interface Action {
  name: string;
  // biome-ignore lint/suspicious/noExplicitAny: arguments of any operation.
  args: any;
  marks: string[];
  /** How many writes it counts as: rows of a bulk call count each. */
  weight: number;
  /** What a "not found" means. */
  subject?: string;
  /** Before the call, what it is about is set aside: should its outcome stay open, nobody touches that again. */
  before?(): void;
  /** Takes in the answer. */
  after?(data: Json): void;
  /** The ids of what was made. */
  ids?(data: Json): string[];
}

export interface Making {
  model: Model;
  random: () => number;
  /** A word that no other record or value has; several of one action are told apart by their index. */
  word(index?: number): string;
}

/** A write that can be made now, or none. */
export type Maker = (making: Making) => Action | undefined;

export const contactName = (word: string) => `contact:${word}`;
