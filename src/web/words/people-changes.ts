const NUMBER = new Intl.NumberFormat('en-US');
const PLURAL = new Intl.PluralRules('en-US');

export const countOf = (count: number): string => NUMBER.format(count);
export const people = (count: number): string =>
  `${countOf(count)} ${PLURAL.select(count) === 'one' ? 'person' : 'people'}`;

/** The words before and after a quoted name. */
type Around = [before: string, after: string];

type Action =
  | 'tag'
  | 'untag'
  | 'group'
  | 'ungroup'
  | 'star'
  | 'unstar'
  | 'archive'
  | 'unarchive'
  | 'rhythm'
  | 'delete'
  | 'restore'
  | 'rhythm-back';

interface ActionWords {
  button: string;
  /** The question before it is done; between the two parts goes the name of a tag or group, or a frequency. */
  ask: (count: number, isNew: boolean) => Around;
  /** The button that does it. */
  go: (count: number) => string;
  /** Of those who stay as they are. */
  already: (count: number) => string;
  done: (count: number) => Around;
}

const unchanged = (reason: string) => (count: number) => `Unchanged: ${people(count)} ${reason}.`;

export const ACTION_WORDS: Record<Action, ActionWords> = {
  tag: {
    button: 'Add tag',
    ask: (count, isNew) => [isNew ? 'Add new tag' : 'Add tag', `to ${people(count)}?`],
    go: (count) => `Add tag to ${people(count)}`,
    already: unchanged('already tagged'),
    done: (count) => ['Added tag', `to ${people(count)}`],
  },
  untag: {
    button: 'Remove tag',
    ask: (count) => ['Remove tag', `from ${people(count)}?`],
    go: (count) => `Remove tag from ${people(count)}`,
    already: unchanged('without this tag'),
    done: (count) => ['Removed tag', `from ${people(count)}`],
  },
  group: {
    button: 'Add to group',
    ask: (count, isNew) => [`Add ${people(count)} to ${isNew ? 'new group' : 'group'}`, '?'],
    go: (count) => `Add ${people(count)} to group`,
    already: unchanged('already in this group'),
    done: (count) => [`Added ${people(count)} to group`, ''],
  },
  ungroup: {
    button: 'Remove from group',
    ask: (count) => [`Remove ${people(count)} from group`, '?'],
    go: (count) => `Remove ${people(count)} from group`,
    already: unchanged('not in this group'),
    done: (count) => [`Removed ${people(count)} from group`, ''],
  },
  star: {
    button: 'Star',
    ask: (count) => [`Star ${people(count)}?`, ''],
    go: (count) => `Star ${people(count)}`,
    already: unchanged('already starred'),
    done: (count) => [`Starred ${people(count)}`, ''],
  },
  unstar: {
    button: 'Unstar',
    ask: (count) => [`Unstar ${people(count)}?`, ''],
    go: (count) => `Unstar ${people(count)}`,
    already: unchanged('not starred'),
    done: (count) => [`Unstarred ${people(count)}`, ''],
  },
  archive: {
    button: 'Archive',
    ask: (count) => [`Archive ${people(count)}? They leave lists and reminders, and you can unarchive them.`, ''],
    go: (count) => `Archive ${people(count)}`,
    already: unchanged('already archived'),
    done: (count) => [`Archived ${people(count)}`, ''],
  },
  unarchive: {
    button: 'Unarchive',
    ask: (count) => [`Unarchive ${people(count)}?`, ''],
    go: (count) => `Unarchive ${people(count)}`,
    already: unchanged('not archived'),
    done: (count) => [`Unarchived ${people(count)}`, ''],
  },
  rhythm: {
    button: 'Set frequency',
    ask: (count) => ['Set', `for ${people(count)}?`],
    go: (count) => `Set frequency for ${people(count)}`,
    already: unchanged('with this frequency'),
    done: (count) => ['Set', `for ${people(count)}`],
  },
  delete: {
    button: 'Delete',
    ask: (count) => [
      `Delete ${people(count)}, with the notes and reminders that are only theirs? You can restore them from the trash for 30 days.`,
      '',
    ],
    go: (count) => `Delete ${people(count)}`,
    already: () => '',
    done: (count) => [`Moved ${people(count)} to trash for 30 days`, ''],
  },
  restore: {
    button: 'Restore',
    ask: () => ['', ''],
    go: () => '',
    already: () => '',
    done: (count) => [`Restored ${people(count)}`, ''],
  },
  'rhythm-back': {
    button: 'Undo',
    ask: () => ['', ''],
    go: () => '',
    already: () => '',
    done: (count) => [`Restored the frequency of ${people(count)}`, ''],
  },
};
