import type { ToolText } from './text.ts';

export const tagTools = {
  list_tags: {
    title: 'List tags',
    description:
      'All tags by name, each with how many contacts carry it. Who they are: filter_contacts with where.tags.',
    toolsets: ['tags', 'core'],
  },
  create_tag: {
    title: 'Add a tag',
    description: 'Finds the tag with this name or makes it. Put it on people with tag_contacts.',
    toolsets: ['tags'],
  },
  create_tag_v1: {
    title: 'Add a tag (v1)',
    description: 'The v1 form of create_tag. Prefer create_tag.',
    toolsets: ['v1'],
  },
  bulk_create_tags: {
    title: 'Add many tags',
    description: 'Finds or makes up to 100 tags by name. Names that cannot be used come back in failed.',
    toolsets: ['tags'],
  },
  update_tag: {
    title: 'Rename a tag',
    description: 'Renames a tag everywhere it is used. A name another tag has is refused.',
    toolsets: ['tags'],
  },
  delete_tag: {
    title: 'Delete a tag',
    description:
      'Deletes a tag and takes it off every contact; the contacts stay. To take it off some use untag_contacts.',
    toolsets: ['tags'],
  },
  tag_contacts: {
    title: 'Tag contacts',
    description:
      'Puts tags on contacts, by ids. Repeating it changes nothing. Tag ids come from list_tags or create_tag.',
    toolsets: ['tags', 'core'],
  },
  untag_contacts: {
    title: 'Untag contacts',
    description: 'Takes tags off contacts, by ids. The tags themselves stay.',
    toolsets: ['tags'],
  },
} satisfies Record<string, ToolText>;
