import { PAGE_KINDS, type ToolDefinitions } from './definition.ts';
import { undoRestore } from './undo/records.ts';

export const trashTools = {
  list_trash: {
    title: 'List trash',
    description: 'Shows records deleted recently, in the last 30 days, with the id for restore_from_trash.',
    toolsets: ['trash'],
  },
  restore_from_trash: {
    title: 'Restore deleted',
    description:
      'Undeletes or restores: brings back records deleted by mistake, such as a contact or note, with related records. ids: list_trash. For a merge: undo_contact_merge.',
    toolsets: ['trash'],
    undo: undoRestore,
    // People usually need a detail of a restored contact next.
    shows: ['job_title', 'company', 'contact_emails', 'contact_phone_numbers', 'tags_contacts', 'groups_contacts'],
    notifies: { shownOn: PAGE_KINDS, contacts: 'any', list: 'changes' },
  },
} satisfies ToolDefinitions;
