import type { ToolText } from './text.ts';

export const tagTools = {
  list_tags: {
    title: 'List tags',
    description: 'All tags (labels) with ids and how many people carry each. Who: filter_contacts with where.tags.',
    toolsets: ['tags', 'core'],
  },
  create_tag: {
    title: 'Add a tag',
    description: 'Makes a new tag (label), or finds it by name. On people: tag_contacts.',
    toolsets: ['tags'],
  },
  create_tag_v1: {
    title: 'Add a tag (v1)',
    description: 'v1 form of create_tag.',
    toolsets: ['v1'],
  },
  bulk_create_tags: {
    title: 'Add many tags',
    description: 'Makes many new tags by name at once.',
    toolsets: ['tags'],
  },
  update_tag: {
    title: 'Rename a tag',
    description: 'Renames a tag on everyone.',
    toolsets: ['tags'],
  },
  delete_tag: {
    title: 'Delete a tag',
    description: 'Deletes a tag altogether, off everyone. Off some people: untag_contacts.',
    toolsets: ['tags'],
  },
  tag_contacts: {
    title: 'Tag contacts',
    description: 'Tags people: puts tags (labels) on them, marks them as. Tag ids: list_tags, create_tag.',
    toolsets: ['tags', 'core'],
  },
  untag_contacts: {
    title: 'Untag contacts',
    description: 'Takes tags off people; the tags stay.',
    toolsets: ['tags'],
  },
} satisfies Record<string, ToolText>;
