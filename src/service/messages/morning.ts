import { dayIn } from '../../shared/zones.ts';
import { type DeliveryContext, deliver, morningMessage, setRow } from './deliver.ts';
import { nextMorning } from './next-morning.ts';
import { messagesRow, scheduleOf } from './settings.ts';
import { isEmpty } from './text.ts';

/** Sends the morning message if it is due. Returns when the next one is due, null if off. Throws to request a retry. */
export async function sendMorning(context: DeliveryContext): Promise<string | null> {
  const { store, user, now } = context;
  const { user_id: userId, time_zone: zone } = user;
  const row = await store.read('', (db) => messagesRow(db, userId));
  if (!row?.is_on) return null;
  const next = (sentDay = row.sent_day) => nextMorning({ ...scheduleOf(row, zone), sentDay }, now().toISOString());
  const { day, at } = next();
  if (at > now().toISOString()) return at;
  const briefing = await context.briefing(dayIn(zone, at));
  if (isEmpty(briefing) && !row.when_empty) {
    const columns = {
      sent_day: day,
      outcome: 'nothing',
      outcome_at: now().toISOString(),
      outcome_words: null,
    } as const;
    await store.directory((db) => setRow(db, userId, columns));
  } else {
    await deliver(context, row, morningMessage(context, 'morning', briefing, day), { sent_day: day });
  }
  return next(day).at;
}
