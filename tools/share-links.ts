import type { ToolText } from './text.ts';

export const shareLinkTools = {
  list_share_links: {
    title: 'List share links',
    description: 'The share links of a group with their tokens, expired ones too.',
    toolsets: ['groups'],
  },
  create_share_link: {
    title: 'Share a group',
    description:
      "Makes a link by which anyone can read the names, job titles and companies of a group's contacts at /v1/shared/ followed by the token. Only when the person asks for it; give expires_at to limit it.",
    toolsets: ['groups'],
  },
  delete_share_link: {
    title: 'Delete a share link',
    description: 'Ends a share link at once. The group and its other links stay.',
    toolsets: ['groups'],
  },
} satisfies Record<string, ToolText>;
