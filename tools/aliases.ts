import type { OperationName } from '../src/contract/operations.ts';

/** Names that tools had, or that callers know them by from elsewhere: each still answers, none is listed. */
export const aliases: Record<string, OperationName> = {
  search_contacts: 'list_contacts',
  find_contacts: 'list_contacts',
  add_contact: 'create_contact',
  add_note: 'create_note',
  add_reminder: 'create_reminder',
};
