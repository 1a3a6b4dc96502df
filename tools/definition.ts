import type { Operations, ToolName } from '../src/contract/operations.ts';
import type { ArgumentsOf, DataOf } from '../src/contract/schema/operation.ts';

/** The sets a host can be limited to (docs/api/tools.md#filters). */
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

/** What each set is about, for who looks for an operation; `core` is of all of them, `v1` is of the past. */
export const ABOUT_TOOLSETS: Readonly<Record<Exclude<Toolset, 'core' | 'v1'>, string>> = {
  contacts: 'people: find, filter, count, add, change, archive, merge duplicates, relations, keep in touch',
  details: 'e-mail addresses, phone numbers, postal addresses of a person, one by one',
  groups: 'groups of people, their members, links to share one',
  tags: 'labels on people',
  notes: 'what was said and when, meeting types, the timeline of a person',
  reminders: 'to-dos with a day, recurring ones',
  favorites: 'pinned people, groups and views',
  custom_fields: 'fields of your own and their values',
  agenda: 'mail and calendars: search, events, free time, answers to invitations; the briefing of the day',
  views: 'saved filters',
  trash: 'what was deleted, and getting it back',
  account: 'who this is, the time zone, connected accounts',
};

/** The kinds of pages that resources show. A photo is none of them: its address follows from its content, so it never changes. */
export const PAGE_KINDS = [
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

/** What the model reads of an operation. The facts (arguments, effect, fields) come from the contract. */
interface ToolText<ArgumentName = string> {
  title: string;
  /** Written for choosing: what it does, when to take it, and when its neighbor instead. */
  description: string;
  toolsets: readonly Toolset[];
  /** The arguments that the core toolset shows, where an operation has many. A call may bring the others all the same. */
  everyday?: readonly ArgumentName[];
}

/** Which hosts are told when a write has happened. */
export interface Notifies {
  /** The pages that show something of what it writes. */
  shownOn: readonly PageKind[];
  /** `named`: its request and its answer name every contact it touches, so only hosts that read one of these are told. */
  contacts: 'named' | 'any';
  /** `changes`: contacts or groups come or go, so there are other addresses to read. */
  list: 'changes' | 'stays';
}

/** For a write that touches many records in a way that is hard to take back: it waits for the person's yes or `confirm: true`. */
export interface Confirmation<Args = unknown, Told = unknown> {
  /** Asks the person; undefined where the dry run found nothing to do. */
  question(dryRun: DryRun<Args, Told>): string | undefined | Promise<string | undefined>;
  /** The contacts of which the dry run tells the ids alone. */
  contactIds?(told: Told): readonly string[];
}

/** A write that has been tried without keeping anything, and the means to ask about it. */
export interface DryRun<Args, Told> {
  args: Args;
  /** The answer of the dry run. */
  told: Told;
  /** Runs another operation that only reads. */
  read<N extends ToolName>(name: N, args: ArgumentsOf<Operations[N]>): Promise<DataOf<Operations[N]>>;
  /** Looks up the names of contacts; gives a function that lists some of them in quotes. */
  names(ids: readonly string[]): Promise<(ids: readonly string[]) => string>;
  /** A text that a person wrote, safe and short enough to stand in a question. */
  quoted(text: string): string;
}

/** How many names a question tells before it counts the rest. */
export const NAMES_TOLD = 5;

/** The end of a question about what the trash keeps. */
export const IN_TRASH = 'For 30 days kith trash can bring it back.';

/** `1 contact`, `2 contacts`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** A tool as code sees it that treats all alike. */
export interface ToolDefinition extends ToolText {
  notifies?: Notifies;
  confirm?: Confirmation;
  deletes?: string;
}

type Arguments<N extends ToolName> = ArgumentsOf<Operations[N]>;

interface ReadTool<N extends ToolName> extends ToolText<keyof Arguments<N>> {}

interface WriteTool<N extends ToolName> extends ToolText<keyof Arguments<N>> {
  notifies: Notifies;
  confirm?: Confirmation<Arguments<N>, DataOf<Operations[N]>>;
  /** For a deletion into the trash: what goes with it, said beside the answer. */
  deletes?: string;
}

type DefinitionOf<N extends ToolName> = Operations[N]['effect'] extends 'read' ? ReadTool<N> : WriteTool<N>;

type Definitions = { [N in ToolName]?: DefinitionOf<N> };

/** Some of the tools, each as its operation asks: a write must say whom it notifies. */
export interface ToolDefinitions extends Definitions {}
