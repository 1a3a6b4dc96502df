/** People, notes and other records about them, and questions that some of these answer. */
export interface Life {
  people: LifePerson[];
  notes: LifeNote[];
  reminders: LifeReminder[];
  groups: LifeGroup[];
  questions: Question[];
  /** Questions about events that never happened. */
  never: string[];
  /** The present moment in ISO 8601 (default: the system clock). */
  now?: string;
}

/** A person's card. Keys identify records in the evidence. */
export interface LifePerson {
  key: string;
  full_name: string;
  company?: string;
  job_title?: string;
  city?: string;
  description?: string;
  tags?: string[];
  /** Custom fields by name. */
  fields?: Record<string, string>;
  /** The other person's relation to this one. */
  relations?: { to: string; is: string }[];
}

export interface LifeNote {
  key: string;
  text: string;
  /** Keys of the people in it. */
  people: string[];
  /** ISO 8601, UTC. */
  time: string;
}

export interface LifeReminder {
  key: string;
  text: string;
  people: string[];
  /** YYYY-MM-DD */
  due: string;
}

export interface LifeGroup {
  key: string;
  name: string;
  people: string[];
}

export interface Question {
  text: string;
  /** Keys of all records that answer it, at least one. */
  evidence: string[];
  /** Number of records that make a complete answer (default: all). */
  needed?: number;
  /** Kind of clue, such as `time`. Figures are also reported by kind. */
  kind?: string;
}

export interface Answer {
  /** Keys of the first ten records, best first. */
  keys: string[];
  /** Whether the finder warns that the best match is weak. */
  isWeak: boolean;
}

/** Answers a question. */
export type Ask = (question: string) => Promise<Answer>;

/** A filled store. */
export interface FilledStore {
  ask: Ask;
  /** Searches only people, if the finder has a separate way for that. */
  askPeople?: Ask;
  close(): Promise<void>;
}

/** A search under test. */
export interface Finder {
  name: string;
  /** Fills a new store with a life. */
  fill(life: Life): Promise<FilledStore>;
}

export const FIRST = 10;

/** A name for each key, to turn a record's people into text. */
export const namesByKey = ({ people }: Pick<Life, 'people'>): Map<string, string> =>
  new Map(people.map(({ key, full_name }) => [key, full_name]));
