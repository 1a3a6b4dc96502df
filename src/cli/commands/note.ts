import { MEETING_TYPES } from '../../contract/note.ts';
import type { Operations } from '../../contract/operations.ts';
import type { ArgumentsOf } from '../../contract/schema/operation.ts';
import { oneLine, say } from '../../process/print.ts';
import { withClient } from '../../server/composition/open-client.ts';
import { decodeFile } from '../../shared/text/charset.ts';
import { instantOf } from '../../shared/zones.ts';
import { answerJson, choice, type JsonOption, textOf } from '../input/arguments.ts';
import { readInput } from '../input/files.ts';
import { inDay } from '../output/times.ts';
import { dayOf } from '../people/days.ts';
import { nameOf, onePerson } from '../people/who.ts';

const NOON_MS = 12 * 3_600_000;

/** `kith note WHO TEXT…`: adds a note about a person, for today or an earlier day. */
export async function runNote(
  who: string,
  words: string[],
  { on, type, json }: JsonOption & { on: string; type: string },
): Promise<number> {
  const meeting_type: ArgumentsOf<Operations['create_note']>['meeting_type'] = choice('--type', type, MEETING_TYPES);
  const given = words.join(' ') === '-' ? [decodeFile(await readInput('-')).trim()] : words;
  const note = textOf('The text of a note', given);
  return withClient(async (client) => {
    const [person, zone] = await Promise.all([onePerson(client, who), client.zone()]);
    const day = dayOf('--on', on, zone, 'past');
    const isToday = day === dayOf('--on', 'today', zone, 'past');
    const { data } = await client.call('create_note', {
      note,
      meeting_type,
      ...(!isToday && { event_time: instantOf(zone, day, NOON_MS) }),
      timeline_items_contacts: [{ contact_id: person.id }],
    });
    if (json) return answerJson(data);
    await say(`Added a note about ${oneLine(nameOf(person))}, ${inDay(day)}.\n`);
    return 0;
  });
}
