import type { Json } from '../support/people.ts';

/** A person in a task's initial data, with their notes, reminders, tags, and groups by name. */
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
  /** Groups and custom fields without people. */
  groups?: string[];
  fields?: string[];
}

/** Calls a tool. Throws if the call fails. */
export type Call = (tool: string, args?: Record<string, unknown>) => Promise<Json>;

/** An account's data after a task, from the REST API. */
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

/** A person's request, the calls that fulfill it, and the expected result. */
export interface Task {
  request: string;
  /** Search text of an assistant in catalog mode (default: the request itself). */
  looksFor?: string;
  start: Start;
  /** Calls of an assistant that knows its tools. Returns the data for its answer. */
  solve(call: Call): Promise<unknown>;
  /** Throws if anything is not as expected. */
  after(state: State, answer: Json): void;
}

/** The day that many days from now, in UTC. */
export const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
