import type { ArchiveRow } from '../../contract/archive.ts';
import type { Item } from '../from-service/archive-rows.ts';
import { type DatedReminder, sameReminders } from '../matching/archive-reminders.ts';
import { hashedUuid } from '../matching/record-ids.ts';
import type { ApiImport } from './archive-import.ts';

// Records without an id of their own choice: what says the same there is the same. The key of each write follows from
// the row, so that a repeat within a day is harmless even before the lists are read again.

const keyFor = (kind: string, row: ArchiveRow) => ({ idempotencyKey: hashedUuid(`${kind} ${JSON.stringify(row)}`) });

/** The linked contacts of each row, as they are called there. */
function linkedBy(run: ApiImport, table: 'reminders_contacts' | 'timeline_items_contacts', column: string) {
  const links = new Map<string, ArchiveRow[]>();
  for (const row of run.rows(table)) links.set(String(row[column]), [...(links.get(String(row[column])) ?? []), row]);
  return ({ id }: ArchiveRow) =>
    (links.get(String(id)) ?? []).map((row) => ({ ...row, contact_id: run.idOf(row.contact_id) }) as Item & Link);
}

interface Link {
  contact_id: string;
}

const contactsIn = (links: unknown): string[] => ((links ?? []) as Link[]).map(({ contact_id }) => contact_id);

export async function putReminders(run: ApiImport): Promise<void> {
  const linksOf = linkedBy(run, 'reminders_contacts', 'reminder_id');
  const there: DatedReminder[] = [];
  for await (const reminders of (await run.lists.pages('list_reminders', 'reminders')) ?? [])
    for (const one of reminders) there.push({ ...one, contacts: contactsIn(one.reminders_contacts) });
  const rows = run.rows('reminders').map((row) => ({ row, contacts: contactsIn(linksOf(row)) }));
  const same = sameReminders(
    rows.map(({ row, contacts }) => ({ ...row, contacts })),
    there,
    run.options.anyDay,
  );
  for (const { row, contacts } of rows) {
    const known = same.get(String(row.id));
    if (known) {
      run.counts('reminders').kept++;
      run.ids.set(String(row.id), known);
      continue;
    }
    const names = ['text', 'due_at_date', 'due_at_time', 'recurrence', 'last_completed_at', 'next_occurrence_at'];
    const fields = picked(row, ...names, 'is_complete', 'email_sent', 'push_notification_sent');
    const reminder = { ...fields, reminders_contacts: contacts.map((contact_id) => ({ contact_id })) };
    const made = await run.write('reminders', row, () =>
      run.client.call('create_reminder', reminder as unknown as { text: string }, keyFor('reminder', row)),
    );
    if (made) run.ids.set(String(row.id), made.data.reminder.id);
  }
}

const picked = (row: ArchiveRow, ...names: string[]): Item =>
  Object.fromEntries(names.filter((name) => row[name] != null).map((name) => [name, row[name]]));

/** The same text about the same person at the same time is the same note. */
export async function putNotes(run: ApiImport): Promise<void> {
  const linksOf = linkedBy(run, 'timeline_items_contacts', 'timeline_item_id');
  const nameOf = ({ note, event_time }: Item) => `${Date.parse(String(event_time))} ${String(note ?? '').trim()}`;
  const there = new Map<string, string[][]>();
  for await (const notes of (await run.lists.pages('list_notes', 'notes')) ?? [])
    for (const one of notes)
      there.set(nameOf(one), [...(there.get(nameOf(one)) ?? []), contactsIn(one.timeline_items_contacts)]);
  for (const row of run.rows('timeline_items')) {
    const links = linksOf(row);
    const same = there.get(nameOf(row)) ?? [];
    const at = same.findIndex((contacts) => sharesOne(contacts, contactsIn(links)));
    if (at >= 0) {
      // One there stands for one here.
      same.splice(at, 1);
      run.counts('timeline_items').kept++;
      continue;
    }
    const note = {
      ...picked(row, 'note', 'custom_emoji', 'meeting_type', 'event_time', 'attachments'),
      ...(row.reminder_id != null &&
        run.ids.has(String(row.reminder_id)) && { reminder_id: run.idOf(row.reminder_id) }),
      timeline_items_contacts: links.map(({ contact_id, is_origin }) => ({
        contact_id,
        is_origin: is_origin === true,
      })),
    };
    await run.write('timeline_items', row, () =>
      run.client.call('create_note', note as unknown as { note: string }, keyFor('note', row)),
    );
  }
}

const sharesOne = (a: string[], b: string[]): boolean =>
  a.some((id) => b.includes(id)) || (a.length === 0 && b.length === 0);

export async function putViews(run: ApiImport): Promise<void> {
  const nameOf = ({ name, filters }: Item) => `${name} ${JSON.stringify(filters ?? {})}`;
  const there = new Map<string, string>();
  for await (const views of (await run.lists.pages('list_views', 'views')) ?? [])
    for (const one of views) {
      there.set(nameOf(one), String(one.id));
      there.set(String(one.id), String(one.id));
    }
  for (const row of run.rows('views')) {
    const filters = JSON.parse(JSON.stringify(row.filters ?? {}).replace(UUIDS, (id) => run.idOf(id)));
    const known = there.get(String(row.id)) ?? there.get(nameOf({ name: row.name, filters }));
    if (known) {
      run.counts('views').kept++;
      run.ids.set(String(row.id), known);
      continue;
    }
    const group = row.group_id == null ? {} : { group_id: run.idOf(row.group_id) };
    const view = { ...picked(row, 'emoji', 'sort'), name: String(row.name), filters, ...group };
    const made = await run.write('views', row, () => run.client.call('create_view', view, keyFor('view', row)));
    if (made) run.ids.set(String(row.id), made.data.view.id);
  }
}

const UUIDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

const TARGETS = ['contact_id', 'group_id', 'view_id'] as const;

export async function putFavorites(run: ApiImport): Promise<void> {
  const targetOf = (row: Item) => TARGETS.map((column) => row[column]).find((id) => id != null);
  const there = new Set<unknown>();
  for await (const favorites of (await run.lists.pages('list_favorites', 'favorites')) ?? [])
    for (const one of favorites) there.add(targetOf(one));
  const rows = [...run.rows('favorites')].sort((a, b) => Number(a.ranking ?? 0) - Number(b.ranking ?? 0));
  for (const row of rows) {
    if (there.has(run.idOf(targetOf(row)))) {
      run.counts('favorites').kept++;
      continue;
    }
    const column = TARGETS.find((name) => row[name] != null)!;
    const favorites = [{ [column]: run.idOf(row[column]) }] as [{ contact_id: string }];
    await run.write('favorites', row, () => run.client.call('bulk_create_favorites', { favorites }));
  }
}
