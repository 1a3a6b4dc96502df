import type { ToolDefinitions } from './definition.ts';

export const overviewTools = {
  overview: {
    title: 'Overview',
    description:
      "Start here: today's date, my time zone, how many people, notes, and reminders there are, my groups, tags, and custom fields, what is due, who I saw last, and my connected accounts. For the days ahead, use get_briefing; for complete lists, list_groups, list_tags, and list_custom_fields.",
    toolsets: ['account', 'core'],
  },
} satisfies ToolDefinitions;
