import type { ToolDefinitions } from './definition.ts';
import { undoReminderUpdate } from './undo/notes.ts';
import { peopleOfReminder } from './undo/touched.ts';
import { fromTrash, toolCall, undoneBy } from './undo/undo.ts';

export const reminderTools = {
  list_reminders: {
    title: 'List reminders',
    description:
      'Shows reminders, the to-do list, soonest first: due today or this week (dueBefore), overdue, or missed. Birthdays too: get_briefing.',
    toolsets: ['reminders', 'core'],
  },
  create_reminder: {
    title: 'Set reminder',
    description:
      'Sets a reminder: remind me to call, follow up, or do anything on a day or time, once or every week, month, or year. To keep in touch: frequency in update_contact.',
    toolsets: ['reminders', 'core'],
    everyday: ['text', 'due_at_date', 'due_at_time', 'recurrence', 'reminders_contacts'],
    undo: undoneBy(({ reminder }) => [toolCall('delete_reminder', { reminderId: reminder.id })]),
    notifies: { shownOn: ['reminders', 'contact'], contacts: 'named', list: 'stays' },
  },
  get_reminder: {
    title: 'Get reminder',
    description: 'Opens one reminder by id, with people and due time. Others: list_reminders.',
    toolsets: ['reminders'],
  },
  update_reminder: {
    title: 'Change or complete reminder',
    description:
      'Ticks off a done reminder (is_complete), postpones it, or changes it. For a whole day, set due_at_time to null. To cancel: delete_reminder.',
    toolsets: ['reminders', 'core'],
    everyday: ['reminderId', 'text', 'due_at_date', 'due_at_time', 'is_complete', 'recurrence'],
    undo: undoReminderUpdate,
    touches: peopleOfReminder,
    notifies: { shownOn: ['reminders', 'contact'], contacts: 'any', list: 'stays' },
  },
  update_reminder_v1: {
    title: 'Change reminder (v1)',
    description: 'Like update_reminder, which to prefer, but over the v1 API, without a required key.',
    toolsets: ['v1'],
    undo: undoReminderUpdate,
    touches: peopleOfReminder,
    notifies: { shownOn: ['reminders', 'contact'], contacts: 'any', list: 'stays' },
  },
  delete_reminder: {
    title: 'Delete reminder',
    description: 'Cancels a reminder with all its later occurrences. Undo: restore_from_trash.',
    toolsets: ['reminders'],
    undo: fromTrash('Its links are deleted too; notes created from it stay'),
    touches: peopleOfReminder,
    notifies: { shownOn: ['reminders', 'contact'], contacts: 'any', list: 'stays' },
  },
  list_recurring_reminders: {
    title: 'List recurring reminders',
    description: 'Lists which reminders repeat, every week, month, or year. Others: list_reminders.',
    toolsets: ['reminders'],
  },
} satisfies ToolDefinitions;
