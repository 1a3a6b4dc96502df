import { RECURRENCES } from '../../contract/reminders.ts';
import { answerJson, choice, type JsonOption } from '../arguments.ts';
import { withClient } from '../composition-root.ts';
import { oneLine, say } from '../output/print.ts';
import { inDay } from '../output/times.ts';
import { dayOf } from '../people/days.ts';
import { nameOf, onePerson } from '../people/who.ts';

interface NewReminder extends JsonOption {
  on: string;
  about?: string | undefined;
  every?: string | undefined;
}

/** `kith remind TEXT… --on DAY`: a reminder, about a person or nobody, once or again and again. */
export async function runRemind(words: string[], { on, about, every, json }: NewReminder): Promise<number> {
  const recurrence = every === undefined ? undefined : choice('--every', every, RECURRENCES);
  return withClient(async (client) => {
    const day = dayOf('--on', on, await client.zone(), 'ahead');
    const person = about === undefined ? undefined : await onePerson(client, about);
    const { data } = await client.call('create_reminder', {
      text: words.join(' '),
      due_at_date: day,
      ...(recurrence && { recurrence }),
      ...(person && { reminders_contacts: [{ contact_id: person.id }] }),
    });
    if (json) return answerJson(data);
    const of = person ? ` about ${oneLine(nameOf(person))}` : '';
    await say(`A reminder${of} is set for ${inDay(day)}${recurrence ? `, then every ${recurrence}` : ''}.\n`);
    return 0;
  });
}
