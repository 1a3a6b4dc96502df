import * as z from 'zod';
import { once } from '../shared/once.ts';
import { answeredTime } from './schema/answered-times.ts';
import { defineOperations } from './schema/operation.ts';

export const CHANNELS = ['mail', 'ntfy', 'webhook'] as const;

const time = () =>
  z.string().max(20).describe('When the morning message comes, in the time zone of the account, such as 07:00.');
const reminders = () => z.boolean().describe('Whether each reminder that has a time is sent at that time.');
const emptyDays = () => z.boolean().describe('Whether a message comes on days with nothing to say too.');
const timestamp = () => answeredTime().nullable();

const messageSettings = once(() =>
  z
    .object({
      is_on: z.boolean().describe('Whether messages are sent.'),
      time: time(),
      channel: z.enum(CHANNELS).describe('How messages reach the user.'),
      leads_to: z.string().describe('The host or the e-mail address that the channel leads to.'),
      to: z
        .string()
        .describe('The e-mail address that was set; empty for the one of the account, and for other channels.'),
      has_secret: z.boolean().describe('Whether the webhook has a secret, or the ntfy topic a token.'),
      reminders: reminders(),
      empty_days: emptyDays(),
      next_at: timestamp().describe('When the next morning message is due; null while messages are off.'),
      retry_at: timestamp().describe('When a message that failed is tried again; null if none failed.'),
      last: z
        .object({
          outcome: z
            .enum(['sent', 'nothing', 'failed'])
            .describe('What came of it; `nothing`: there was nothing to say.'),
          at: answeredTime().describe('When.'),
          words: z.string().nullable().describe('Why it failed; else null.'),
        })
        .nullable()
        .describe('What came of the last message; null before the first.'),
    })
    .meta({
      id: 'MessageSettings',
      description: 'How a user gets the morning message, and what came of the last one.',
    }),
);

/** What operations on messages answer. */
const answered = () =>
  z.object({
    message_settings: messageSettings().nullable().describe('Null for a user who has never set any.'),
    sends_mail: z.boolean().describe('Whether a mail server is set here, so that the channel may be `mail`.'),
  });

const shared = { envelope: 'v2', management: true, data: answered } as const;

/** The morning message, and reminders at their time. */
export const messages = defineOperations({
  get_message_settings: {
    summary: 'Get the settings of messages',
    description:
      'Answers how the user gets the morning message. Addresses that are secret, tokens and secrets stay out of it.',
    method: 'GET',
    path: '/v2/messages',
    effect: 'read',
    idempotency: 'none',
    offered: ['api', 'web', 'cli'],
    ...shared,
  },
  update_message_settings: {
    summary: 'Set messages and turn them on',
    description:
      'Turns messages on as they are set. What is left out stays as it was. A secret or token stays only while its address does.',
    method: 'PATCH',
    path: '/v2/messages',
    effect: 'update',
    idempotency: 'optional',
    // It sends something of the address book elsewhere every day, for as long as it is on.
    fresh: true,
    offered: ['web', 'cli'],
    body: () =>
      z.strictObject({
        time: time().optional(),
        channel: z.enum(CHANNELS).optional().describe('How messages reach the user. Required the first time.'),
        url: z.string().max(2_000).optional().describe('The address of the ntfy topic or the webhook.'),
        token: z.string().max(500).optional().describe('The access token of the ntfy topic.'),
        secret: z.string().max(500).optional().describe('The secret that signs what a webhook gets.'),
        to: z.string().max(254).optional().describe('The e-mail address to send to; empty for the one of the account.'),
        reminders: reminders().optional(),
        empty_days: emptyDays().optional(),
      }),
    ...shared,
  },
  turn_off_messages: {
    summary: 'Turn messages off',
    description: 'Ends the morning message and the reminders. What is set is kept for when they are turned on again.',
    method: 'POST',
    path: '/v2/messages/off',
    effect: 'update',
    idempotency: 'optional',
    offered: ['api', 'web', 'cli'],
    ...shared,
  },
  send_message: {
    summary: 'Send a message now',
    description: 'Sends the morning message of today at once. Refused right after another, and before any is set.',
    method: 'POST',
    path: '/v2/messages/send',
    effect: 'create',
    idempotency: 'optional',
    offered: ['api', 'web', 'cli'],
    ...shared,
  },
});
