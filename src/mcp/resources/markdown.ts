import type { PageKind } from '../../../tools/definition.ts';
import { contactMarkdown, type Fields, list, plain, shownAs } from '../../contract/contact-markdown.ts';

/** Renders a resource as Markdown with times in the given zone. Escapes user text, so that it cannot contain markup. */
export function markdownOf(kind: PageKind, data: Fields, zone = 'UTC'): string {
  const { pagination } = data as { pagination?: { nextCursor?: unknown } };
  const more = pagination?.nextCursor ? ['', 'More exist than fit here.'] : [];
  return [...PAGES[kind](data, momentIn(zone)), ...warnings(data), ...more].join('\n');
}

const PAGES: Record<PageKind, (data: Fields, moment: Moment) => string[]> = {
  overview: overviewPage,
  contacts: (data) => ['# Contacts', '', ...list(data.contacts).map(person)],
  contact: (data) => contactMarkdown(data.contact as Fields),
  group: (data) => [
    `# ${plain((data.group as Fields).name)}`,
    '',
    ...orNothing(list(data.contacts).map(person), 'Nobody is in this group.'),
  ],
  timeline: (data, moment) => [
    '# Timeline',
    '',
    ...orNothing(
      list(data.items).map((item) => timelineItem(item, moment)),
      'Nothing yet.',
    ),
  ],
  favorites: (data) => ['# Favorites', '', ...orNothing(list(data.favorites).map(favorite), 'None yet.')],
  reminders: (data, moment) => [
    '# Reminders due',
    '',
    ...orNothing(
      list(data.reminders).map((row) => reminder(row, moment)),
      'Nothing is due.',
    ),
  ],
  agenda: (data, moment) => [
    data.from === data.to ? `# Agenda of ${data.from}` : `# Agenda, ${data.from} to ${data.to}`,
    '',
    ...orNothing(
      list(data.calendar_events).map((row) => event(row, moment)),
      'No events.',
    ),
  ],
  emails: (data, moment) => [
    '# Recent emails',
    '',
    ...orNothing(
      list(data.email_messages).map((row) => email(row, moment)),
      'No emails.',
    ),
  ],
};

function overviewPage(data: Fields, moment: Moment): string[] {
  const { user, counts, notes } = data as Record<string, Fields | undefined>;
  const { contacts, archived, reminders_open: open, reminders_overdue: overdue } = counts!;
  const period = notes ? ` (${day(notes.first)} to ${day(notes.last)})` : '';
  const fields = list(data.custom_fields).map(({ name, field_type }) => `${plain(name)} (${field_type})`);
  const accounts = list(data.accounts).map(({ provider, email, status }) => `${plain(email)} (${provider}, ${status})`);
  const people = list(data.recent_people).map(
    (row) => `- ${plain(shownAs(row))}, ${moment(row.last_seen_at)} \`${row.id}\``,
  );
  return [
    '# Overview',
    '',
    `- ${plain(user!.name ?? user!.email)}, ${data.today}, ${data.time_zone}`,
    `- ${contacts} contacts, ${archived} archived`,
    `- ${counts!.notes} notes${period}`,
    `- ${open} open reminders, ${overdue} overdue`,
    ...named(`${counts!.groups} groups`, labels(data, 'groups')),
    ...named(`${counts!.tags} tags`, labels(data, 'tags')),
    ...named('Custom fields', [...fields, ...more(data, 'custom_fields')]),
    ...named('Accounts', [...accounts, ...more(data, 'accounts')]),
    ...section(
      'Due',
      list(data.due).map((row) =>
        reminder({ ...row, reminders_contacts: list(row.contacts).map((contacts) => ({ contacts })) }, moment),
      ),
    ),
    ...section('Seen last', people),
  ];
}

const labels = (data: Fields, kind: string): string[] => [
  ...list(data[kind]).map(({ name, count }) => `${plain(name)} (${count})`),
  ...more(data, kind),
];

