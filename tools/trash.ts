import { PAGE_KINDS, type ToolDefinitions } from './definition.ts';

export const trashTools = {
  list_trash: {
    title: 'List trash',
    description: 'Shows what was deleted recently, in the last 30 days, with the id for restore_from_trash.',
    toolsets: ['trash'],
  },
  restore_from_trash: {
    title: 'Restore deleted',
    description:
      'Undeletes or restores: brings back what was deleted by mistake, a contact or note for instance, with all that went with it. ids as in list_trash. A merge: undo_contact_merge.',
    toolsets: ['trash'],
    notifies: { shownOn: PAGE_KINDS, contacts: 'any', list: 'changes' },
  },
} satisfies ToolDefinitions;
