import type { OperationName } from '../src/contract/operations.ts';

/** Names that tools had, or that callers know from elsewhere: each still answers, but is not listed. */
export const aliases: Record<string, OperationName> = {
  search_contacts: 'list_contacts',
  find_contacts: 'list_contacts',
  add_contact: 'create_contact',
  add_note: 'create_note',
  add_reminder: 'create_reminder',
};

/** The name that a tool goes by now. */
export const currentName = (name: string): string => (Object.hasOwn(aliases, name) ? aliases[name]! : name);
