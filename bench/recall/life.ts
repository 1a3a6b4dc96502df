/** A person's notes, and questions that some of them answer. */
export interface Life {
  people: string[];
  notes: LifeNote[];
  questions: Question[];
}

export interface LifeNote {
  /** Names the note among the evidence. */
  key: string;
  text: string;
  /** Whom it is about; one of the people. */
  person: string;
  /** ISO 8601, UTC. */
  time: string;
}

export interface Question {
  text: string;
  /** Keys of the notes that answer it; at least one. */
  evidence: string[];
}

/** Takes a question, and returns the keys of the first ten notes, best first. */
export type Ask = (question: string) => Promise<string[]>;

/** Something that searches notes. */
export interface Finder {
  name: string;
  /** Fills a new store with the notes of a life. */
  fill(life: Life): Promise<{ ask: Ask; close(): Promise<void> }>;
}

export const FIRST = 10;
