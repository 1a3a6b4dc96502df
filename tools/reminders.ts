import type { ToolText } from './text.ts';

export const reminderTools = {
  list_reminders: {
    title: 'List reminders',
    description:
      'Reminders soonest first, of one contact (contactId) or of all. What is to do now: isComplete false with dueBefore; what was missed: isOverdue true.',
    toolsets: ['reminders', 'core'],
  },
  create_reminder: {
    title: 'Set a reminder',
    description:
      'Sets something to do on a day (due_at_date) or at a time (due_at_time), linked to people (reminders_contacts), once or by recurrence. To be in touch every so often set frequency with update_contact instead.',
    toolsets: ['reminders', 'core'],
  },
  get_reminder: { title: 'Get a reminder', description: 'One reminder whole, by id.', toolsets: ['reminders'] },
  update_reminder: {
    title: 'Change or complete a reminder',
    description:
      'Changes or ticks off a reminder (is_complete); a recurring one comes back by itself at next_occurrence_at. Fields left out stay, null clears. A due_at_time counts before a due_at_date: to move it to a whole day set due_at_time null.',
    toolsets: ['reminders', 'core'],
  },
  update_reminder_v1: {
    title: 'Change a reminder (v1)',
    description: 'The v1 form of update_reminder. Prefer update_reminder.',
    toolsets: ['v1'],
  },
  delete_reminder: {
    title: 'Delete a reminder',
    description:
      'Deletes a reminder with all its future occurrences. What was done is ticked off with update_reminder instead.',
    toolsets: ['reminders'],
  },
  list_recurring_reminders: {
    title: 'List recurring reminders',
    description:
      'All reminders that repeat, soonest first, those ticked off for now among them. include {"contacts": true} adds the people.',
    toolsets: ['reminders'],
  },
} satisfies Record<string, ToolText>;
