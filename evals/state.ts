import { openClient } from '../src/server/composition/open-client.ts';
import { EXPORTS } from '../src/server/transfer/export-formats.ts';
import { settingsIn } from '../src/settings.ts';
import { ZONE } from './task.ts';

// The content of an address book as lines that a person can read, one per fact.

type Row = Record<string, unknown>;
type Archive = Record<string, Row[]>;

/** Facts of the address book in a data folder, sorted, from the lossless export. */
export async function readState(folder: string): Promise<string[]> {
  const { client, userData, close } = await openClient(settingsIn({ KITH_DATA_DIR: folder }));
  let json = '';
  const write = async (text: string) => {
    json += text;
  };
  try {
    await EXPORTS.json({ client, userData }, { write, raw: false, leftOut() {} });
  } finally {
    await close();
  }
  return factsOf(JSON.parse(json));
}

/** Fields that follow from others, or that the service sets. */
const DERIVED = [
  'id',
  'workspace_id',
  'full_name',
  'full_name_given',
  'birthday_year',
  'created_at',
  'updated_at',
  'last_seen_at',
  'next_reminder_at',
  'geocode_attempts',
  'latitude',
  'longitude',
];

function factsOf(archive: Archive): string[] {
  const people = labels(archive.contacts!);
  const nameOf = (table: string) => new Map(archive[table]!.map(({ id, name }) => [id, String(name)]));
  const [tags, groups, fields] = [nameOf('tags'), nameOf('groups'), nameOf('custom_fields')];
  const of = (row: Row): string => people.get(row.contact_id) ?? '(nobody)';
  const linked = (table: string, key: string, row: Row): string =>
    archive[table]!.filter((link) => link[key] === row.id)
      .map(of)
      .sort()
      .join(', ') || '(nobody)';
  const rows = (table: string, line: (row: Row) => string | string[]) => archive[table]!.flatMap(line);
  return [
    ...rows('contacts', (row) => [`person ${people.get(row.id)}`, ...personFacts(row, people.get(row.id)!)]),
    ...rows('contact_emails', (row) => `person ${of(row)}: email ${row.email}`),
    ...rows('contact_phone_numbers', (row) => `person ${of(row)}: phone ${row.phone_number}`),
    ...rows('legacy_contact_addresses', (row) => `person ${of(row)}: address ${row.formatted}`),
    ...rows('tags_contacts', (row) => `person ${of(row)}: tag ${tags.get(row.tag_id)}`),
    ...rows('groups_contacts', (row) => `person ${of(row)}: group ${groups.get(row.group_id)}`),
    ...rows(
      'contacts_custom_fields',
      (row) => `person ${of(row)}: ${fields.get(row.custom_field_id)} = ${fieldValue(row)}`,
    ),
    ...rows('contact_relations', (row) => {
      const [source, other] = [people.get(row.source), people.get(row.destination)];
      return `relation ${source} (${row.source_contact}) - ${other} (${row.destination_contact})`;
    }),
    ...rows('tags', ({ name }) => `tag ${name}`),
    ...rows('groups', ({ name }) => `group ${name}`),
    ...rows('custom_fields', ({ name }) => `custom field ${name}`),
    ...rows('views', ({ name }) => `view ${name}`),
    ...rows('share_links', ({ group_id }) => `share link of ${groups.get(group_id)}`),
    ...rows('favorites', (row) => `favorite ${people.get(row.contact_id) ?? groups.get(row.group_id) ?? 'a view'}`),
    ...rows('timeline_items', (row) => {
      const people = linked('timeline_items_contacts', 'timeline_item_id', row);
      return `note ${dayOf(row.event_time)} ${row.meeting_type ?? 'note'} with ${people}: ${row.note}`;
    }),
    ...rows('reminders', (row) => reminderFact(row, linked('reminders_contacts', 'reminder_id', row))),
    ...rows('bin', ({ kind, title }) => `trash ${kind} ${title}`),
    ...rows('merges', ({ survivor_id }) => `merge into ${people.get(survivor_id)}`),
  ].sort();
}

/** Display names. People of the same name also have their company, or otherwise a number. */
function labels(contacts: Row[]): Map<unknown, string> {
  const names = contacts.map(({ full_name }) => String(full_name));
  const isAlone = (name: string) => names.filter((one) => one === name).length === 1;
  return new Map(
    contacts.map(({ id, company }, at) => {
      const name = names[at]!;
      return [id, isAlone(name) ? name : `${name} (${company ?? at})`];
    }),
  );
}

const personFacts = (row: Row, name: string): string[] =>
  Object.entries(row)
    .filter(([field, value]) => !DERIVED.includes(field) && value !== null && value !== false && value !== '')
    .map(([field, value]) => `person ${name}: ${field} = ${field === 'birthday' ? birthdayOf(row) : value}`);

/** A birthday without a year is stored in 1604. */
const birthdayOf = ({ birthday }: Row): string =>
  String(birthday)
    .slice(0, '0000-00-00'.length)
    .replace(/^1604-/, '');

const fieldValue = ({ text_value, date_value, array_value }: Row): string =>
  String(text_value ?? date_value ?? JSON.stringify(array_value));

function reminderFact(row: Row, people: string): string {
  const due = row.due_at_date ?? dayOf(row.due_at_time);
  const every = row.recurrence ? `, every ${row.recurrence}` : '';
  return `reminder ${row.is_complete ? 'done' : 'open'} ${due}${every} about ${people}: ${row.text}`;
}

const dayOf = (time: unknown): string =>
  typeof time === 'string' ? new Intl.DateTimeFormat('en-CA', { timeZone: ZONE }).format(new Date(time)) : 'undated';
