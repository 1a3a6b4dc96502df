import type { Client } from '../../client/client.ts';
import { settings } from '../../process/environment.ts';
import type { DeliveryContext } from '../../service/messages/deliver.ts';
import type { MailSettings } from '../../service/messages/message.ts';
import { sendMorning } from '../../service/messages/morning.ts';
import { sendReminders } from '../../service/messages/reminders.ts';
import type { JobContext, JobHandler } from './job-context.ts';

export const morningMessage: JobHandler = (_, context) => sendMorning(deliveryOf(context));

export const reminderMessages: JobHandler = (_, context) => sendReminders(deliveryOf(context), context.userData);

const deliveryOf = ({ store, secret, user, client, signal, now, place }: JobContext): DeliveryContext => ({
  ...{ store, secret, user, signal, now },
  origin: place.origin,
  briefing: (day) => briefingOf(client, day),
  mail: mailSettings(),
});

/** Briefing for the morning message. */
export const briefingOf = async (client: Client, day: string) =>
  (await client.call('get_briefing', { day, days: 1 })).data;

/** Mail server settings; undefined if the server or the sender is not set. */
export function mailSettings(): MailSettings | undefined {
  const { KITH_SMTP_URL: url, KITH_MAIL_FROM: sender, KITH_ALLOW_HTTP: allowClear } = settings;
  if (!url || !URL.canParse(url)) return undefined;
  const user = decodeURIComponent(new URL(url).username);
  const from = sender ?? (user.includes('@') ? user : undefined);
  return from === undefined ? undefined : { url, from, allowClear };
}
