import type { ToolDefinitions } from './definition.ts';

export const shareLinkTools = {
  list_share_links: {
    title: 'List share links',
    description: 'Shows which links a group has, expired too.',
    toolsets: ['groups'],
  },
  create_share_link: {
    title: 'Share group',
    description:
      'Shares a group by a link: anyone who has it (/v1/shared/ and the token) reads names, jobs and companies in it. Only when asked.',
    toolsets: ['groups'],
    notifies: { shownOn: ['contact', 'group', 'favorites'], contacts: 'any', list: 'stays' },
  },
  delete_share_link: {
    title: 'Delete share link',
    description: 'Revokes a link at once: ends or stops sharing the group.',
    toolsets: ['groups'],
    deletes: 'The link is closed; the group stays',
    notifies: { shownOn: ['contact', 'group', 'favorites'], contacts: 'any', list: 'stays' },
  },
} satisfies ToolDefinitions;
