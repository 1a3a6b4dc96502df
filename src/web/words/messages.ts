import type { Child } from 'hono/jsx';
import { rich } from './rich.ts';

/** Words for the settings for the daily message. */
export const MESSAGES_WORDS = {
  title: 'Daily message',
  lead: 'Each morning, kith can send you the day’s events, birthdays, reminders, and people to reach out to.',
  now: {
    title: 'Status',
    off: 'Messages are off.',
    to: {
      mail: (address: Child) => rich`By email to ${address}`,
      ntfy: (address: Child) => rich`By ntfy to ${address}`,
      webhook: (address: Child) => rich`To the webhook at ${address}`,
    },
  },
  next: (time: Child) => rich`Next message: ${time}`,
  retry: (time: Child) => rich`Next attempt: ${time}`,
  last: {
    sent: (time: Child) => rich`Last message: ${time}.`,
    failed: (time: Child) => rich`The last message failed, ${time}.`,
    nothing: (time: Child) => rich`No message, because there was nothing to report: ${time}.`,
  },
  send: 'Send now',
  turnOff: 'Turn off',
  form: { title: 'Set up', lead: 'Saving turns messages on.' },
  time: 'Time',
  timeHint: (zone: string) =>
    `Times are in ${zone}. If daylight saving time skips this time, the message is sent right after the change.`,
  how: 'Send by',
  channels: { mail: 'Email', ntfy: 'ntfy (push notifications)', webhook: 'Webhook (for programs)' },
  to: 'Email address',
  toHint: (own: string) => `Leave empty for ${own}.`,
  noMail: 'This server cannot send email yet. Ask your administrator to set up a mail server.',
  topic: 'Topic URL',
  topicHint:
    'For example, https://ntfy.sh/ and a name that is hard to guess: anyone who knows it can read your messages.',
  token: 'Access token',
  tokenHint: 'If the topic requires one.',
  url: 'URL',
  urlHint: 'kith sends a POST request with JSON.',
  secret: 'Secret',
  secretHint: 'Signs each request, in the header X-Kith-Signature.',
  kept: 'Leave empty to keep the current one.',
  reminders: 'Send reminders that have a time at that time',
  whenEmpty: 'Send a message even if there is nothing to report',
  save: 'Save and turn on',
  refused: { channel: 'Choose email, ntfy, or webhook.' },
  done: { saved: 'Messages are on.', off: 'Messages are off.', sent: 'Message sent.' },
};
