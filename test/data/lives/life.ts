/** People, notes about them and other records, and questions that some of them answer. */
export interface Life {
  people: LifePerson[];
  notes: LifeNote[];
  reminders: LifeReminder[];
  groups: LifeGroup[];
  questions: Question[];
  /** Questions about things that never happened. */
  never: string[];
  /** What counts as the present moment, ISO 8601; the clock's time if left out. */
  now?: string;
}

/** A person's card. Keys name records among the evidence. */
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
  /** What somebody else is to this person. */
  relations?: { to: string; is: string }[];
}

export interface LifeNote {
  key: string;
  text: string;
  /** Keys of the people it is about. */
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
  /** Keys of all records that answer it; at least one. */
  evidence: string[];
  /** So many of them are a whole answer; all if left out. */
  needed?: number;
  /** What it is asked by, such as `time`; figures are also told by kind. */
  kind?: string;
}

export interface Answer {
  /** Keys of the first ten records, best first. */
  keys: string[];
  /** Whether the finder warns that the best match is weak. */
  isWeak: boolean;
}

/** Takes a question. */
export type Ask = (question: string) => Promise<Answer>;

/** A store that is filled. */
export interface Filled {
  ask: Ask;
  /** Looks for people alone, if the finder has a way of its own for that. */
  askPeople?: Ask;
  close(): Promise<void>;
}

/** Something that searches. */
export interface Finder {
  name: string;
  /** Fills a new store with a life. */
  fill(life: Life): Promise<Filled>;
}

export const FIRST = 10;

/** A name for each key, to write one text of a record's people. */
export const namesByKey = ({ people }: Pick<Life, 'people'>): Map<string, string> =>
  new Map(people.map(({ key, full_name }) => [key, full_name]));
