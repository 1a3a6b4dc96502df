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
  'account',
  'v1',
] as const;

export type Toolset = (typeof TOOLSETS)[number];

/** What the model reads of an operation. The facts (arguments, effect, shapes) come from the catalogue. */
export interface ToolText {
  title: string;
  /** Written for choosing: what it does, when to take it, and when its neighbor instead. */
  description: string;
  toolsets: readonly Toolset[];
  /** Touches many records in a way that is hard to take back: runs on the person's yes or `confirm: true` only. */
  confirm?: true;
  /** The arguments that the core toolset shows, where an operation has many; the others are taken there too. */
  everyday?: readonly string[];
}