/** Names of rows that were cut, and the number of those without a name. */
function more(data: Fields, kind: string): string[] {
  const names = Array.isArray(data[`more_${kind}`]) ? (data[`more_${kind}`] as unknown[]).map(plain) : [];
  const left = data[`${kind}_left_out`];
  return left ? [...names, `${left} more`] : names;
}

const named = (title: string, entries: string[]): string[] =>
  entries.length > 0 ? [`- ${title}: ${entries.join(', ')}`] : [];

const section = (title: string, lines: string[]): string[] =>
  lines.length > 0 ? ['', `## ${title}`, '', ...lines] : [];

const day = (value: unknown): string => String(value).slice(0, 10);

const orNothing = (lines: string[], nothing: string): string[] => (lines.length > 0 ? lines : [nothing]);

const warnings = (data: Fields): string[] => {
  const said = Array.isArray(data.warnings) ? data.warnings : [];
  return said.length > 0 ? ['', ...said.map((warning) => `> ${plain(warning)}`)] : [];
};

function person(contact: Fields): string {
  const work = [contact.job_title, contact.company].filter(Boolean).map(plain).join(', ');
  return `- **${plain(shownAs(contact))}**${work && ` (${work})`} \`${contact.id}\``;
}

function favorite({ contacts, groups, views }: Fields): string {
  if (contacts) return person(contacts as Fields);
  const { id, name, emoji } = (groups ?? views) as Fields;
  return `- ${emoji ? `${plain(emoji)} ` : ''}${plain(name)} (${groups ? 'group' : 'view'}) \`${id}\``;
}

function reminder(row: Fields, moment: Moment): string {
  const due = row.due_at_time ? moment(row.due_at_time) : String(row.due_at_date).slice(0, 10);
  const people = list(row.reminders_contacts)
    .map(({ contacts }) => (contacts as Fields | undefined)?.full_name)
    .filter(Boolean)
    .map(plain)
    .join(', ');
  const overdue = row.is_overdue ? ', overdue' : '';
  return `- ${due}${overdue}: ${plain(row.text)}${people && ` (${people})`} \`${row.id}\``;
}

function timelineItem(item: Fields, moment: Moment): string {
  if (item.type === 'email') return email(item.email as Fields, moment);
  if (item.type === 'event') return event(item.event as Fields, moment);
  const { id, event_time, meeting_type, note } = item.note as Fields;
  return `- ${moment(event_time)}, ${plain(meeting_type ?? 'note')}: ${plain(note ?? '')} \`${id}\``;
}

function email(row: Fields, moment: Moment): string {
  const from = row.from as Fields | undefined;
  const sender = from ? ` from ${plain(from.name ?? from.email)}` : '';
  return `- ${moment(row.dateTime)}, email${sender}: ${plain(row.subjectOrTitle)}${text(' – ', row.snippet)}`;
}

function event(row: Fields, moment: Moment): string {
  const when = row.isAllDay
    ? `${String(row.dateTime).slice(0, 10)}, all day`
    : `${moment(row.dateTime)} to ${moment(row.endDateTime)}`;
  const people = list(row.participants)
    .map(({ name, email }) => plain(name ?? email))
    .join(', ');
  return `- ${when}: ${plain(row.subjectOrTitle)}${people && ` with ${people}`} \`${row.providerId}\``;
}

/** Formats a time as 2026-11-21 14:30 CET. */
type Moment = (value: unknown) => string;

const momentIn = (zone: string): Moment => {
  const short = shortNames(zone);
  return (value) => `${String(value).slice(0, 16).replace('T', ' ')} ${short(new Date(String(value)))}`;
};

/** Abbreviation of a zone, such as EST or CET; GMT+3 if it has none. */
function shortNames(zone: string): (at: Date) => string {
  const [american, british] = ['en-US', 'en-GB'].map((locale) => {
    const format = new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: 'short' });
    return (at: Date) => format.formatToParts(at).find(({ type }) => type === 'timeZoneName')!.value;
  });
  return (at) => (american!(at).startsWith('GMT') ? british!(at) : american!(at));
}

/** Returns a string after its lead, or nothing if it is empty. */
const text = (lead: string, value: unknown): string => (value ? lead + plain(value) : '');
