import type { ToolText } from './text.ts';

export const groupTools = {
  list_groups: {
    title: 'List groups',
    description: 'All groups with ids and sizes; parent_id is the one it lies in. Who is in one: list_group_contacts.',
    toolsets: ['groups', 'core'],
  },
  create_group: {
    title: 'Add a group',
    description: 'Makes a new group or circle of people, below another with parent_id. A mere label: create_tag.',
    toolsets: ['groups'],
  },
  get_group: {
    title: 'Get a group',
    description: 'One group by id: description, parent, size. Its people: list_group_contacts.',
    toolsets: ['groups'],
  },
  update_group: {
    title: 'Change a group',
    description:
      'Renames, describes or moves a group; parent_id null: to the top. groups_contacts replaces all members.',
    toolsets: ['groups'],
  },
  delete_group: {
    title: 'Delete a group',
    description:
      'Deletes a group, not its people. To join it to another: merge_groups. Shows the effect until confirm is true.',
    toolsets: ['groups'],
    confirm: true,
  },
  list_group_contacts: {
    title: 'List contacts of a group',
    description: 'Who is in a group: its people, its members.',
    toolsets: ['groups'],
  },
  add_contacts_to_group: {
    title: 'Add contacts to a group',
    description: 'Puts people into a group.',
    toolsets: ['groups', 'core'],
  },
  remove_contacts_from_group: {
    title: 'Remove contacts from a group',
    description: 'Takes people out of a group; the contacts stay.',
    toolsets: ['groups'],
  },
  count_group_contacts: {
    title: 'Count contacts of groups',
    description: 'How many people each group has: sizes, biggest.',
    toolsets: ['groups'],
  },
  merge_groups: {
    title: 'Merge groups',
    description:
      'Joins groups into one (groupId) with all their people and views; their favorites and share links go. Shows the effect until confirm is true.',
    toolsets: ['groups'],
    confirm: true,
  },
} satisfies Record<string, ToolText>;
