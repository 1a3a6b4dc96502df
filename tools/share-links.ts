import type { ToolText } from './text.ts';

export const shareLinkTools = {
  list_share_links: {
    title: 'List share links',
    description: 'The share links of a group, expired ones too.',
    toolsets: ['groups'],
  },
  create_share_link: {
    title: 'Share a group',
    description:
      'Shares a group: anyone with the link (/v1/shared/ and the token) reads names, jobs and companies of its people. Only when asked.',
    toolsets: ['groups'],
  },
  delete_share_link: {
    title: 'Delete a share link',
    description: 'Ends (revokes) a share link at once, so that a group is no longer shared.',
    toolsets: ['groups'],
  },
} satisfies Record<string, ToolText>;
