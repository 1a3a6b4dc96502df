import type { ToolDefinitions } from './definition.ts';
import { fromTrash, toolCall, undoneBy } from './undo/undo.ts';

export const shareLinkTools = {
  list_share_links: {
    title: 'List share links',
    description: 'Shows which links a group has, including expired ones.',
    toolsets: ['groups'],
  },
  create_share_link: {
    title: 'Share group',
    description:
      'Shares a group with a link: anyone who has it (/v1/shared/ and the token) can read the names, jobs, and companies in it. Only if asked to.',
    toolsets: ['groups'],
    undo: undoneBy(({ share_link }, { groupId }) => [
      toolCall('delete_share_link', { groupId, shareLinkId: share_link.id }),
    ]),
    notifies: { shownOn: ['contact', 'group', 'favorites'], contacts: 'any', list: 'stays' },
  },
  delete_share_link: {
    title: 'Delete share link',
    description: 'Revokes a link at once: ends or stops sharing the group.',
    toolsets: ['groups'],
    undo: fromTrash('The link no longer works; the group stays'),
    notifies: { shownOn: ['contact', 'group', 'favorites'], contacts: 'any', list: 'stays' },
  },
} satisfies ToolDefinitions;
