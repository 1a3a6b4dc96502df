import type { Client } from '../../client/client.ts';
import { type Archive, type ArchiveRows, type ArchiveSettings, TABLE_NAMES } from '../../contract/archive.ts';
import { ADDRESS_FIELDS } from '../../contract/contact-fields.ts';
import { photoIdIn, pictureAddress } from '../../contract/photos.ts';
import { KithError } from '../../shared/error.ts';
import { isRecord, recordsIn } from '../../shared/records.ts';
import { addContacts, DEFINITIONS, INCLUDE, type Item, namedIn, newRows } from './archive-rows.ts';
import { type Lists, listsOf } from './lists.ts';

// All that a service of this API tells about a user, page by page: the content of an export, except for merges, the trash
// and the times that answers leave out. A service need not have every operation: what one list lacks may stand in
// another, and what stands nowhere is reported.

/** Rows of an archive that belong together, in the order in which they can be written. */
export interface ApiPage {
  /** What is being read, as a person calls it. */
  what: string;
  rows: ArchiveRows;
}

export interface ApiReader {
  /** The user's own settings; undefined where the service does not say. */
  settings(): Promise<ArchiveSettings | undefined>;
  /** How many contacts there are, where the service says so. */
  count(): Promise<number | undefined>;
  pages(): AsyncGenerator<ApiPage>;
  /** What was not read, in words; whole after the last page. */
  warnings(): string[];
}

export function apiReader(client: Client, signal?: AbortSignal): ApiReader {
  const lists = listsOf(client, signal);
  const leftOut = new Set<string>();
  const absent: string[] = [];
  return {
    async settings() {
      const user = (await lists.one('get_current_user', {}))?.user;
      if (!isRecord(user) || typeof user.time_zone !== 'string') return undefined;
      const name = typeof user.name === 'string' ? user.name : null;
      return { name, time_zone: user.time_zone, country: null };
    },
    async count() {
      const counts = [{}, { where: { is_archived: true } }].map((args) => lists.one('count_contacts', args));
      const found = await Promise.all(counts).catch(() => []);
      const all = found.map((data) => data?.count);
      return all.length > 0 && all.every((count) => typeof count === 'number')
        ? all.reduce((sum, count) => sum + count, 0)
        : undefined;
    },
    pages: () => readAll(lists, leftOut, absent),
    warnings: () => [...absent, ...[...leftOut].sort().map((field) => `${field} has no field here and was left out`)],
  };
}

/** All pages as one archive, where everything is needed at once. `onRead` is told of each page. */
export async function readWhole(reader: ApiReader, onRead: (page: ApiPage) => void = () => {}): Promise<Archive> {
  const settings = await reader.settings();
  const rows: ArchiveRows = {};
  for await (const page of reader.pages()) {
    onRead(page);
    for (const table of TABLE_NAMES) {
      const own = page.rows[table];
      if (own) rows[table] = [...(rows[table] ?? []), ...own];
    }
  }
  return { settings, rows };
}

async function* readAll(lists: Lists, leftOut: Set<string>, absent: string[]): AsyncGenerator<ApiPage> {
  yield* readDefinitions(lists, leftOut);
  const reminderIds = new Set<string>();
  yield* readContacts(lists, leftOut, absent, reminderIds);
  yield* readReminders(lists, leftOut, absent, reminderIds);
  const notes = (await lists.pages('list_notes', 'notes')) ?? (await lists.pages('search_notes', 'notes'));
  if (!notes) absent.push('notes: the service does not list them');
  for await (const items of notes ?? []) {
    const page = newRows(leftOut);
    page.add('timeline_items', items);
    for (const { id, timeline_items_contacts } of items)
      page.add('timeline_items_contacts', associationsOf(timeline_items_contacts, { timeline_item_id: id }));
    yield { what: 'notes', rows: page.rows };
  }
  for (const [table, name] of [
    ['views', 'list_views'],
    ['favorites', 'list_favorites'],
  ] as const) {
    const found = await lists.pages(name, table, {});
    if (!found) absent.push(`${table}: the service does not list them`);
    for await (const items of found ?? []) {
      const page = newRows(leftOut);
      page.add(table, items);
      yield { what: table, rows: page.rows };
    }
  }
}

const associationsOf = (associations: unknown, owner: object): Item[] =>
  recordsIn(associations).map((one) => ({ ...owner, ...one }));

async function* readDefinitions(lists: Lists, leftOut: Set<string>): AsyncGenerator<ApiPage> {
  const page = newRows(leftOut);
  for (const [table, name] of [
    ['tags', 'list_tags'],
    ['groups', 'list_groups'],
    ['custom_fields', 'list_custom_fields'],
  ] as const) {
    for await (const items of (await lists.pages(name, table)) ?? []) page.add(table, items);
  }
  yield { what: 'tags, groups and fields', rows: page.rows };
}

