import { contactMarkdown, type Fields, list, plain, shownAs } from '../../contract/contact-markdown.ts';
import type { Operations } from '../../contract/operations.ts';
import type { DataOf } from '../../contract/schema/operation.ts';
import type { SearchKind } from '../../contract/search.ts';
import { notFound } from '../../shared/error.ts';
import { getEmail } from '../agenda/get-email.ts';
import { accountsWith } from '../agenda/read.ts';
import { getEvent } from '../agenda/write-events.ts';
import { ALL_RELATIONS, readContacts } from '../contact-rows/read.ts';
import { viewGroups } from '../groups/view.ts';
import { notesById } from '../notes/read/pages.ts';
import { viewReminders } from '../reminders/view.ts';
import type { Context } from '../runtime/context.ts';
import type { ProviderContext } from '../runtime/handler.ts';
import { viewTags } from '../tags/handlers.ts';
import { findEntry } from '../undo-records/trash-entries.ts';
import { titleOf } from './passage.ts';
import { urlOf } from './results.ts';
import { SEARCHED_IN_TRASH } from './trash.ts';

type Fetched = DataOf<Operations['fetch']>;
interface LoadedRecord {
  kind: SearchKind;
  record: Fields;
  trashed?: true;
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Fetches a record of any kind, including records in the trash and items from connected accounts. Throws 404. */
export async function fetchRecord(live: ProviderContext, id: string): Promise<Fetched> {
  const found = UUID.test(id)
    ? ((await live.read((context) => storedRecord(context, id.toLowerCase()))) ?? (await itemOf(live, id)))
    : await itemOf(live, id);
  if (!found) throw notFound('record', id);
  const { kind, record, trashed } = found;
  const title = TITLES[kind](record);
  const named = kind === 'person' ? await live.read((context) => withRelatedNames(context, record)) : record;
  const state = trashed ? 'In the trash' : record.is_archived ? 'Archived' : undefined;
  return {
    id,
    kind,
    title,
    text: [TEXTS[kind](named, title), ...(state ? ['', state] : [])].join('\n'),
    url: urlOf(kind, id),
    metadata: { kind, ...metadataOf(kind, record), ...(trashed && { trashed: 'true' }) },
    record,
  };
}

/** Looks a record up in the database, trying the most requested kinds first. */
async function storedRecord(context: Context, id: string): Promise<LoadedRecord | undefined> {
  const reads: [SearchKind, () => Promise<readonly unknown[]>][] = [
    ['person', () => readContacts(context, [id], ALL_RELATIONS)],
    ['note', () => notesById(context, [id], true)],
    ['reminder', () => remindersById(context, id)],
    ['group', () => viewGroups(context, [id])],
    ['tag', () => viewTags(context, [id])],
  ];
  for (const [kind, read] of reads) {
    const [record] = await read();
    if (record) return { kind, record: record as Fields };
  }
  const entry = await findEntry(context, id);
  const searched = entry && SEARCHED_IN_TRASH[entry.kind];
  const row = searched && entry.rows[searched.table]?.find((one) => one.id === entry.object_id);
  return row && { kind: searched.kind, record: shownColumns(row), trashed: true };
}

/** Columns that no operation returns. */
const INTERNAL = /^(?:folded_|has_notes$|full_name_given$|birthday_dismissed_year$|geocode_)/;

/** Drops internal columns from a stored row. */
const shownColumns = (row: object): Fields =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !INTERNAL.test(name)));

async function remindersById(context: Context, id: string) {
  const { db, user } = context;
  const rows = await db
    .selectFrom('reminders')
    .selectAll()
    .where('user_id', '=', user.user_id)
    .where('id', '=', id)
    .execute();
  return viewReminders(context, rows, true, 50);
}

