import { HIDDEN_IN_UPDATE } from '../../src/contract/contact-fields.ts';
import type { Operations, ToolName } from '../../src/contract/operations.ts';
import type { ArgumentsOf, DataOf } from '../../src/contract/schema/operation.ts';
import { formerContact, UPDATED_FIELDS, UPDATED_PARTS } from './contact-fields.ts';
import { type Contact, type Read, readContacts, restoring, toolCall, type Undo, unlessEmpty } from './undo.ts';

type UndoOf<N extends ToolName> = Undo<ArgumentsOf<Operations[N]>, DataOf<Operations[N]>>;

/** Fields that update_contact accepts but does not list. A client may check a call against the list. */
const HIDDEN: readonly string[] = HIDDEN_IN_UPDATE;

export const undoUpdate: UndoOf<'update_contact'> = restoring(async ({ contactId }, read) => {
  const before = (await read('get_contact', { contactId })).contact;
  return ({ contact }) => {
    const changes = formerContact(before, contact);
    return unlessEmpty(changes, () =>
      HIDDEN.some((field) => field in changes)
        ? toolCall('bulk_update_contacts', { updates: [{ contactId, data: changes }] })
        : toolCall('update_contact', { contactId, ...changes }),
    );
  };
});

/** Maximum number of contacts whose former values a reply can show. */
const MAX_FORMER = 20;

const readUpdated = async (read: Read, ids: readonly string[]): Promise<Map<string, Contact>> =>
  (await readContacts(read, ids, UPDATED_FIELDS))!;

export const undoBulkUpdate: UndoOf<'bulk_update_contacts'> = restoring(async ({ updates }, read) => {
  const ids = updates.map(({ contactId }) => contactId);
  if (new Set(ids).size > MAX_FORMER) return () => 'These are too many contacts to show their former values.';
  const before = await readUpdated(read, ids);
  return async (_told, readNow) => {
    const after = await readUpdated(readNow, ids);
    const former = [...before].flatMap(([contactId, contact]) => {
      const data = formerContact(contact, after.get(contactId) ?? contact);
      return Object.keys(data).length > 0 ? [{ contactId, data }] : [];
    });
    return former.length > 0 ? [toolCall('bulk_update_contacts', { updates: former })] : [];
  };
});

/** Parts that a bulk update changes, for the state in its reply. */
export function updatedParts({ updates }: ArgumentsOf<Operations['bulk_update_contacts']>): (keyof Contact)[] {
  const given = new Set(updates.flatMap(({ data }) => Object.keys(data)));
  const parts: Record<string, readonly (keyof Contact)[]> = {
    custom_fields: ['contacts_custom_fields'],
    related_contacts: UPDATED_PARTS.filter((part) => part.startsWith('contact_relations')),
    coordinates: ['latitude', 'longitude'],
  };
  return [...given].flatMap((field) => parts[field] ?? [field as keyof Contact]);
}

/** Former last-seen and next dates of people whose last-seen time a note moved forward. */
export async function readLastSeen(read: Read, ids: readonly string[]) {
  if (ids.length === 0 || ids.length > MAX_FORMER) return undefined;
  return readContacts(read, ids, ['last_seen_at', 'next_reminder_at']);
}

interface Seen {
  event_time: string;
  timeline_items_contacts: readonly { contact_id: string }[];
}

/** Calls that set last-seen times back after notes are deleted. */
export function undoLastSeen(before: Map<string, Contact> | undefined, notes: readonly Seen[]) {
  const moved = new Set<string>();
  for (const { event_time, timeline_items_contacts } of notes) {
    const time = Date.parse(event_time);
    if (time > Date.now()) continue;
    for (const { contact_id } of timeline_items_contacts) {
      const seen = before?.get(contact_id)?.last_seen_at;
      if (!seen || Date.parse(seen) < time) moved.add(contact_id);
    }
  }
  const updates = [...(before?.values() ?? [])].flatMap(({ id, last_seen_at = null, next_reminder_at = null }) =>
    moved.has(id) ? [{ contactId: id, data: { last_seen_at, next_reminder_at } }] : [],
  );
  return updates.length > 0 ? [toolCall('bulk_update_contacts', { updates })] : [];
}
