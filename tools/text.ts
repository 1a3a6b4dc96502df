export type Toolset =
  | 'contacts'
  | 'details'
  | 'groups'
  | 'tags'
  | 'notes'
  | 'favorites'
  | 'views'
  | 'reminders'
  | 'custom_fields'
  | 'agenda'
  | 'account'
  | 'v1'
  | 'core';

/** What the model reads of an operation. The facts (arguments, effect, shapes) come from the catalogue. */
export interface ToolText {
  title: string;
  /** Written for choosing: what it does, when to take it, and when its neighbor instead. */
  description: string;
  toolsets: readonly Toolset[];
  /** Touches many records in a way that is hard to take back: runs on the person's yes or `confirm: true` only. */
  confirm?: true;
}
