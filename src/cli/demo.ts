import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importRecords } from '../transfer/import.ts';
import { readContacts } from '../transfer/read.ts';
import { type Assistant, connectAssistant } from './demo-assistant.ts';
import { heading, say, table } from './demo-print.ts';
import { openClient } from './wiring.ts';

// Two folders up from the source as well as from the bundle's chunks.
const SAMPLE = new URL('../../samples/address-book.vcf', import.meta.url);
const CALENDAR = new URL('../../samples/calendar.ics', import.meta.url);

/** `kith demo`: a sample address book in a throwaway database, and what an assistant does with it. */
export async function runDemo(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'kith-demo-'));
  try {
    await loadSample(folder);
    await connectCalendar(folder);
    const assistant = await connectAssistant(folder);
    try {
      await showTools(assistant);
      await showSearch(assistant);
      await showWeek(assistant);
      await showPreparation(assistant);
      await showWhoToReachOutTo(assistant);
      await showMerge(assistant);
      await showResource(assistant);
    } finally {
      await assistant.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  say('\nAll of it ran against a real database, now gone. To start your own: kith import FILE.vcf');
  return 0;
}

async function loadSample(folder: string): Promise<void> {
  heading('A sample address book is imported', 'kith import samples/address-book.vcf');
  const file = readContacts(await readFile(SAMPLE));
  const { client, close } = await openClient({
    ...process.env,
    KITH_DATA_DIR: folder,
    KITH_BASE_URL: undefined,
    KITH_DATABASE_URL: undefined,
  });
  const report = await importRecords(client, file.records);
  const { data } = await client.call('count_contacts', {});
  await close();
  say(
    `${file.records.length} cards: ${report.created} people created, ${report.updated} joined with one of them, ${report.failed} failed; ${data.count} contacts.`,
  );
}

async function connectCalendar(folder: string): Promise<void> {
  heading('A calendar is connected by its address', 'kith connect ics samples/calendar.ics');
  const [{ openData }, { localUser }, { saveAccount }, { calendarByAddress }] = await Promise.all([
    import('../service/data.ts'),
    import('../service/users.ts'),
    import('../service/agenda/connect.ts'),
    import('../service/agenda/connect-ics.ts'),
  ]);
  const data = openData(folder, undefined);
  try {
    const user = await localUser(data.store);
    const account = await saveAccount(data, user.user_id, await calendarByAddress(fileURLToPath(CALENDAR)));
    say(
      `${account.email}: ${account.capabilities.join(', ')}; its events are read when they are asked for and never stored.`,
    );
  } finally {
    await data.store.close();
  }
}

async function showTools(assistant: Assistant): Promise<void> {
  heading('An assistant starts kith and asks what it can do', 'tools/list');
  const names = await assistant.toolNames();
  say(`${names.length} tools: ${names.slice(0, 12).join(', ')}, …`);
}

async function showSearch(assistant: Assistant): Promise<void> {
  heading('“Who did I have coffee with?”');
  const { notes } = await assistant.call('search_notes', {
    searchQuery: 'coffee',
    take: 5,
    includeContactDetails: true,
  });
  table(notes.map((note: Note) => [day(note.event_time), names(note), note.note]));
}

async function showWeek(assistant: Assistant): Promise<void> {
  heading('“What is on this week, and with whom?”');
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const { calendar_events } = await assistant.call('list_calendar_events', {
    dateRange: { start: inDays(0), end: inDays(6) },
  });
  table(calendar_events.map((event: Event) => [day(event.dateTime), event.summaryOfEvent, people(event)]));
}

async function showPreparation(assistant: Assistant): Promise<void> {
  heading('“Prepare me for lunch with Amara.”');
  const { contacts } = await assistant.call('list_contacts', { searchQuery: 'amara okafor' });
  const { contact } = await assistant.call('get_contact', { contactId: contacts[0].id });
  const { items } = await assistant.call('list_timeline', { contactId: contact.id, take: 6 });
  say(
    `${contact.full_name}, ${[contact.job_title, contact.company].filter(Boolean).join(' at ')}; last seen ${day(contact.last_seen_at)}.`,
  );
  table(
    items.map(({ type, date, note, event }: Item) => [
      day(date),
      note?.meeting_type ?? type,
      note?.note ?? event?.summaryOfEvent ?? '',
    ]),
  );
}

async function showWhoToReachOutTo(assistant: Assistant): Promise<void> {
  heading('“I want to see my mentors every three months. Who should I reach out to this week?”');
  const { tags } = await assistant.call('list_tags', { take: 50 });
  const mentor = tags.find((tag: { name: string }) => tag.name === 'mentor');
  const { contacts } = await assistant.call('filter_contacts', { where: { tags: { any: [mentor.id] } } });
  const data = { frequency: '3 mons' };
  const updates = contacts.map(({ id }: Contact) => ({ contactId: id, data }));
  await assistant.call('bulk_update_contacts', { updates });
  const { keep_in_touch, birthdays, reminders } = await assistant.call('get_briefing', { days: 7 });
  say('Overdue, the longest for their rhythm first:');
  table(
    keep_in_touch.map(({ contact, days_overdue, last_said }: Overdue) => [
      `${days_overdue} days`,
      contact.full_name,
      last_said?.text ?? contact.company ?? '',
    ]),
  );
  say(`Birthdays this week: ${birthdays.map(birthdayLine).join(', ') || 'none'}.`);
  say(`Reminders: ${reminders?.due?.length ?? 0} due, ${reminders?.overdue?.length ?? 0} overdue.`);
}

async function showMerge(assistant: Assistant): Promise<void> {
  heading('“Kate and Katherine Whitfield are one person, put them together.”');
  const { contacts } = await assistant.call('list_contacts', {
    searchQuery: 'whitfield',
    include: { contact_emails: true },
  });
  const pair = contacts.filter((contact: Contact) => /^Kat/.test(contact.full_name));
  table(pair.map((contact: Contact) => [contact.full_name, contact.company ?? '', emails(contact)]));
  const groups = { contactIds: [pair.map(({ id }: Contact) => id)] };
  const preview = await assistant.call('merge_contacts', groups);
  say(`Without a yes nothing happens (dry run: ${preview.dry_run}). The person agrees:`);
  const { merged } = await assistant.call('merge_contacts', { ...groups, confirm: true });
  table(merged.map((contact: Contact) => [contact.full_name, contact.company ?? '', emails(contact)]));
}

async function showResource(assistant: Assistant): Promise<void> {
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
  summaryOfEvent: string;
  participants?: { email: string; name?: string }[];
}

interface Note {
  note: string;
  event_time: string;
  meeting_type?: string;
  timeline_items_contacts?: { contacts?: Contact }[];
}

interface Item {
  type: string;
  date: string;
  note?: Note;
  event?: Event;
}

interface Overdue {
  contact: Contact;
  days_overdue: number;
  last_said?: { text: string };
}

interface Birthday {
  contact: Contact;
  date: string;
  turns?: number;
}

const birthdayLine = ({ contact, date, turns }: Birthday): string =>
  `${contact.full_name} ${date}${turns ? ` (${turns})` : ''}`;

const day = (time: string | undefined): string => time?.slice(0, 10) ?? 'never';
const people = ({ participants = [] }: Event): string =>
  participants.map(({ email, name }) => name ?? email).join(', ');
const emails = (contact: Contact): string => (contact.contact_emails ?? []).map(({ email }) => email).join(', ');
const names = (note: Note): string =>
  (note.timeline_items_contacts ?? []).map(({ contacts }) => contacts?.full_name).join(', ');
