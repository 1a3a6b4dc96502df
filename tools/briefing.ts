import type { ToolDefinitions } from './definition.ts';

export const briefingTools = {
  get_briefing: {
    title: 'Briefing',
    description:
      'Shows today and the days ahead: birthdays coming up, reminders due, who I should reach out to, events. To-dos: list_reminders.',
    toolsets: ['reminders', 'core'],
  },
} satisfies ToolDefinitions;
