import { counted, IN_TRASH, type ToolDefinitions } from './definition.ts';
import { membersCall, undoGroupUpdate } from './undo/labels.ts';
import { membersOfGroup, replacedMembers } from './undo/touched.ts';
import { fromTrash, toolCall, undoneBy } from './undo/undo.ts';

const GROUP_PAGES = ['contact', 'group', 'favorites'] as const;

export const groupTools = {
  list_groups: {
    title: 'List groups',
    description:
      "Shows all groups, with ids, sizes, and the group each is in (parent_id). One group's people: list_group_contacts.",
    toolsets: ['groups'],
  },
  create_group: {
    title: 'Add group',
    description: 'Makes a group of people, inside another with parent_id. For a label: create_tag.',
    toolsets: ['groups'],
    undo: undoneBy(({ group }) => [toolCall('delete_group', { groupId: group.id })]),
    notifies: { shownOn: GROUP_PAGES, contacts: 'any', list: 'changes' },
  },
  get_group: {
    title: 'Get group',
    description: 'Opens one group: description, parent, size. People in it: list_group_contacts.',
    toolsets: ['groups'],
  },
  update_group: {
    title: 'Change group',
    description:
      'Renames, describes, or moves a group (parent_id null: to the top). groups_contacts replaces all members. Some: add_contacts_to_group.',
    toolsets: ['groups'],
    undo: undoGroupUpdate,
    touches: replacedMembers,
    notifies: { shownOn: GROUP_PAGES, contacts: 'any', list: 'stays' },
  },
  delete_group: {
    title: 'Delete group',
    description: 'Deletes a group, not its people. A dry run until confirm is true. Undo: restore_from_trash.',
    toolsets: ['groups'],
    undo: fromTrash('Its memberships, favorites, and share links are deleted too; people stay, and subgroups move up'),
    touches: membersOfGroup,
    notifies: { shownOn: GROUP_PAGES, contacts: 'any', list: 'changes' },
    confirm: {
      async question({ args: { groupId }, read, quoted }) {
        const { name, _count } = (await read('get_group', { groupId })).group;
        const members = counted(_count.groups_contacts, 'contact');
        return `delete ${quoted(name)} with its favorites and share links? Its ${members} stay. ${IN_TRASH}`;
      },
    },
  },
  list_group_contacts: {
    title: 'List group contacts',
    description: 'Shows who is in a group: its members. Archived people: filter_contacts.',
    toolsets: ['groups'],
  },
  add_contacts_to_group: {
    title: 'Add to group',
    description: 'Puts people into a group. New: create_group. Undo: remove_contacts_from_group.',
    toolsets: ['groups', 'core'],
    undo: undoneBy(({ ids }, { groupId }) => membersCall('remove_contacts_from_group', groupId, ids)),
    shows: ['groups_contacts'],
    touches: 'ids',
    notifies: { shownOn: GROUP_PAGES, contacts: 'named', list: 'stays' },
  },
  remove_contacts_from_group: {
    title: 'Remove from group',
    description: 'Takes people out of a group they left. The contacts stay. Undo: add_contacts_to_group.',
    toolsets: ['groups'],
    undo: undoneBy(({ ids }, { groupId }) => membersCall('add_contacts_to_group', groupId, ids)),
    shows: ['groups_contacts'],
    touches: 'ids',
    notifies: { shownOn: GROUP_PAGES, contacts: 'named', list: 'stays' },
  },
  count_group_contacts: {
    title: 'Count group contacts',
    description: 'Counts how many people each group has, without archived people. Who: list_group_contacts.',
    toolsets: ['groups'],
  },
  merge_groups: {
    title: 'Merge groups',
    description:
      'Joins groups into one (groupId) with all their people. Deletes their favorites and share links; cannot be undone. A dry run until confirm is true. People: merge_contacts.',
    toolsets: ['groups'],
    undo: undoneBy(({ group, mergedGroupIds }) =>
      mergedGroupIds.length > 0 ? `Run on the command line: kith undo ${group.id}` : [],
    ),
    notifies: { shownOn: GROUP_PAGES, contacts: 'any', list: 'changes' },
    confirm: {
      question({ args, told, quoted }) {
        const groups = counted(told.mergedGroupIds.length + 1, 'group');
        const favorites = counted(told.deletedFavoriteIds.length, 'favorite');
        const links = counted(told.deletedShareLinkIds.length, 'share link');
        const members = counted(told.contactIds.length, 'contact');
        return `merge ${groups} into ${quoted(args.finalName)} with ${members}? ${favorites} and ${links} will be deleted.`;
      },
    },
  },
} satisfies ToolDefinitions;
