import * as z from 'zod';
import { once } from '../shared/once.ts';
import { answeredTime } from './schema/answered-times.ts';
import { defineOperations } from './schema/operation.ts';

export const CHANNELS = ['mail', 'ntfy', 'webhook'] as const;

const time = () =>
  z.string().max(20).describe('Time of the morning message in the account’s time zone, such as 07:00.');
const reminders = () => z.boolean().describe('Whether reminders with a time are sent at that time.');
const emptyDays = () => z.boolean().describe('Whether to send a message on days with nothing to report.');
const timestamp = () => answeredTime().nullable();

const messageSettings = once(() =>
  z
    .object({
      is_on: z.boolean().describe('Whether messages are sent.'),
      time: time(),
      channel: z.enum(CHANNELS).describe('Delivery channel.'),
      leads_to: z.string().describe('Destination of the channel: a host or an email address.'),
      to: z
        .string()
        .describe('The configured email address; empty for the account’s own address and for other channels.'),
      has_secret: z.boolean().describe('Whether the webhook has a secret or the ntfy topic has a token.'),
      reminders: reminders(),
      empty_days: emptyDays(),
      next_at: timestamp().describe('When the next morning message is due; null if messages are off.'),
      retry_at: timestamp().describe('When a failed message is retried; null if none failed.'),
      last: z
        .object({
          outcome: z.enum(['sent', 'nothing', 'failed']).describe('Outcome. `nothing`: there was nothing to report.'),
          at: answeredTime().describe('Time of the outcome.'),
          words: z.string().nullable().describe('Why it failed; otherwise null.'),
        })
        .nullable()
        .describe('Outcome of the last message; null before the first one.'),
    })
    .meta({
      id: 'MessageSettings',
      description: 'Message settings and the outcome of the last message.',
    }),
);

/** Response of the operations on messages. */
const answered = () =>
  z.object({
    message_settings: messageSettings().nullable().describe('The settings; null if never set up.'),
    sends_mail: z.boolean().describe('Whether a mail server is configured, which the `mail` channel requires.'),
  });

const shared = { envelope: 'v2', management: true, data: answered } as const;

/** The morning message, and reminders sent at their time. */
export const messages = defineOperations({
  get_message_settings: {
    summary: 'Get the message settings',
    description: 'Returns the message settings. Secret URLs, tokens, and secrets are not returned.',
    method: 'GET',
    path: '/v2/messages',
    effect: 'read',
    idempotency: 'none',
    offered: ['api', 'web', 'cli'],
    ...shared,
  },
  update_message_settings: {
    summary: 'Set up messages and turn them on',
    description:
      'Changes the given settings and turns messages on. Omitted settings are kept. A secret or token is kept only if its URL does not change.',
    method: 'PATCH',
    path: '/v2/messages',
    effect: 'update',
    idempotency: 'optional',
    // While messages are on, address book data is sent to the destination every day.
    fresh: true,
    offered: ['web', 'cli'],
    body: () =>
      z.strictObject({
        time: time().optional(),
        channel: z.enum(CHANNELS).optional().describe('Delivery channel. Required on first setup.'),
        url: z.string().max(2_000).optional().describe('URL of the ntfy topic or the webhook.'),
        token: z.string().max(500).optional().describe('Access token of the ntfy topic.'),
        secret: z.string().max(500).optional().describe('Secret that signs requests to the webhook.'),
        to: z.string().max(254).optional().describe('Recipient address; empty for the account’s own address.'),
        reminders: reminders().optional(),
        empty_days: emptyDays().optional(),
      }),
    ...shared,
  },
  turn_off_messages: {
    summary: 'Turn messages off',
    description: 'Stops the morning message and the reminders. The settings are kept.',
    method: 'POST',
    path: '/v2/messages/off',
    effect: 'update',
    idempotency: 'optional',
    offered: ['api', 'web', 'cli'],
    ...shared,
  },
  send_message: {
    summary: 'Send a message now',
    description:
      'Sends today’s morning message immediately. Rejected right after another message, and before messages are set up.',
    method: 'POST',
    path: '/v2/messages/send',
    effect: 'create',
    idempotency: 'optional',
    offered: ['api', 'web', 'cli'],
    ...shared,
  },
});
