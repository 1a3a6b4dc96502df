import type { ToolDefinitions } from './definition.ts';

export const tagTools = {
  list_tags: {
    title: 'List tags',
    description: 'Shows all tags (labels) in use, with ids and how many people carry each.',
    toolsets: ['tags', 'core'],
  },
  create_tag: {
    title: 'Add tag',
    description: 'Makes a tag (label), or finds the one of that name. On people: tag_contacts.',
    toolsets: ['tags'],
    notifies: { shownOn: ['contact'], contacts: 'any', list: 'stays' },
  },
  create_tag_v1: {
    title: 'Add tag (v1)',
    description: 'The v1 form; prefer the newer.',
    toolsets: ['v1'],
    notifies: { shownOn: ['contact'], contacts: 'any', list: 'stays' },
  },
  bulk_create_tags: {
    title: 'Add many tags',
    description: 'Creates many tags at once.',
    toolsets: ['tags'],
    notifies: { shownOn: ['contact'], contacts: 'any', list: 'stays' },
  },
  update_tag: {
    title: 'Rename tag',
    description: 'Renames a tag, as to fix its spelling.',
    toolsets: ['tags'],
    notifies: { shownOn: ['contact'], contacts: 'any', list: 'stays' },
  },
  delete_tag: {
    title: 'Delete tag',
    description: 'Deletes a tag altogether, off everyone. Off some people: untag_contacts.',
    toolsets: ['tags'],
    deletes: 'With a tag go its links; people stay',
    notifies: { shownOn: ['contact'], contacts: 'any', list: 'stays' },
  },
  tag_contacts: {
    title: 'Tag contacts',
    description: 'Marks people with tags: puts labels on them. One that is not there yet: create_tag.',
    toolsets: ['tags', 'core'],
    notifies: { shownOn: ['contact'], contacts: 'named', list: 'stays' },
  },
  untag_contacts: {
    title: 'Untag contacts',
    description: 'Takes a tag (label) off people; the tags stay.',
    toolsets: ['tags'],
    notifies: { shownOn: ['contact'], contacts: 'named', list: 'stays' },
  },
} satisfies ToolDefinitions;
