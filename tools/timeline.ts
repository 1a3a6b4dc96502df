import type { ToolText } from './text.ts';

export const timelineTools = {
  list_timeline: {
    title: 'List the timeline',
    description:
      'What happened with one contact (contactId) or with all, newest first: notes, e-mails and calendar events in one list; sources narrows it. Take it to prepare for meeting someone. For notes by words or type search_notes is richer. A source that cannot be read is named in warnings, and the next page tries it again.',
    toolsets: ['notes', 'core'],
  },
} satisfies Record<string, ToolText>;
