import type { ToolDefinitions } from './definition.ts';

export const overviewTools = {
  overview: {
    title: 'Overview',
    description:
      "Start here: today's date, my time zone, how many people, notes, and reminders there are, my groups, tags, and custom fields, what is due, who I saw last, and my connected accounts. The days ahead: get_briefing.",
    toolsets: ['account', 'core'],
  },
} satisfies ToolDefinitions;
