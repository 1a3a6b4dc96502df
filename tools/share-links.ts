import type { ToolDefinitions } from './definition.ts';
import { fromTrash, toolCall, undoneBy } from './undo/undo.ts';

export const shareLinkTools = {
  list_share_links: {
    title: 'List share links',
    description: 'Shows which links a group has, including expired ones. New: create_share_link.',
    toolsets: ['groups'],
  },
  create_share_link: {
    title: 'Share group',
    description:
      'Shares a group with a link: anyone who has it can read the names, jobs, and companies in it. Only if asked to. Undo: delete_share_link.',
    toolsets: ['groups'],
    undo: undoneBy(({ share_link }, { groupId }) => [
      toolCall('delete_share_link', { groupId, shareLinkId: share_link.id }),
    ]),
    notifies: { shownOn: ['contact', 'group', 'favorites'], contacts: 'any', list: 'stays' },
  },
  delete_share_link: {
    title: 'Delete share link',
    description: 'Revokes a link at once: ends or stops sharing the group. Undo: restore_from_trash.',
    toolsets: ['groups'],
    undo: fromTrash('The link no longer works; the group stays'),
    notifies: { shownOn: ['contact', 'group', 'favorites'], contacts: 'any', list: 'stays' },
  },
} satisfies ToolDefinitions;
