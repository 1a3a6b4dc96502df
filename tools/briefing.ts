import type { ToolText } from './text.ts';

export const briefingTools = {
  get_briefing: {
    title: 'Get the briefing',
    description:
      'What matters about people today and in the days ahead (day, days), in one call: birthdays, reminders due and overdue, whom to be in touch with, the longest overdue for their rhythm first, and events with who is in them and what was said last. Start here for "who should I reach out to" or "what is on this week". Lists that were cut are flagged in truncated.',
    toolsets: ['reminders', 'core'],
  },
} satisfies Record<string, ToolText>;
