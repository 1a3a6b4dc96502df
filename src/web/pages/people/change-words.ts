import type { Action } from '../../people/changes.ts';

const NUMBER = new Intl.NumberFormat('en-US');
const PLURAL = new Intl.PluralRules('en-US');

export const countOf = (count: number): string => NUMBER.format(count);
export const people = (count: number): string =>
  `${countOf(count)} ${PLURAL.select(count) === 'one' ? 'person' : 'people'}`;

interface ActionWords {
  button: string;
  /** What it does to so many people; the name of a tag or group, or a rhythm, follows. */
  will: (count: number) => string;
  /** Of those who stay as they are. */
  already: (count: number) => string;
  done: (count: number) => string;
}

export const ACTION_WORDS: Record<Action, ActionWords> = {
  tag: {
    button: 'Add the tag',
    will: (count) => `${people(count)} would get the tag`,
    already: (count) => `${people(count)} would stay as they are: they have it.`,
    done: (count) => `${people(count)} got the tag`,
  },
  untag: {
    button: 'Take it off',
    will: (count) => `${people(count)} would lose the tag`,
    already: (count) => `${people(count)} would stay as they are: they do not have it.`,
    done: (count) => `${people(count)} lost the tag`,
  },
  group: {
    button: 'Add to the group',
    will: (count) => `${people(count)} would be added to the group`,
    already: (count) => `${people(count)} would stay as they are: they are in it.`,
    done: (count) => `Added to the group: ${people(count)}.`,
  },
  ungroup: {
    button: 'Take out of it',
    will: (count) => `${people(count)} would be taken out of the group`,
    already: (count) => `${people(count)} would stay as they are: they are not in it.`,
    done: (count) => `Taken out of the group: ${people(count)}.`,
  },
  star: {
    button: 'Star',
    will: (count) => `${people(count)} would be starred`,
    already: (count) => `${people(count)} would stay as they are: starred.`,
    done: (count) => `Starred: ${people(count)}.`,
  },
  unstar: {
    button: 'Unstar',
    will: (count) => `${people(count)} would not be starred any more`,
    already: (count) => `${people(count)} would stay as they are: not starred.`,
    done: (count) => `Not starred any more: ${people(count)}.`,
  },
  archive: {
    button: 'Archive',
    will: (count) => `${people(count)} would be archived: kept, but left out of lists and reminders`,
    already: (count) => `${people(count)} would stay as they are: archived.`,
    done: (count) => `Archived: ${people(count)}.`,
  },
  unarchive: {
    button: 'Bring back',
    will: (count) => `${people(count)} would be back from the archive`,
    already: (count) => `${people(count)} would stay as they are: not archived.`,
    done: (count) => `Back from the archive: ${people(count)}.`,
  },
  rhythm: {
    button: 'Set the rhythm',
    will: (count) => `${people(count)} would have the rhythm`,
    already: (count) => `${people(count)} would stay as they are: they have it.`,
    done: (count) => `The rhythm is set: ${people(count)}.`,
  },
  delete: {
    button: 'Delete',
    will: (count) =>
      `${people(count)} would be deleted, with notes and reminders of nobody else. The trash keeps them for 30 days`,
    already: () => '',
    done: (count) => `Deleted: ${people(count)}. The trash keeps them for 30 days.`,
  },
  restore: {
    button: 'Restore',
    will: () => '',
    already: () => '',
    done: (count) => `Taken back: ${people(count)} and all that went along are here again.`,
  },
  'rhythm-back': {
    button: 'Undo',
    will: () => '',
    already: () => '',
    done: (count) => `Taken back: ${people(count)}.`,
  },
};
