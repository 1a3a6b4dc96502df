import type { Assistant } from './assistant.ts';
import { heading, say, table } from './print.ts';

// Requests to an assistant, answered with real calls.

export async function showTools(assistant: Assistant): Promise<void> {
  heading('An assistant starts kith and asks what it can do', 'tools/list');
  const names = await assistant.toolNames();
  say(`${names.length} tools: ${names.slice(0, 12).join(', ')}, …`);
  say(
    'Clients with MCP Apps support also show views of duplicates, a briefing, a person, and a calendar: docs/mcp.md.',
  );
}

export async function showSearch(assistant: Assistant): Promise<void> {
  heading('“Who did I have coffee with?”');
  const { notes } = await assistant.call('search_notes', {
    searchQuery: 'coffee',
    take: 5,
    includeContactDetails: true,
  });
  table(notes.map((note: Note) => [day(note.event_time), names(note), note.note]));
}

export async function showWeek(assistant: Assistant): Promise<void> {
  heading('“What is on this week, and with whom?”');
  const { events } = await assistant.call('get_briefing', { days: 7 });
  table(
    events.map((event: BriefedEvent) => [
      moment(event),
      event.summaryOfEvent,
      (event.people ?? []).map(({ contact, last_said }) => `${contact.full_name}${lastWords(last_said)}`).join('; '),
    ]),
  );
}

export async function showPreparation(assistant: Assistant): Promise<void> {
  heading('“Prepare me for lunch with Amara.”');
  const { contacts } = await assistant.call('list_contacts', { searchQuery: 'amara okafor' });
  const { contact } = await assistant.call('get_contact', { contactId: contacts[0].id });
  const { calendar_events } = await assistant.call('list_calendar_events', {
    searchQuery: 'lunch amara',
    dateRange: { start: inDays(0), end: inDays(62) },
  });
  const { items } = await assistant.call('list_timeline', { contactId: contact.id, sources: ['notes'], take: 6 });
  const { reminders } = await assistant.call('list_reminders', { contactId: contact.id, isComplete: false });
  say(
    `${contact.full_name}, ${[contact.job_title, contact.company].filter(Boolean).join(' at ')}; last seen ${day(contact.last_seen_at)}.`,
  );
  const [lunch] = calendar_events as Event[];
  if (lunch) say(`Next: ${moment(lunch)}, ${lunch.summaryOfEvent}.`);
  say('Last notes:');
  table(items.map(({ date, note }: Item) => [day(date), note.meeting_type ?? 'note', note.note]));
  say(`Promised: ${(reminders ?? []).map((reminder: Reminder) => reminder.text).join('; ') || 'nothing'}.`);
}

export async function showReminder(assistant: Assistant): Promise<void> {
  heading('“Remind me in two days to send Amara the sodium-ion paper.”');
  const { contacts } = await assistant.call('list_contacts', { searchQuery: 'amara okafor' });
  const { reminder } = await assistant.call('create_reminder', {
    text: 'Send Amara the sodium-ion paper',
    due_at_date: inDays(2),
    reminders_contacts: [{ contact_id: contacts[0].id }],
  });
  say(`${reminder.text}: due ${day(reminder.due_at_date)}.`);
}

export async function showWhoToReachOutTo(assistant: Assistant): Promise<void> {
  heading('“I want to see my mentors every three months. Who should I reach out to this week?”');
  const { tags } = await assistant.call('list_tags', { take: 50 });
  const mentor = tags.find((tag: { name: string }) => tag.name === 'mentor');
  const { contacts } = await assistant.call('filter_contacts', { where: { tags: { any: [mentor.id] } } });
  const data = { frequency: '3 mons' };
  const updates = contacts.map(({ id }: Contact) => ({ contactId: id, data }));
  await assistant.call('bulk_update_contacts', { updates });
  const { keep_in_touch, birthdays, reminders } = await assistant.call('get_briefing', { days: 7 });
  say('Most overdue first:');
  table(
    keep_in_touch.map(({ contact, days_overdue, last_contact_at, last_said }: Overdue) => [
      contact.full_name,
      `${days_overdue} days late`,
      `last ${day(last_contact_at)}`,
      last_said?.text ?? contact.company ?? '',
    ]),
  );
  say(`Birthdays this week: ${(birthdays ?? []).map(birthdayLine).join(', ') || 'none'}.`);
  const due = [...(reminders?.overdue ?? []), ...(reminders?.due ?? [])];
  say(`Reminders: ${due.map(reminderLine).join('; ') || 'none'}.`);
}

export async function showMerge(assistant: Assistant): Promise<void> {
  heading('“Kate and Katherine Whitfield are one person, put them together.”');
  const { contacts } = await assistant.call('list_contacts', {
    searchQuery: 'whitfield',
    include: { contact_emails: true },
  });
  const pair = contacts.filter((contact: Contact) => /^Kat/.test(contact.full_name));
  table(pair.map((contact: Contact) => [contact.full_name, contact.company ?? '', emails(contact)]));
  const groups = { contactIds: [pair.map(({ id }: Contact) => id)] };
  const preview = await assistant.call('merge_contacts', groups);
  say(`Nothing happens without confirmation (dry run: ${preview.dry_run}). The user confirms:`);
  const { merged } = await assistant.call('merge_contacts', { ...groups, confirm: true });
  table(merged.map((contact: Contact) => [contact.full_name, contact.company ?? '', emails(contact)]));
}

export async function showResource(assistant: Assistant): Promise<void> {
  heading('The same as a resource, to attach to a conversation', 'kith://contacts/{contact}?format=md');
  const [value] = await assistant.complete('amara');
  say(await assistant.read(`kith://contacts/${encodeURIComponent(value!)}?format=md`));
}

interface Contact {
  id: string;
  full_name: string;
  company?: string;
  last_seen_at?: string;
  contact_emails?: { email: string }[];
}

interface Event {
  dateTime: string;
  isAllDay?: boolean;
  summaryOfEvent: string;
}

interface BriefedEvent extends Event {
  people?: { contact: Contact; last_said?: LastSaid }[];
}

interface LastSaid {
  date: string;
  text: string;
}

interface Note {
  note: string;
  event_time: string;
  meeting_type?: string;
  timeline_items_contacts?: { contacts?: Contact }[];
}

interface Item {
  date: string;
  note: Note;
}

interface Reminder {
  text: string;
  due_at_date?: string;
}

interface Overdue {
  contact: Contact;
  days_overdue: number;
  last_contact_at?: string;
  last_said?: LastSaid;
}

interface Birthday {
  contact: Contact;
  date: string;
  turns?: number;
}

const birthdayLine = ({ contact, date, turns }: Birthday): string =>
  `${contact.full_name} ${date}${turns ? ` (${turns})` : ''}`;

const day = (time: string | undefined): string => time?.slice(0, 10) ?? 'never';
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const WEEKDAY = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'UTC' });
/** Formats a time without its zone, because the sample user is in UTC. */
const moment = ({ dateTime, isAllDay }: Event): string =>
  `${WEEKDAY.format(new Date(dateTime))} ${dateTime.slice(0, 10)} ${isAllDay ? 'all day' : dateTime.slice(11, 16)}`;
const lastWords = (said: LastSaid | undefined): string => (said ? `, ${day(said.date)}: ${said.text}` : '');
const reminderLine = ({ text, due_at_date }: Reminder): string => `${text} (${day(due_at_date)})`;
const emails = (contact: Contact): string => (contact.contact_emails ?? []).map(({ email }) => email).join(', ');
const names = (note: Note): string =>
  (note.timeline_items_contacts ?? []).map(({ contacts }) => contacts?.full_name).join(', ');
