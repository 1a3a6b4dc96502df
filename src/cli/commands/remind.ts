import { RECURRENCES } from '../../contract/reminders.ts';
import { oneInterval } from '../../contract/schema/intervals.ts';
import { oneLine, say } from '../../process/print.ts';
import { withClient } from '../../server/composition/open-client.ts';
import { KithError } from '../../shared/error.ts';
import { answerJson, type JsonOption, textOf } from '../input/arguments.ts';
import { inDay, inSpan } from '../output/times.ts';
import { dayOf } from '../people/days.ts';
import { nameOf, onePerson } from '../people/who.ts';

interface NewReminder extends JsonOption {
  on: string;
  about?: string | undefined;
  every?: string | undefined;
}

/** `kith remind TEXT… --on DAY`: sets a reminder, optionally about a person, once or recurring. */
export async function runRemind(words: string[], { on, about, every, json }: NewReminder): Promise<number> {
  const recurrence = every === undefined ? undefined : recurrenceOf(every);
  const text = textOf('The text of a reminder', words);
  return withClient(async (client) => {
    const day = dayOf('--on', on, await client.zone(), 'ahead');
    const person = about === undefined ? undefined : await onePerson(client, about);
    const { data } = await client.call('create_reminder', {
      text,
      due_at_date: day,
      ...(recurrence && { recurrence }),
      ...(person && { reminders_contacts: [{ contact_id: person.id }] }),
    });
    if (json) return answerJson(data);
    const of = person ? ` about ${oneLine(nameOf(person))}` : '';
    await say(`A reminder${of} is set for ${inDay(day)}${recurrence ? `, then every ${inSpan(recurrence)}` : ''}.\n`);
    return 0;
  });
}

/** Parses an interval such as `weekly` or `2 weeks`. Throws a 400 for intervals that reminders do not support. */
function recurrenceOf(said: string): (typeof RECURRENCES)[number] {
  const { read, nearest } = oneInterval(RECURRENCES);
  const meant = RECURRENCES.find((one) => one === read(said));
  if (meant) return meant;
  const near = nearest?.(said);
  throw new KithError('BadRequest', `--every "${said}" is not one of ${RECURRENCES.map(inSpan).join(', ')}.`, {
    ...(near && { hint: `The closest is ${inSpan(near)}.` }),
  });
}
