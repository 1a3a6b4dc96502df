import type { ToolText } from './text.ts';

export const reminderTools = {
  list_reminders: {
    title: 'List reminders',
    description: 'What is to do, soonest first: due by dueBefore, overdue (missed), of one person or all.',
    toolsets: ['reminders', 'core'],
  },
  create_reminder: {
    title: 'Set a reminder',
    description:
      'Reminds me to do something, such as call or follow up, on a day (due_at_date) or time, once or repeating. To keep in touch regularly: frequency in update_contact.',
    toolsets: ['reminders', 'core'],
    everyday: ['text', 'due_at_date', 'due_at_time', 'recurrence', 'reminders_contacts'],
  },
  get_reminder: {
    title: 'Get a reminder',
    description: 'One reminder by id.',
    toolsets: ['reminders'],
  },
  update_reminder: {
    title: 'Change or complete a reminder',
    description:
      'Ticks off a reminder as done (is_complete), postpones or changes it. null clears; for a whole day set due_at_time null.',
    toolsets: ['reminders', 'core'],
    everyday: ['reminderId', 'text', 'due_at_date', 'due_at_time', 'is_complete', 'recurrence'],
  },
  update_reminder_v1: {
    title: 'Change a reminder (v1)',
    description: 'v1 form of update_reminder.',
    toolsets: ['v1'],
  },
  delete_reminder: {
    title: 'Delete a reminder',
    description: 'Cancels a reminder and all its repeats. Done: update_reminder.',
    toolsets: ['reminders'],
  },
  list_recurring_reminders: {
    title: 'List recurring reminders',
    description: 'All reminders that repeat every week, month or year.',
    toolsets: ['reminders'],
  },
} satisfies Record<string, ToolText>;
