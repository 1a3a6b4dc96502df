import type { Operations, ToolName } from '../src/contract/operations.ts';
import type { ArgumentsOf, DataOf } from '../src/contract/schema/operation.ts';
import type { Touches } from './undo/touched.ts';
import type { Contact, Read, Undo } from './undo/undo.ts';

/** Sets of tools that a client can be limited to (docs/api/tools.md#filters). */
export const TOOLSETS = [
  'core',
  'contacts',
  'details',
  'groups',
  'tags',
  'notes',
  'reminders',
  'favorites',
  'custom_fields',
  'agenda',
  'views',
  'trash',
  'account',
  'v1',
] as const;

export type Toolset = (typeof TOOLSETS)[number];

/** Topics of each set, for searching operations. `core` spans all of them; `v1` is superseded. */
export const ABOUT_TOOLSETS: Readonly<Record<Exclude<Toolset, 'core' | 'v1'>, string>> = {
  contacts: 'people: find, filter, count, add, change, archive, merge duplicates, relations, keep in touch',
  details: 'email addresses, phone numbers, and postal addresses of a person, one by one',
  groups: 'groups of people, their members, links to share one',
  tags: 'labels on people',
  notes: 'notes about conversations and meetings, meeting types, the timeline of a person',
  reminders: 'to-dos with a day, recurring reminders',
  favorites: 'pinned people, groups, and views',
  custom_fields: 'your own fields and their values',
  agenda: 'mail and calendars: search, events, free time, answers to invitations; the briefing of the day',
  views: 'saved filters',
  trash: 'deleted records, restoring them',
  account: 'the logged-in user, the time zone, connected accounts',
};

/** Kinds of pages that resources show. A photo is not listed: its URI is derived from its content, so it never changes. */
export const PAGE_KINDS = [
  'overview',
  'contacts',
  'contact',
  'timeline',
  'group',
  'favorites',
  'reminders',
  'agenda',
  'emails',
] as const;

export type PageKind = (typeof PAGE_KINDS)[number];

/** An operation's text for the model. The facts (arguments, effect, fields) come from the contract. */
interface ToolText<ArgumentName = string> {
  title: string;
  /** Helps to choose a tool: its effect, when to use it, and when to use a similar one. */
  description: string;
  toolsets: readonly Toolset[];
  /** Arguments that the core toolset shows if an operation has many. A call may use the others too. */
  everyday?: readonly ArgumentName[];
}

/** Which clients are notified after a write. */
export interface Notifies {
  /** Pages that show the written data. */
  shownOn: readonly PageKind[];
  /** `named`: request and response name every changed contact, so only clients that read one of these are notified. */
  contacts: 'named' | 'any';
  /** `changes`: contacts or groups are added or removed, so the list of resources changes. */
  list: 'changes' | 'stays';
}

/** For a write that changes many records and is hard to undo: it requires the person's consent or `confirm: true`. */
export interface Confirmation<Args = unknown, Told = unknown> {
  /** Returns the question for the person, or undefined if the dry run changes nothing. */
  question(dryRun: DryRun<Args, Told>): string | undefined | Promise<string | undefined>;
  /** Returns the contacts that the dry run names only by id. */
  contactIds?(told: Told): readonly string[];
}

/** A dry run's result, with helpers to ask about it. */
export interface DryRun<Args, Told> {
  args: Args;
  /** Result of the dry run. */
  told: Told;
  read: Read;
  /** Looks up contacts' names. Returns a function that lists some of them in quotes. */
  names(ids: readonly string[]): Promise<(ids: readonly string[]) => string>;
  /** Sanitizes and shortens user-written text for a question. */
  quoted(text: string): string;
}

/** How many names a question lists before it counts the rest. */
export const MAX_NAMES_IN_QUESTION = 5;

/** End of a question about records that the trash keeps. */
export const IN_TRASH = 'You can restore it with kith trash for 30 days.';

/** `1 contact`, `2 contacts`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Any tool, without types for its arguments. */
export interface ToolDefinition extends ToolText {
  notifies?: Notifies;
  confirm?: Confirmation;
  undo?: Undo | string;
  shows?: Shows<never>;
  touches?: Touches | 'ids' | 'none';
}

/** Parts of the touched contacts that a write changes, or the favorites in the response's `ids`. */
type Shows<Args> = readonly (keyof Contact)[] | ((args: Args) => (keyof Contact)[]) | 'favorites';

type Arguments<N extends ToolName> = ArgumentsOf<Operations[N]>;

interface ReadTool<N extends ToolName> extends ToolText<keyof Arguments<N>> {}

interface WriteTool<N extends ToolName> extends ToolText<keyof Arguments<N>> {
  notifies: Notifies;
  confirm?: Confirmation<Arguments<N>, DataOf<Operations[N]>>;
  /** How the person takes it back, for the reply. A sentence if no call does. */
  undo: Undo<Arguments<N>, DataOf<Operations[N]>> | string;
  /** For a response without the changed records: the parts of the touched contacts that the reply shows. */
  shows?: Shows<Arguments<N>>;
  /**
   * Reads the touched contacts that neither arguments nor response name. `ids` if they are only those in the response's
   * `ids`, and `none` if those named are only conditions.
   */
  touches?: Touches<Arguments<N>> | 'ids' | 'none';
}

type DefinitionOf<N extends ToolName> = Operations[N]['effect'] extends 'read' ? ReadTool<N> : WriteTool<N>;

type Definitions = { [N in ToolName]?: DefinitionOf<N> };

/** Some of the tools, typed by operation: a write must have `notifies`. */
export interface ToolDefinitions extends Definitions {}
