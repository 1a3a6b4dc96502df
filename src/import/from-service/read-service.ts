import type { Client } from '../../client/client.ts';
import type { Archive, ArchiveRows, TableName } from '../../contract/archive.ts';
import { ADDRESS_FIELDS } from '../../contract/contact-fields.ts';
import { photoIdIn, pictureAddress } from '../../contract/photos.ts';
import { recordsIn } from '../../shared/records.ts';
import { addContacts, addRows, CONTACT_INCLUDES, type ResponseItem } from './archive-rows.ts';
import { pagesOf } from './lists.ts';

/**
 * Reads the content of an export from a remote service: everything except merges, the trash, and times that responses
 * do not contain.
 */
export async function readService(client: Client): Promise<Archive> {
  const { user } = (await client.call('get_current_user', {})).data;
  const rows: ArchiveRows = {};
  for (const [table, name] of [
    ['tags', 'list_tags'],
    ['groups', 'list_groups'],
    ['custom_fields', 'list_custom_fields'],
    ['views', 'list_views'],
    ['favorites', 'list_favorites'],
  ] as const)
    for await (const items of pagesOf(client, [name, table])) addRows(rows, table, items);
  // A contact archived during the export may be in both lists.
  const seen = new Set<unknown>();
  for (const archived of [false, true])
    for await (const page of pagesOf(client, ['list_contacts', 'contacts'], { include: CONTACT_INCLUDES, archived })) {
      const contacts = page.filter(({ id }) => !seen.has(id));
      for (const { id } of contacts) seen.add(id);
      addContacts(rows, contacts);
      await addPhotos(client, rows, contacts);
    }
  for await (const items of pagesOf(client, ['list_reminders', 'reminders'])) {
    addRows(rows, 'reminders', items.map(withDueDay));
    addAssociations(rows, 'reminders_contacts', items, 'reminder_id');
  }
  for await (const items of pagesOf(client, ['list_notes', 'notes'])) {
    addRows(rows, 'timeline_items', items);
    addAssociations(rows, 'timeline_items_contacts', items, 'timeline_item_id');
  }
  // Responses do not contain the country for the user's phone numbers.
  return { settings: { name: user.name ?? null, time_zone: user.time_zone, country: null }, rows };
}

const withDueDay = ({ due_at_date: day, ...item }: ResponseItem): ResponseItem => ({
  ...item,
  ...(typeof day === 'string' && { due_at_date: day.slice(0, 10) }),
});

function addAssociations(rows: ArchiveRows, table: TableName, items: ResponseItem[], owner: string): void {
  for (const { id, [table]: associations } of items)
    addRows(
      rows,
      table,
      recordsIn(associations).map((one) => ({ [owner]: id, ...one })),
    );
}

/** Adds the photos of contacts. Photos that the service no longer has are skipped. */
async function addPhotos(client: Client, rows: ArchiveRows, contacts: ResponseItem[]): Promise<void> {
  const known = new Set(rows.photos?.map(({ id }) => id));
  for (const contact of contacts)
    for (const field of ADDRESS_FIELDS) {
      const address = contact[field];
      const id = typeof address === 'string' && photoIdIn(address);
      if (!id || known.has(id)) continue;
      known.add(id);
      const photo = await client.photo(id, {});
      if (photo) {
        const created_at = String(contact.created_at);
        addRows(rows, 'photos', [{ id, picture: pictureAddress(photo.bytes), created_at }]);
      }
    }
}
