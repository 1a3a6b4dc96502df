import type { ToolDefinitions } from './definition.ts';

export const briefingTools = {
  get_briefing: {
    title: 'Briefing',
    description:
      'Shows today and the days ahead: birthdays coming up, reminders due, who I should reach out to, events. Just events: list_calendar_events.',
    toolsets: ['reminders', 'core'],
  },
} satisfies ToolDefinitions;
