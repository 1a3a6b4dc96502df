import type { ArchiveRow } from '../../contract/archive.ts';
import { groupBy } from '../../shared/lists.ts';
import { type DatedReminder, sameReminders } from '../matching/archive-reminders.ts';
import { hashedUuid } from '../matching/record-ids.ts';
import { type ArchiveImport, argumentsFrom, pickFields } from './archive-import.ts';

// The service assigns the ids of these records, so an existing record with the same content counts as the same.
// Idempotency keys are derived from the rows, so that a repeat within a day is safe even before the lists are read
// again.

const keyFor = (kind: string, row: ArchiveRow) => ({ idempotencyKey: hashedUuid(`${kind} ${JSON.stringify(row)}`) });

/** The contacts associated with each row, with the service's ids. */
function associatedBy(run: ArchiveImport, table: 'reminders_contacts' | 'timeline_items_contacts', column: string) {
  const associations = groupBy(run.rows(table), (row) => row[column]);
  return ({ id }: ArchiveRow) =>
    (associations.get(id) ?? []).map(({ contact_id, is_origin }) => ({
      contact_id: run.idOf(contact_id),
      is_origin: is_origin === true,
    }));
}

const contactsIn = (associations: unknown): string[] =>
  Array.isArray(associations) ? associations.map(({ contact_id }) => contact_id) : [];

export async function putReminders(run: ArchiveImport): Promise<void> {
  const associationsOf = associatedBy(run, 'reminders_contacts', 'reminder_id');
  const there: DatedReminder[] = [];
  for await (const reminders of run.pages('list_reminders', 'reminders'))
    for (const one of reminders) there.push({ ...one, contacts: contactsIn(one.reminders_contacts) });
  const rows = run.rows('reminders').map((row) => ({ row, contacts: contactsIn(associationsOf(row)) }));
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
    const fields = pickFields(row, ...names, 'is_complete', 'email_sent', 'push_notification_sent');
    const reminder = { ...fields, reminders_contacts: contacts.map((contact_id) => ({ contact_id })) };
    const made = await run.write('reminders', row, () =>
      run.client.call('create_reminder', argumentsFrom<'create_reminder'>(reminder), keyFor('reminder', row)),
    );
    if (made) run.ids.set(String(row.id), made.data.reminder.id);
  }
}

/** A note is the same if its text and time are the same and they share a contact. */
export async function putNotes(run: ArchiveImport): Promise<void> {
  const associationsOf = associatedBy(run, 'timeline_items_contacts', 'timeline_item_id');
  const nameOf = ({ note, event_time }: ArchiveRow) => `${Date.parse(String(event_time))} ${String(note ?? '').trim()}`;
  const there = new Map<string, string[][]>();
  for await (const notes of run.pages('list_notes', 'notes'))
    for (const one of notes)
      there.set(nameOf(one), [...(there.get(nameOf(one)) ?? []), contactsIn(one.timeline_items_contacts)]);
  for (const row of run.rows('timeline_items')) {
    const associations = associationsOf(row);
    const same = there.get(nameOf(row)) ?? [];
    const at = same.findIndex((contacts) => sharesOne(contacts, contactsIn(associations)));
    if (at >= 0) {
      // Each existing note matches only one row.
      same.splice(at, 1);
      run.counts('timeline_items').kept++;
      continue;
    }
    const note = {
      ...pickFields(row, 'note', 'custom_emoji', 'meeting_type', 'event_time', 'attachments'),
      ...(row.reminder_id != null &&
        run.ids.has(String(row.reminder_id)) && { reminder_id: run.idOf(row.reminder_id) }),
      timeline_items_contacts: associations,
    };
    await run.write('timeline_items', row, () =>
      run.client.call('create_note', argumentsFrom<'create_note'>(note), keyFor('note', row)),
    );
  }
}

const sharesOne = (a: string[], b: string[]): boolean =>
  a.some((id) => b.includes(id)) || (a.length === 0 && b.length === 0);

export async function putViews(run: ArchiveImport): Promise<void> {
  const nameOf = ({ name, filters }: ArchiveRow) => `${name} ${JSON.stringify(filters ?? {})}`;
  const there = new Map<string, string>();
  for await (const views of run.pages('list_views', 'views'))
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
    const view = { ...pickFields(row, 'emoji', 'sort'), name: String(row.name), filters, ...group };
    const made = await run.write('views', row, () => run.client.call('create_view', view, keyFor('view', row)));
    if (made) run.ids.set(String(row.id), made.data.view.id);
  }
}

const UUIDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

const TARGETS = ['contact_id', 'group_id', 'view_id'] as const;

export async function putFavorites(run: ArchiveImport): Promise<void> {
  const targetOf = (row: ArchiveRow) => TARGETS.map((column) => row[column]).find((id) => id != null);
  const there = new Set<unknown>();
  for await (const favorites of run.pages('list_favorites', 'favorites'))
    for (const one of favorites) there.add(targetOf(one));
  const rows = [...run.rows('favorites')].sort((a, b) => Number(a.ranking ?? 0) - Number(b.ranking ?? 0));
  for (const row of rows) {
    if (there.has(run.idOf(targetOf(row)))) {
      run.counts('favorites').kept++;
      continue;
    }
    const column = TARGETS.find((name) => row[name] != null)!;
    const favorite = argumentsFrom<'bulk_create_favorites'>({ favorites: [{ [column]: run.idOf(row[column]) }] });
    await run.write('favorites', row, () => run.client.call('bulk_create_favorites', favorite));
  }
}
