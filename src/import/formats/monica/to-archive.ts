import type { Archive, ArchiveRow, ArchiveRows, TableName } from '../../../contract/archive.ts';
import { photoAddress, pictureAddress } from '../../../contract/photos.ts';
import { append } from '../../../shared/lists.ts';
import type { BadRecord } from '../../../vcard/types.ts';
import { emailKey, normalizeText, phoneKey } from '../../matching/match-keys.ts';
import { contactTitleOf, personNameOf } from '../../matching/names.ts';
import { hashedUuid, photoId } from '../../matching/record-ids.ts';
import { type ImportRecord, SCALAR_FIELDS } from '../../records/record.ts';
import type { MonicaAccount, MonicaPerson, Relationship } from './account.ts';
import { type ExtraColumns, readMonicaContact } from './contact.ts';
import { contactId, withIds } from './ids.ts';
import { relationRows } from './relations.ts';
import { type MonicaReminder, remindersOf } from './reminders.ts';
import { type MonicaRowReader, newRowReader, rowText } from './row-reader.ts';
import { activityEntry, entriesOf, journalEntry, type NoteEntry } from './timeline.ts';

export interface MonicaArchive {
  archive: Archive;
  /** The contacts, for comparison with existing ones. */
  records: Map<string, ImportRecord>;
  /** Reminders whose day depends on the import date. They are the same even on another day. */
  anyDay: Set<string>;
  /** Unreadable people. */
  bad: BadRecord[];
  /** Describes data that could not be imported, or not as expected. */
  warnings: string[];
}

export interface MonicaOptions {
  /** The current time, in UTC. */
  now: string;
  /** Converts a phone number to E.164 with the account's country. */
  sanitized(phone: string): string | undefined;
}

interface ConversionState extends MonicaArchive {
  rows: ArchiveRows;
  reader: MonicaRowReader;
  options: MonicaOptions;
  /** Report sentences with their number of occurrences. */
  counts: Map<string, number>;
  entries: NoteEntry[];
  dues: MonicaReminder[];
  /** Keys of photos, tags and fields that were added. */
  named: Set<string>;
}

/** Converts a Monica account to a kith archive. */
export function monicaArchive(account: MonicaAccount, options: MonicaOptions): MonicaArchive {
  const rows: ArchiveRows = {};
  const result = { archive: { rows }, records: new Map<string, ImportRecord>(), anyDay: new Set<string>() };
  const lists = {
    bad: [],
    warnings: [],
    entries: [],
    dues: [],
    counts: new Map<string, number>(),
    named: new Set<string>(),
  };
  const making: ConversionState = { ...result, ...lists, rows, reader: newRowReader(), options };
  // Sorted, so that the same one of two conflicting people wins whatever the source's order.
  const people = [...account.people].sort((a, b) => (a.key < b.key ? -1 : 1));
  const more = people.map((person, index) => readPerson(making, person, index + 1));
  for (const activity of account.activities) making.entries.push(activityEntry(activity, making.reader));
  for (const page of account.journal) making.entries.push(journalEntry(page, making.reader));
  const seen = lastSeen(making.entries, options.now);
  for (const [index, { key }] of people.entries())
    if (making.records.has(key)) addContact(making, key, more[index]!, seen.get(key));
  for (const entry of withIds(making.entries, ({ text, at }) => `${text} ${at}`)) addEntry(making, entry);
  for (const due of withIds(making.dues, ({ text }) => text)) addDue(making, due);
  const introduced = people.flatMap(({ key }, index) => introduction(key, more[index]?.introducer));
  const known = new Set(making.records.keys());
  rows.contact_relations = relationRows([...account.relationships, ...introduced], known);
  tellRest(making, account);
  return making;
}

function add(making: ConversionState, table: TableName, row: ArchiveRow): void {
  making.rows[table] ??= [];
  making.rows[table].push(row);
}

const tally = ({ counts }: ConversionState, what: string): void => {
  counts.set(what, (counts.get(what) ?? 0) + 1);
};

/** Reads a person with their lists. */
function readPerson(making: ConversionState, person: MonicaPerson, number: number): ExtraColumns {
  const { reader, options } = making;
  const { record, more } = readMonicaContact(person, number, reader);
  if (!('contact' in record)) {
    making.bad.push({ ...record, name: `contact ${person.key}` });
    return more;
  }
  making.records.set(person.key, record);
  const name = contactTitleOf(record.contact);
  append(
    making.entries,
    entriesOf(person, name, reader).filter(({ text }) => text),
  );
  append(
    making.dues,
    remindersOf(person, options.now.slice(0, 10), reader, (what) => tally(making, what)),
  );
  for (const list of ['photos', 'documents'] as const) {
    const names = (person.lists[list] ?? []).map((file) => rowText(file.original_filename) || 'unnamed').sort();
    if (names.length > 0) making.warnings.push(`${name}: ${list} cannot be imported: ${names.join(', ')}`);
  }
  return more;
}

const introduction = (from: string, to: string | undefined): Relationship[] =>
  to ? [{ from, to, type: 'introducer', reverse: 'introduced' }] : [];

/** When the user was last in touch with each person, based on calls, conversations and activities. */
function lastSeen(entries: NoteEntry[], now: string): Map<string, string> {
  const seen = new Map<string, string>();
  for (const { met, at, people } of entries) {
    if (!met || !at || at > now) continue;
    for (const key of people) if (at > (seen.get(key) ?? '')) seen.set(key, at);
  }
  return seen;
}

