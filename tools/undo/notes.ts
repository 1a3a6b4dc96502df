import type { Operations } from '../../src/contract/operations.ts';
import type { ArgumentsOf, DataOf } from '../../src/contract/schema/operation.ts';
import { readLastSeen, undoLastSeen } from './contacts.ts';
import { formerValues, restoring, same, toolCall, type Undo, unlessEmpty } from './undo.ts';

// Notes, interactions, and reminders.

type Note = DataOf<Operations['create_note']>['note'];
type Reminder = DataOf<Operations['create_reminder']>['reminder'];
type People = { contact_id: string }[] | undefined;

export const peopleOf = (rows: People): string[] => rows?.map(({ contact_id }) => contact_id) ?? [];

export const undoNote: Undo<ArgumentsOf<Operations['create_note']>, { note: Note }> = restoring(
  async ({ timeline_items_contacts }, read) => {
    const before = await readLastSeen(read, peopleOf(timeline_items_contacts));
    return ({ note }) => [toolCall('delete_note', { noteId: note.id }), ...undoLastSeen(before, [note])];
  },
);

export const undoNotes: Undo<ArgumentsOf<Operations['bulk_create_notes']>, { notes: Note[] }> = restoring(
  async ({ notes }, read) => {
    const before = await readLastSeen(
      read,
      notes.flatMap((note) => peopleOf(note.timeline_items_contacts)),
    );
    return (told) => [
      ...told.notes.map(({ id }) => toolCall('delete_note', { noteId: id })),
      ...undoLastSeen(before, told.notes),
    ];
  },
);

export const undoInteraction: Undo<
  ArgumentsOf<Operations['log_interaction']>,
  DataOf<Operations['log_interaction']>
> = restoring(async ({ contacts }, read) => {
  const before = await readLastSeen(read, contacts);
  return ({ note, reminder }) => [
    toolCall('delete_note', { noteId: note.id }),
    ...(reminder ? [toolCall('delete_reminder', { reminderId: reminder.id })] : []),
    ...undoLastSeen(before, [note]),
  ];
});

export const undoNoteUpdate: Undo<ArgumentsOf<Operations['update_note']>, { note: Note }> = restoring(
  async ({ noteId }, read) => {
    const before = (await read('get_note', { noteId })).note;
    return ({ note }) => {
      const former = {
        ...formerValues(before, note, ['note', 'custom_emoji', 'event_time', 'meeting_type', 'reminder_id']),
        ...(!same(peopleOf(before.timeline_items_contacts).sort(), peopleOf(note.timeline_items_contacts).sort()) && {
          timeline_items_contacts: peopleOf(before.timeline_items_contacts).map((contact_id) => ({ contact_id })),
        }),
        ...(!same(before.attachments, note.attachments) && { attachments: before.attachments }),
      };
      return unlessEmpty(former, () =>
        toolCall('update_note', { noteId, ...former } as ArgumentsOf<Operations['update_note']>),
      );
    };
  },
);

const REMINDER_FIELDS = [
  'text',
  'due_at_date',
  'due_at_time',
  'is_complete',
  'recurrence',
  'next_occurrence_at',
  'last_completed_at',
] as const;

export const undoReminderUpdate: Undo<ArgumentsOf<Operations['update_reminder']>, { reminder: Reminder }> = restoring(
  async ({ reminderId }, read) => {
    const before = (await read('get_reminder', { reminderId })).reminder;
    return ({ reminder }) => {
      const had = peopleOf(before.reminders_contacts);
      const former = {
        ...formerValues(before, reminder, REMINDER_FIELDS),
        ...(!same([...had].sort(), peopleOf(reminder.reminders_contacts).sort()) && {
          reminders_contacts: had.map((contact_id) => ({ contact_id })),
        }),
      };
      return unlessEmpty(former, () =>
        toolCall('update_reminder', { reminderId, ...former } as ArgumentsOf<Operations['update_reminder']>),
      );
    };
  },
);
