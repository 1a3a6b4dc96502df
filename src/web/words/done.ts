import type { Child } from 'hono/jsx';
import { rich } from './rich.ts';

/** A logged contact with a person and others, and the date of its reminder. */
export interface Logged {
  isNote: boolean;
  isReminder: boolean;
  others: number;
  due: Child;
}

const logged = (name: Child, { isNote, others, due }: Logged): Child => {
  const more = others > 0 ? ` and ${others} ${others === 1 ? 'other' : 'others'}` : '';
  const saved = isNote ? 'Note saved' : 'Reminder set';
  const until = due ? (isNote ? rich` · reminder ${due}` : rich` · ${due}`) : '';
  return name ? rich`${saved} for ${name}${more}${until}` : rich`${saved}${until}`;
};

/** Messages after a change. `name` is the person's name, if known. */
export const DONE = {
  saved: (name?: Child) => (name ? rich`${name} saved` : 'Changes saved'),
  restored: (name?: Child) => (name ? rich`${name} restored` : 'Restored with all data'),
  archived: (name?: Child) => (name ? rich`${name} archived and hidden from lists` : 'Archived and hidden from lists'),
  unarchived: (name?: Child) => (name ? rich`${name} unarchived` : 'Unarchived'),
  merged: (name?: Child) => (name ? rich`This contact was merged into ${name}` : 'This contact was merged'),
  logged: (name?: Child, _?: Child, more?: Logged) => (more ? logged(name, more) : 'Note saved'),
  unlogged: (_name?: Child, _?: Child, more?: Logged) =>
    more?.isNote ? (more.isReminder ? 'Note and reminder deleted' : 'Note deleted') : 'Reminder deleted',
  'note-deleted': (name?: Child) => (name ? rich`Note about ${name} moved to trash` : 'Note moved to trash'),
  untagged: (name?: Child) => (name ? rich`Tag removed from ${name}` : 'Tag removed'),
  ungrouped: (name?: Child) => (name ? rich`${name} removed from group` : 'Removed from group'),
  unrelated: (name?: Child) => (name ? rich`Relation of ${name} removed` : 'Relation removed'),
  rhythm: (name?: Child, next?: Child) =>
    name
      ? next
        ? rich`${name}: next reminder ${next}`
        : rich`${name}: no keep-in-touch reminder`
      : 'Keep in touch changed',
  contacted: (name?: Child, next?: Child) =>
    rich`Marked ${name ?? 'them'} as contacted today${next ? rich` · next reminder ${next}` : ''}`,
  photo: (name?: Child) => (name ? rich`Photo of ${name} changed` : 'Photo changed'),
  'reminder-done': (name?: Child) =>
    name ? rich`Done: ${name}` : 'Reminder done. If it repeats, it is due again on its next day.',
  'reminder-moved': (name?: Child, next?: Child) => (name ? rich`${name}: moved to ${next}` : 'Reminder moved'),
  'reminder-saved': () => 'Reminder saved',
  'reminder-back': () => 'Reminder restored',
  'reminder-deleted': () => 'Reminder moved to trash',
  'view-deleted': () => 'View deleted. Its people are kept.',
  'tag-deleted': () => 'Tag deleted. Its people are kept.',
  'group-deleted': () => 'Group deleted. Its people are kept.',
  'time-zone': () => 'Time zone saved',
} satisfies Record<string, (name?: Child, next?: Child, more?: Logged) => Child>;

export const UNDO = 'Undo';
