import type { Json } from '../support/people.ts';

/** A person of the data that a task starts from; notes, reminders, tags and groups are theirs, by name. */
export interface StartPerson {
  full_name: string;
  notes?: { note: string; days?: number; meeting_type?: string }[];
  reminders?: { text: string; days: number; recurrence?: string }[];
  tags?: string[];
  groups?: string[];
  /** Any other fields of `bulk_create_contacts`. */
  [field: string]: unknown;
}

export interface Start {
  people: StartPerson[];
  /** Groups and custom fields without anybody in them. */
  groups?: string[];
  fields?: string[];
}

/** Calls a tool; throws when it is refused. */
export type Call = (tool: string, args?: Record<string, unknown>) => Promise<Json>;

/** What an account holds after a task, as the REST API tells it. */
export interface State {
  contacts: Json[];
  notes: Json[];
  reminders: Json[];
  tags: Json[];
  groups: Json[];
  favorites: Json[];
  customFields: Json[];
  person(name: string): Json;
  notesOf(name: string): string[];
}

/** What a person asks for, the calls that do it, and what must be true then. */
export interface Task {
  request: string;
  /** What an assistant searches for that is shown no tools but the three of catalogue mode; the request itself if left out. */
  looksFor?: string;
  start: Start;
  /** The calls of an assistant that knows its tools. Returns what it would answer from. */
  solve(call: Call): Promise<unknown>;
  /** Throws where something is not as it must be. */
  after(state: State, answer: Json): void;
}

/** The day so many days from now, in UTC. */
export const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
