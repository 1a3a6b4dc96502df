import type { ToolText } from './text.ts';

export const groupTools = {
  list_groups: {
    title: 'List groups',
    description:
      'All groups by name, each with its number of contacts; parent_id tells which group it lies in. Start here to turn a group name into an id. Who is in one: list_group_contacts.',
    toolsets: ['groups', 'core'],
  },
  create_group: {
    title: 'Add a group',
    description:
      'Makes a group, below another with parent_id, with its first contacts if given. Look with list_groups first: names may repeat. A mere label for people is a tag: create_tag.',
    toolsets: ['groups'],
  },
  get_group: {
    title: 'Get a group',
    description: 'One group by id: name, description, parent and number of contacts. Its people: list_group_contacts.',
    toolsets: ['groups'],
  },
  update_group: {
    title: 'Change a group',
    description:
      'Renames, describes or moves a group (parent_id; null puts it at the top). groups_contacts replaces all members; to add or drop some use add_contacts_to_group and remove_contacts_from_group.',
    toolsets: ['groups'],
  },
  delete_group: {
    title: 'Delete a group',
    description:
      'Deletes a group. Its contacts stay, groups inside it move up, its favorites and share links go. To unite it with another use merge_groups. Answers what it would do until confirm is true.',
    toolsets: ['groups'],
    confirm: true,
  },
  list_group_contacts: {
    title: 'List contacts of a group',
    description:
      'The people in one group. Relations come only when asked, as include: {"contact_emails": true}. With further conditions use filter_contacts with where.groups.',
    toolsets: ['groups'],
  },
  add_contacts_to_group: {
    title: 'Add contacts to a group',
    description: 'Puts contacts into a group, by ids. Those who are in it already are passed over.',
    toolsets: ['groups', 'core'],
  },
  remove_contacts_from_group: {
    title: 'Remove contacts from a group',
    description: 'Takes contacts out of a group, by ids. The contacts stay.',
    toolsets: ['groups'],
  },
  count_group_contacts: {
    title: 'Count contacts of groups',
    description: 'How many contacts each of the given groups has; without groupIds every group.',
    toolsets: ['groups'],
  },
  merge_groups: {
    title: 'Merge groups',
    description:
      'Merges the source groups into groupId, which gets the final name and emoji, all their contacts, their views and the groups inside them; favorites and share links of the sources are deleted. Answers what it would do until confirm is true.',
    toolsets: ['groups'],
    confirm: true,
  },
} satisfies Record<string, ToolText>;
