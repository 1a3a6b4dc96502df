import { withShownNames } from '../../mcp/replies/shown-names.ts';
import { say } from '../../process/print.ts';
import { withClient } from '../../server/composition/open-client.ts';
import { answerJson, type JsonOption } from '../input/arguments.ts';
import { sayTable } from '../output/table.ts';
import { inDay, inDayOf, inMoment, inSpan } from '../output/times.ts';

/** `kith due`: lists reminders due by today, and people to get in touch with. */
export async function runDue({ json }: JsonOption): Promise<number> {
  return withClient(async (client) => {
    const [{ data }, zone] = await Promise.all([client.call('get_briefing', { days: 1 }), client.zone()]);
    const { reminders, keep_in_touch, truncated, warnings } = data;
    if (json) return answerJson({ reminders, keep_in_touch, truncated, warnings });
    await withShownNames(client, data);
    const open = [...reminders.overdue, ...reminders.due];
    if (open.length + keep_in_touch.length === 0) await say('Nothing is due.\n');
    if (open.length > 0) {
      await sayTable(
        [['Due', 'whole'], 'Reminder', ['About', 'last']],
        open.map(({ due_at_time, due_at_date, text, contacts }) => [
          due_at_time ? inMoment(due_at_time, zone) : inDay(due_at_date!),
          text,
          contacts.map(({ full_name }) => full_name).join(', '),
        ]),
      );
      await say('To complete one, run kith done with words from it.\n');
    }
    if (keep_in_touch.length > 0) {
      await say(open.length > 0 ? '\n' : '');
      await sayTable(
        [['Be in touch with', 'last'], 'Company', ['Last contact', 'whole'], 'Every'],
        keep_in_touch.map(({ contact, last_contact_at, frequency }) => [
          contact.full_name,
          contact.company,
          last_contact_at ? inDayOf(last_contact_at, zone) : 'never',
          frequency && inSpan(frequency),
        ]),
      );
    }
    if (Object.values(truncated).includes(true)) await say('There are more than shown.\n');
    return 0;
  });
}
