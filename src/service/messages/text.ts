import type { Operations } from '../../contract/operations.ts';
import type { DataOf } from '../../contract/schema/operation.ts';
import { escapeHtml } from '../../shared/html/escape.ts';

export type Briefing = DataOf<Operations['get_briefing']>;
type Reminder = Pick<Briefing['reminders']['due'][number], 'text' | 'due_at_date' | 'due_at_time' | 'contacts'>;

/** A message's text in all formats. */
export interface MessageText {
  title: string;
  text: string;
  html: string;
}

interface Section {
  heading: string;
  lines: string[];
}

const WORDS = {
  nothing: 'Nothing to do today.',
  more: 'Some items are not shown.',
  open: 'Open kith',
  reminder: 'Reminder',
  test: 'This is the test message you requested.',
};

/** Whether a briefing has no content. */
export const isEmpty = (briefing: Briefing): boolean => sectionsOf(briefing, 'UTC').length === 0;

/** The morning message with a day's briefing. `origin` is that of the web app, for links. */
export function briefingText(
  briefing: Briefing,
  zone: string,
  origin: string | undefined,
  isTest = false,
): MessageText {
  const sections = sectionsOf(briefing, zone);
  const notes = [
    ...(isTest ? [WORDS.test] : []),
    ...(sections.length === 0 ? [WORDS.nothing] : []),
    ...(Object.values(briefing.truncated).includes(true) ? [WORDS.more] : []),
  ];
  return renderMessage(titleOf(briefing), sections, notes, origin && `${origin}/today`);
}

/** The message about a due reminder. */
export function reminderText(reminder: Reminder, zone: string, origin: string | undefined): MessageText {
  const line = reminderLine(reminder, zone);
  const title = `${WORDS.reminder}: ${shortened(plain(reminder.text ?? ''), 100)}`;
  return renderMessage(title, [{ heading: WORDS.reminder, lines: [line] }], [], origin && `${origin}/reminders`);
}

/** The day and counts. An email subject should not contain names. */
function titleOf({ from, events, reminders, birthdays, keep_in_touch }: Briefing): string {
  const counts = [
    counted(events.length, 'event'),
    counted(reminders.due.length + reminders.overdue.length, 'reminder'),
    counted(birthdays.length, 'birthday'),
    keep_in_touch.length > 0 ? `${keep_in_touch.length} to contact` : '',
  ].filter(Boolean);
  return [inDay(from), counts.join(', ')].filter(Boolean).join(': ');
}

const counted = (count: number, one: string): string => (count === 0 ? '' : `${count} ${one}${count === 1 ? '' : 's'}`);

function sectionsOf(briefing: Briefing, zone: string): Section[] {
  const { events, reminders, birthdays, keep_in_touch, warnings } = briefing;
  const sections: Section[] = [
    {
      heading: 'Events',
      lines: events.map(({ isAllDay, dateTime, subjectOrTitle, people }) =>
        [isAllDay ? '' : inTime(dateTime, zone), plain(subjectOrTitle) + among(people.map(({ contact }) => contact))]
          .filter(Boolean)
          .join('  '),
      ),
    },
    {
      heading: 'Birthdays',
      lines: birthdays.map(({ contact, turns }) => `${named(contact)}${turns === null ? '' : ` turns ${turns}`}`),
    },
    { heading: 'Reminders', lines: reminders.due.map((one) => reminderLine(one, zone)) },
    {
      heading: 'Overdue',
      lines: reminders.overdue.map((one) => {
        const due = one.due_at_time ? inDayOf(one.due_at_time, zone) : inDay(one.due_at_date!);
        return `${plain(one.text ?? '')}${among(one.contacts)}, since ${due}`;
      }),
    },
    {
      heading: 'Keep in touch',
      lines: keep_in_touch.map(({ contact, last_contact_at }) => {
        const last = last_contact_at ? inDayOf(last_contact_at, zone) : 'never';
        return `${named(contact)}, last contact: ${last}`;
      }),
    },
    { heading: 'Unavailable accounts', lines: troublesIn(warnings) },
  ];
  return sections.filter(({ lines }) => lines.length > 0);
}

const OF_ACCOUNT = 'account:';

/** Warnings about unavailable accounts. Other warnings, such as that none is connected, would repeat each morning. */
const troublesIn = (warnings: string[]): string[] =>
  warnings.filter((one) => one.startsWith(OF_ACCOUNT)).map((one) => plain(one.slice(OF_ACCOUNT.length)));

function reminderLine({ text, due_at_time, contacts }: Reminder, zone: string): string {
  const line = `${plain(text ?? '')}${among(contacts)}`;
  return due_at_time ? `${inTime(due_at_time, zone)}  ${line}` : line;
}

const NAMELESS = 'someone without a name';
const named = ({ full_name }: { full_name: string | null }): string => plain(full_name ?? '') || NAMELESS;

function among(people: { full_name: string | null }[]): string {
  const names = people.flatMap(({ full_name }) => (full_name ? plain(full_name) : []));
  return names.length === 0 ? '' : ` (${names.join(', ')})`;
}

const JOINERS = ['\u200c', '\u200d', '\ufe0f'];

/** Untrusted text as a single line, without invisible characters except those that join letters and emoji. */
const plain = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cs}\p{Co}\s]+/gu, ' ')
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, (sign) => (JOINERS.includes(sign) ? sign : ''))
    .trim();

const shortened = (text: string, most: number): string => {
  const signs = [...text];
  return signs.length <= most ? text : `${signs.slice(0, most - 1).join('')}…`;
};

function renderMessage(title: string, sections: Section[], notes: string[], link: string | undefined): MessageText {
  const text = [
    ...sections.map(({ heading, lines }) => [heading, ...lines.map((line) => `- ${line}`)].join('\n')),
    ...notes,
    ...(link ? [link] : []),
  ].join('\n\n');
  const body = [
    ...sections.map(
      ({ heading, lines }) =>
        `<h2>${escapeHtml(heading)}</h2>\n<ul>\n${lines.map((line) => `<li dir="auto">${escapeHtml(line)}</li>\n`).join('')}</ul>`,
    ),
    ...notes.map((note) => `<p>${escapeHtml(note)}</p>`),
    ...(link ? [`<p><a href="${escapeHtml(link)}">${WORDS.open}</a></p>`] : []),
  ].join('\n');
  const html = `<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>\n<body>\n${body}\n</body>\n</html>\n`;
  return { title, text: `${text}\n`, html };
}

const DAY: Intl.DateTimeFormatOptions = { weekday: 'long', day: 'numeric', month: 'long' };
const inDay = (day: string): string =>
  new Intl.DateTimeFormat('en-US', { ...DAY, timeZone: 'UTC' }).format(new Date(`${day.slice(0, 10)}T00:00:00Z`));
const inDayOf = (instant: string, zone: string): string =>
  new Intl.DateTimeFormat('en-US', { ...DAY, timeZone: zone }).format(new Date(instant));
const inTime = (instant: string, zone: string): string =>
  new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: zone }).format(
    new Date(instant),
  );