function addContact(making: ConversionState, key: string, more: ExtraColumns, seen: string | undefined): void {
  const { now } = making.options;
  const record = making.records.get(key)!;
  const { tags, photo } = record;
  const contact = { ...record.contact, ...(photo && { image_url: photoAddress(photoId(photo)) }) };
  const { created = now, updated = created, values, last_seen_at = '', birthday_year, introducer: _, ...rest } = more;
  const last = [last_seen_at <= now ? last_seen_at : '', seen ?? ''].sort().at(-1);
  const id = contactId(key);
  if (photo)
    addOnce(making, 'photos', { id: photoId(photo), picture: pictureAddress(photo.bytes), created_at: created });
  add(making, 'contacts', {
    id,
    ...Object.fromEntries(SCALAR_FIELDS.flatMap((field) => (contact[field] ? [[field, contact[field]]] : []))),
    full_name: personNameOf(contact) || null,
    full_name_given: contact.full_name !== undefined,
    ...birthdayColumns(contact.birthday, birthday_year),
    ...(contact.starred && { starred: true }),
    ...contact.coordinates?.data,
    ...rest,
    ...(last && { last_seen_at: last }),
    created_at: created,
    updated_at: updated,
  });
  const stamps = { created_at: created, updated_at: updated };
  for (const row of contact.contact_emails ?? [])
    add(making, 'contact_emails', { ...row, ...partOf(id, 'email', emailKey(row.email)), ...stamps });
  for (const row of contact.contact_phone_numbers ?? []) {
    const phone_number_sanitized = making.options.sanitized(row.phone_number) ?? null;
    const part = partOf(id, 'phone', phone_number_sanitized ?? phoneKey(row.phone_number));
    add(making, 'contact_phone_numbers', { ...row, phone_number_sanitized, ...part, ...stamps });
  }
  for (const row of contact.legacy_contact_addresses ?? [])
    add(making, 'legacy_contact_addresses', {
      ...row,
      ...partOf(id, 'address', normalizeText(JSON.stringify(row))),
      ...stamps,
    });
  for (const name of tags) {
    const tag_id = namedRow(making, 'tags', name, { name, created_at: now });
    add(making, 'tags_contacts', { contact_id: id, tag_id });
  }
  for (const { name, text, day: date } of values) {
    const stampsNow = { created_at: now, updated_at: now };
    const field_type = date ? 'datepicker' : 'input';
    const custom_field_id = namedRow(making, 'custom_fields', name, { name, field_type, ...stampsNow });
    const value = date ? { date_value: date } : { text_value: text };
    add(making, 'contacts_custom_fields', { ...partOf(id, 'value', name), custom_field_id, ...value });
  }
  append(
    making.warnings,
    record.warnings.map((warning) => `${contactTitleOf(contact)}: ${warning}`),
  );
}

/** Birthday columns in archive format: 1604 means no year (docs/api/times.md#birthdays). */
function birthdayColumns(birthday: string | undefined, yearAlone: number | undefined): ArchiveRow {
  if (!birthday) return yearAlone === undefined ? {} : { birthday_year: yearAlone };
  const noYear = birthday.startsWith('--');
  const day = noYear ? `1604${birthday.slice(1)}` : birthday;
  return { birthday: `${day}T00:00:00.000Z`, birthday_year: noYear ? null : Number(birthday.slice(0, 4)) };
}

const partOf = (contact_id: string, kind: string, key: string) => ({
  id: hashedUuid(`monica ${kind} ${contact_id} ${key}`),
  contact_id,
});

function addOnce(making: ConversionState, table: TableName, row: ArchiveRow & { id: string }): void {
  if (!making.named.has(row.id)) add(making, table, row);
  making.named.add(row.id);
}

/** Id of a tag or field with this name. Its row is added on first use. */
function namedRow(making: ConversionState, table: 'tags' | 'custom_fields', name: string, row: ArchiveRow): string {
  const id = hashedUuid(`monica ${table} ${name}`);
  addOnce(making, table, { id, ...row });
  return id;
}

function addEntry(making: ConversionState, entry: NoteEntry & { id: string }): void {
  const { id, text, at, created, type, emoji, people } = entry;
  const { now } = making.options;
  const known = [...new Set(people)].filter((key) => making.records.has(key));
  if (people.length > 0 && known.length === 0) {
    making.bad.push({ line: 0, name: entry.kind, reason: `none of its people could be read: ${text.slice(0, 60)}` });
    return;
  }
  const row = { id, note: text, event_time: at ?? created ?? now, created_at: created ?? at ?? now };
  add(making, 'timeline_items', {
    ...row,
    ...(type && { meeting_type: type }),
    ...(emoji && { custom_emoji: emoji }),
  });
  for (const key of known) add(making, 'timeline_items_contacts', { timeline_item_id: id, contact_id: contactId(key) });
}

function addDue(making: ConversionState, due: MonicaReminder & { id: string }): void {
  const { id, text, anchor, recurrence, done, doneAt, created, people } = due;
  if (due.anyDay) making.anyDay.add(id);
  add(making, 'reminders', {
    id,
    text,
    due_at_date: due.due,
    is_complete: done,
    created_at: created ?? making.options.now,
    ...(recurrence && { recurrence, anchor }),
    ...(done && { last_completed_at: doneAt ?? null }),
  });
  for (const key of people) add(making, 'reminders_contacts', { reminder_id: id, contact_id: contactId(key) });
}

function tellRest(making: ConversionState, account: MonicaAccount): void {
  const { warnings, counts, reader } = making;
  for (const [what, count] of counts) warnings.push(count > 1 ? `${count} ${what}` : what);
  for (const [kind, count] of [...account.leftOut].sort())
    warnings.push(`${kind} cannot be imported: ${count} left out`);
  for (const column of reader.unread()) warnings.push(`Skipped ${column}: kith has no field for it`);
}
