import type { Operations } from '../../contract/operations.ts';
import type { DataOf } from '../../contract/schema/operation.ts';
import { withShownNames } from '../../mcp/replies/shown-names.ts';
import { counted, oneLine, say } from '../../process/print.ts';
import { withClient } from '../../server/composition/open-client.ts';
import { answerJson, type JsonOption, wholeNumber } from '../input/arguments.ts';
import { inDay, inDayOf, inMoment } from '../output/times.ts';

type Briefing = DataOf<Operations['get_briefing']>;

/** `kith briefing`: shows the days ahead. */
export async function runBriefing({ days, json }: JsonOption & { days: string }): Promise<number> {
  const count = wholeNumber('--days', days, 1, 31);
  return withClient(async (client) => {
    const [{ data }, zone] = await Promise.all([client.call('get_briefing', { days: count }), client.zone()]);
    if (json) return answerJson(data);
    await withShownNames(client, data);
    const span = data.from === data.to ? inDay(data.from) : `${inDay(data.from)} to ${inDay(data.to)}`;
    await say({ style: 'bold', text: span }, '\n');
    const parts = partsOf(data, zone).filter(([, lines]) => lines.length > 0);
    if (parts.length === 0) await say('\nNothing is coming up.\n');
    for (const [heading, lines] of parts)
      await say(
        '\n',
        { style: 'bold', text: heading },
        '\n',
        lines.map((line) => `  ${line}\n`),
      );
    if (Object.values(data.truncated).includes(true)) await say('\nThere is more than shown.\n');
    for (const warning of data.warnings) await say(`\n${oneLine(warning)}\n`);
    return 0;
  });
}

function partsOf({ events, reminders, birthdays, keep_in_touch }: Briefing, zone: string): [string, string[]][] {
  const reminder = ({ due_at_time, due_at_date, text, contacts }: Briefing['reminders']['due'][number]) =>
    `${due_at_time ? inMoment(due_at_time, zone) : inDay(due_at_date!)}  ${oneLine(text ?? '')}${among(contacts)}`;
  return [
    [
      'Events',
      events.map(({ isAllDay, dateTime, subjectOrTitle, people }) => {
        const when = isAllDay ? inDay(dateTime) : inMoment(dateTime, zone);
        return `${when}  ${oneLine(subjectOrTitle)}${among(people.map(({ contact }) => contact))}`;
      }),
    ],
    ['Overdue', reminders.overdue.map(reminder)],
    ['Reminders', reminders.due.map(reminder)],
    [
      'Birthdays',
      birthdays.map(
        ({ date, contact, turns }) =>
          `${inDay(date)}  ${oneLine(contact.full_name ?? '')}${turns === null ? '' : ` turns ${turns}`}`,
      ),
    ],
    [
      'Be in touch with',
      keep_in_touch.map(
        ({ contact, last_contact_at, days_overdue }) =>
          `${oneLine(contact.full_name ?? '')}, ${counted(days_overdue, 'day')} overdue; last ${last_contact_at ? inDayOf(last_contact_at, zone) : 'never'}`,
      ),
    ],
  ];
}

const among = (people: { full_name: string | null }[]): string => {
  const names = people.flatMap(({ full_name }) => full_name ?? []);
  return names.length === 0 ? '' : ` (${oneLine(names.join(', '))})`;
};
