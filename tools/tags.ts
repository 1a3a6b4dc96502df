import type { ToolDefinitions } from './definition.ts';
import { undoNewTags, undoTagging, undoTagName } from './undo/labels.ts';
import { peopleWithTag } from './undo/touched.ts';
import { fromTrash } from './undo/undo.ts';

export const tagTools = {
  list_tags: {
    title: 'List tags',
    description: 'Shows all tags (labels) in use, with ids and how many people have each. Who: filter_contacts.',
    toolsets: ['tags'],
  },
  create_tag: {
    title: 'Add tag',
    description: 'Makes a tag (label), or finds the one with this name. On people: tag_contacts.',
    toolsets: ['tags'],
    undo: undoNewTags(({ tag }) => [tag]),
    notifies: { shownOn: ['contact'], contacts: 'any', list: 'stays' },
  },
  create_tag_v1: {
    title: 'Add tag (v1)',
    description: 'Like create_tag, which to prefer, but over the v1 API, without a required key.',
    toolsets: ['v1'],
    undo: undoNewTags(({ tag }) => [tag]),
    notifies: { shownOn: ['contact'], contacts: 'any', list: 'stays' },
  },
  bulk_create_tags: {
    title: 'Add many tags',
    description: 'Creates many tags at once, up to 100, or finds them. One: create_tag.',
    toolsets: ['tags'],
    undo: undoNewTags(({ tags }) => tags),
    notifies: { shownOn: ['contact'], contacts: 'any', list: 'stays' },
  },
  update_tag: {
    title: 'Rename tag',
    description: 'Renames a tag for everyone, for example to fix its spelling. Remove: delete_tag.',
    toolsets: ['tags'],
    undo: undoTagName,
    notifies: { shownOn: ['contact'], contacts: 'any', list: 'stays' },
  },
  delete_tag: {
    title: 'Delete tag',
    description: 'Deletes a tag altogether, from everyone. Undo: restore_from_trash. From some people: untag_contacts.',
    toolsets: ['tags'],
    undo: fromTrash('Its links are deleted too; people stay'),
    touches: peopleWithTag,
    notifies: { shownOn: ['contact'], contacts: 'any', list: 'stays' },
  },
  tag_contacts: {
    title: 'Tag contacts',
    description: 'Marks people with tags: puts labels on them. For a new tag: create_tag. Undo: untag_contacts.',
    toolsets: ['tags', 'core'],
    undo: undoTagging('tag_contacts'),
    shows: ['tags_contacts'],
    notifies: { shownOn: ['contact'], contacts: 'named', list: 'stays' },
  },
  untag_contacts: {
    title: 'Untag contacts',
    description: 'Takes a tag (label) off people. The tag stays. Undo: tag_contacts.',
    toolsets: ['tags'],
    undo: undoTagging('untag_contacts'),
    shows: ['tags_contacts'],
    notifies: { shownOn: ['contact'], contacts: 'named', list: 'stays' },
  },
} satisfies ToolDefinitions;
