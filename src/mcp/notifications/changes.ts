import type { Operation } from '../../contract/operation.ts';
import type { OperationName } from '../../contract/operations.ts';
import type { Address, ResourceKind } from '../resources/address.ts';

/** What a write may have changed of what resources show. Ids only: nothing of what was written. */
export interface Change {
  kinds: ResourceKind[];
  /** The contacts concerned; absent when they are not known. */
  ids?: string[];
  /** Contacts or groups came or went: there are other addresses to read now. */
  list: boolean;
}

/** By the first word of an operation's path, the resources that show something of it. */
const SHOWN_IN: Record<string, ResourceKind[]> = {
  contacts: ['contacts', 'contact', 'timeline', 'group', 'favorites', 'reminders'],
  'contact-emails': ['contact', 'timeline'],
  'contact-phone-numbers': ['contact'],
  'contact-legacy-addresses': ['contact'],
  groups: ['contact', 'group', 'favorites'],
  tags: ['contact'],
  // A note moves when its contacts were last seen.
  timeline: ['contacts', 'contact', 'timeline', 'group'],
  reminders: ['reminders', 'contact'],
  favorites: ['favorites'],
  views: ['favorites'],
  'custom-fields': ['contact'],
  agenda: ['agenda', 'timeline', 'emails'],
};
const EVERYTHING = [...new Set(Object.values(SHOWN_IN).flat())];

/** What is told where something changed and nobody knows what. */
export const ANYTHING: Change = { kinds: EVERYTHING, list: true };

/** Operations that name every contact they touch, in the request or the answer. */
const NAMES_ITS_CONTACTS = new Set<OperationName>([
  'create_contact',
  'update_contact',
  'bulk_create_contacts',
  'bulk_update_contacts',
  'add_contact_email',
  'update_contact_email',
  'delete_contact_email',
  'reorder_contact_emails',
  'add_contact_phone',
  'update_contact_phone',
  'delete_contact_phone',
  'reorder_contact_phones',
  'add_contact_address',
  'update_contact_address',
  'delete_contact_address',
  'add_contacts_to_group',
  'remove_contacts_from_group',
  'tag_contacts',
  'untag_contacts',
  'create_note',
  'create_reminder',
  'set_custom_field_values',
  'set_custom_field_values_v1',
]);

const CHANGES_THE_LIST = new Set<OperationName>([
  'create_contact',
  'bulk_create_contacts',
  'delete_contact',
  'bulk_delete_contacts',
  'merge_contacts',
  'undo_contact_merge',
  'create_group',
  'delete_group',
  'merge_groups',
]);

const IDS = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/** What a write changed, from the operation and what was said with it: its request and its answer. */
export function changeBy({ name, path }: Operation, said: unknown): Change {
  const kinds = SHOWN_IN[path.split('/')[2] ?? ''] ?? EVERYTHING;
  const list = CHANGES_THE_LIST.has(name as OperationName);
  if (!NAMES_ITS_CONTACTS.has(name as OperationName)) return { kinds, list };
  const ids = JSON.stringify(said).match(IDS) ?? [];
  return { kinds, ids: [...new Set(ids.map((id) => id.toLowerCase()))], list };
}

/** Whether what is read at an address may be another after the change. */
export function touches({ kinds, ids }: Change, { kind, id }: Address): boolean {
  if (!kinds.includes(kind)) return false;
  const ofOneContact = kind === 'contact' || kind === 'timeline';
  return !ofOneContact || ids === undefined || ids.includes(id!);
}