/** Looks an event or email up in the connected accounts. */
async function itemOf(live: ProviderContext, id: string): Promise<LoadedRecord | undefined> {
  const isMissing = (error: unknown) => (error as { code?: string }).code === 'NotFound';
  if ((await accountsWith(live, 'read_calendar')).length > 0) {
    try {
      const { event } = await getEvent(live, id);
      return { kind: 'event', record: event as Fields };
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
  if ((await accountsWith(live, 'read_email')).length === 0) return undefined;
  try {
    return { kind: 'email', record: (await getEmail(live, id)) as Fields };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

const SOURCE = 'contact_relations_contact_relations_sourceTocontacts';
const DESTINATION = 'contact_relations_contact_relations_destinationTocontacts';

/** Adds the names of related people to a contact's relations. */
async function withRelatedNames({ db, user }: Context, contact: Fields): Promise<Fields> {
  const sides = [
    [SOURCE, 'destination'],
    [DESTINATION, 'source'],
  ] as const;
  const ids = sides.flatMap(([side, other]) => list(contact[side]).map((relation) => String(relation[other])));
  if (ids.length === 0) return contact;
  const rows = await db
    .selectFrom('contacts')
    .select(['id', 'full_name'])
    .where('user_id', '=', user.user_id)
    .where('id', 'in', ids)
    .execute();
  const names = new Map(rows.map(({ id, full_name }) => [id, full_name]));
  const named = sides.map(([side, other]) => [
    side,
    list(contact[side]).map((relation) => ({
      ...relation,
      contacts: { full_name: names.get(String(relation[other])) },
    })),
  ]);
  return { ...contact, ...Object.fromEntries(named) };
}

const stringOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const TITLES: Record<SearchKind, (record: Fields) => string> = {
  person: (record) => stringOf(shownAs(record)),
  note: ({ note }) => titleOf(stringOf(note)),
  reminder: ({ text }) => titleOf(stringOf(text)),
  group: ({ name }) => stringOf(name),
  tag: ({ name }) => stringOf(name),
  event: ({ subjectOrTitle }) => stringOf(subjectOrTitle),
  email: ({ subjectOrTitle }) => stringOf(subjectOrTitle),
};

type ToText = (record: Fields, title: string) => string;

const page =
  (facts: (record: Fields) => [string, unknown][], body: (record: Fields) => string = () => ''): ToText =>
  (record, title) =>
    [
      `# ${plain(title)}`,
      '',
      ...facts(record).flatMap(([name, value]) => (value ? [`- ${name}: ${plain(value)}`] : [])),
      ...(body(record) && body(record) !== title ? ['', body(record)] : []),
    ].join('\n');

const namesOf = (links: unknown): string =>
  list(links)
    .map(({ contacts }) => (contacts as Fields | undefined)?.full_name)
    .filter(Boolean)
    .join(', ');
const participants = ({ participants: all }: Fields): string =>
  list(all)
    .map(({ name, email }) => name ?? email)
    .join(', ');

const TEXTS: Record<SearchKind, ToText> = {
  person: (record) => contactMarkdown(record).join('\n'),
  note: page(
    ({ event_time, meeting_type, timeline_items_contacts }) => [
      ['Date', event_time],
      ['Meeting', meeting_type],
      ['People', namesOf(timeline_items_contacts)],
    ],
    ({ note }) => stringOf(note),
  ),
  reminder: page(
    ({ due_at_time, due_at_date, recurrence, is_complete, reminders_contacts }) => [
      ['Due', due_at_time ?? stringOf(due_at_date).slice(0, 10)],
      ['Repeats', recurrence],
      ['Done', is_complete ? 'yes' : ''],
      ['People', namesOf(reminders_contacts)],
    ],
    ({ text }) => stringOf(text),
  ),
  group: page(
    ({ _count }) => [['Members', (_count as Fields | undefined)?.groups_contacts]],
    ({ description }) => stringOf(description),
  ),
  tag: page(({ _count }) => [['People', (_count as Fields | undefined)?.tags_contacts]]),
  event: page(
    (record) => [
      ['Starts', record.dateTime],
      ['Ends', record.endDateTime],
      ['Where', record.location],
      ['People', participants(record)],
    ],
    ({ descriptionOfEvent }) => stringOf(descriptionOfEvent),
  ),
  email: page(
    (record) => [
      ['Date', record.dateTime],
      ['People', participants(record)],
    ],
    ({ text, snippet }) => stringOf(text) || stringOf(snippet),
  ),
};

const METADATA: Record<SearchKind, readonly string[]> = {
  person: ['company', 'job_title', 'last_seen_at', 'created_at', 'updated_at'],
  note: ['event_time', 'meeting_type', 'created_at'],
  reminder: ['due_at_date', 'due_at_time', 'recurrence', 'is_complete', 'created_at'],
  group: ['created_at', 'updated_at'],
  tag: ['created_at'],
  event: ['dateTime', 'endDateTime', 'location', 'email', 'provider'],
  email: ['dateTime', 'email', 'provider'],
};

function metadataOf(kind: SearchKind, record: Fields): Record<string, string> {
  const facts = METADATA[kind].flatMap((field): [string, string][] => {
    const value = record[field];
    return value === null || value === undefined || value === '' ? [] : [[field, String(value)]];
  });
  const isArchived = record.is_archived === true || record.is_archived === 1;
  return { ...Object.fromEntries(facts), ...(isArchived && { archived: 'true' }) };
}
