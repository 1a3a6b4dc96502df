import type { Client } from '../../client/client.ts';
import type { Operations } from '../../contract/operations.ts';
import type { DataOf } from '../../contract/schema/operation.ts';
import { oneLine, say } from '../../process/print.ts';
import { withClient } from '../../server/composition/open-client.ts';
import { KithError } from '../../shared/error.ts';
import { append } from '../../shared/lists.ts';
import { fold } from '../../shared/text/fold.ts';
import { answerJson, type JsonOption, textOf } from '../input/arguments.ts';
import { inDayOf, inMoment } from '../output/times.ts';

type Reminder = DataOf<Operations['list_reminders']>['reminders'][number];

/** `kith done WORDS…`: completes the only open reminder that contains the words. */
export async function runDone(words: string[], { json }: JsonOption): Promise<number> {
  return withClient(async (client) => {
    const { id } = await oneReminder(client, textOf('The text of a reminder', words));
    const { data } = await client.call('update_reminder', { reminderId: id, is_complete: true });
    if (json) return answerJson(data);
    const { text, due_at_time, next_occurrence_at: next } = data.reminder;
    const again = next && (due_at_time ? inMoment : inDayOf)(next, await client.zone());
    await say(`Done: ${oneLine(text ?? '')}${again ? `. Due again on ${again}` : ''}.\n`);
    return 0;
  });
}

/** Throws a 404 if no open reminder contains the words, and a 409 if several do. */
async function oneReminder(client: Client, words: string): Promise<Reminder> {
  const found: Reminder[] = [];
  let cursor: string | null | undefined;
  do {
    const { data } = await client.call('list_reminders', { isComplete: false, take: 200, ...(cursor && { cursor }) });
    append(
      found,
      data.reminders.filter(({ id, text }) => id === words || fold(text ?? '').includes(fold(words))),
    );
    cursor = data.pagination.nextCursor;
  } while (cursor);
  const exact = found.filter(({ id, text }) => id === words || fold(text ?? '') === fold(words));
  const [one, ...others] = exact.length > 0 ? exact : found;
  if (!one)
    throw new KithError('NotFound', `No open reminder contains "${words}".`, {
      hint: 'List due reminders with kith due.',
    });
  if (others.length === 0) return one;
  const lines = [one, ...others].slice(0, 8).map(({ id, text }) => `  ${oneLine(text ?? '')}, ${id}`);
  throw new KithError('Conflict', `Several open reminders contain "${words}":\n${lines.join('\n')}`, {
    hint: 'Use more words or the id.',
  });
}