/** Relations come last: both their ends must be there. */
async function* readContacts(
  lists: Lists,
  leftOut: Set<string>,
  absent: string[],
  reminderIds: Set<string>,
): AsyncGenerator<ApiPage> {
  const seen = new Set<unknown>();
  const relations: ArchiveRows = {};
  for (const archived of [false, true]) {
    for await (const items of await contactPages(lists, archived)) {
      const page = newRows(leftOut);
      const contacts = await Promise.all(items.filter(({ id }) => !seen.has(id)).map((item) => whole(lists, item)));
      for (const { id, reminders_contacts } of contacts) {
        seen.add(id);
        for (const { reminder_id } of recordsIn(reminders_contacts)) reminderIds.add(String(reminder_id));
      }
      const named = namedIn(contacts);
      for (const table of DEFINITIONS) {
        const fresh = new Map(named[table].filter(({ id }) => !seen.has(id)).map((item) => [item.id, item]));
        for (const id of fresh.keys()) seen.add(id);
        page.add(table, [...fresh.values()]);
      }
      yield* photosOf(lists, contacts, seen, absent);
      addContacts(page, contacts);
      const { contact_relations = [], ...rows } = page.rows;
      relations.contact_relations = [...(relations.contact_relations ?? []), ...contact_relations];
      yield { what: 'contacts', rows };
    }
  }
  yield { what: 'relations', rows: relations };
}

/** Photos that contacts name, one at a time: a page of them might not fit into memory. */
async function* photosOf(
  lists: Lists,
  contacts: Item[],
  seen: Set<unknown>,
  absent: string[],
): AsyncGenerator<ApiPage> {
  for (const contact of contacts)
    for (const field of ADDRESS_FIELDS) {
      const address = contact[field];
      const id = typeof address === 'string' && photoIdIn(address);
      if (!id || seen.has(id)) continue;
      seen.add(id);
      const photo = await lists.photo(id);
      const created_at = String(contact.created_at);
      if (photo) yield { what: 'photos', rows: { photos: [{ id, picture: pictureAddress(photo.bytes), created_at }] } };
      else absent.push(`the photo of ${contact.full_name ?? contact.id}: the service does not have it`);
    }
}

async function contactPages(lists: Lists, archived: boolean): Promise<AsyncGenerator<Item[]>> {
  const listed =
    (await lists.pages('list_contacts', 'contacts', { include: INCLUDE, archived })) ??
    (await lists.pages('filter_contacts', 'contacts', { include: INCLUDE, where: { is_archived: archived } }));
  if (listed) return listed;
  throw new KithError('BadRequest', 'The service lists no contacts.', {
    hint: 'Check that --from is the base address of the API.',
  });
}

/** A list may leave out the details of a contact; reading it alone brings them. */
async function whole(lists: Lists, item: Item): Promise<Item> {
  if (Array.isArray(item.contact_emails)) return item;
  const contactId = String(item.id);
  const alone = (await lists.one('get_contact', { contactId }))?.contact;
  const read = alone ?? (await lists.one('get_contact_v1', { contactId }));
  return isRecord(read) ? read : item;
}

async function* readReminders(
  lists: Lists,
  leftOut: Set<string>,
  absent: string[],
  ids: Set<string>,
): AsyncGenerator<ApiPage> {
  const listed = await lists.pages('list_reminders', 'reminders');
  for await (const items of listed ?? singleReminders(lists, absent, ids)) {
    const page = newRows(leftOut);
    page.add(
      'reminders',
      items.map(({ due_at_date: day, ...item }) => ({
        ...item,
        ...(typeof day === 'string' && { due_at_date: day.slice(0, 10) }),
      })),
    );
    for (const { id, reminders_contacts } of items)
      page.add('reminders_contacts', associationsOf(reminders_contacts, { reminder_id: id }));
    yield { what: 'reminders', rows: page.rows };
  }
}

/** Without a list: the recurring ones, and those that contacts name. */
async function* singleReminders(lists: Lists, absent: string[], ids: Set<string>): AsyncGenerator<Item[]> {
  absent.push('reminders: the service lists only recurring ones; others were read where a contact names them');
  for await (const recurring of (await lists.pages('list_recurring_reminders', 'reminders')) ?? []) {
    yield recurring;
    for (const { id } of recurring) ids.delete(String(id));
  }
  for (const reminderId of ids) {
    const reminder = (await lists.one('get_reminder', { reminderId }))?.reminder;
    if (isRecord(reminder)) yield [reminder];
  }
}
