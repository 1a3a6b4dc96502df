import * as z from 'zod';
import { FEED_PARTS, MAX_ALARM_MINUTES } from '../shared/feed.ts';
import { once } from '../shared/once.ts';
import { answeredTime } from './schema/answered-times.ts';
import { defineOperations } from './schema/operation.ts';
import { integer } from './schema/primitives.ts';

const parts = () => z.array(z.enum(FEED_PARTS));
const alarm = () => integer(0, MAX_ALARM_MINUTES).nullable();

const feedSettings = once(() =>
  z
    .object({
      parts: parts().describe('What is in the feed.'),
      alarm_minutes: alarm().describe('How long before its time a reminder rings, in minutes; null for never.'),
      created_at: answeredTime().describe('When its address was made.'),
    })
    .meta({ id: 'Feed', description: 'A calendar feed, without its address, which is a secret.' }),
);

const feedAddress = once(() =>
  z
    .object({
      url: z.string().describe('The address.'),
      webcal: z.string().describe('The same, for calendar programs to open with one click.'),
    })
    .meta({
      id: 'FeedAddress',
      description: 'The secret address of a calendar feed: whoever has it can read the feed.',
    }),
);

const oneFeed = () => z.object({ feed: feedSettings() });
const feedOrNone = () => z.object({ feed: feedSettings().nullable().describe('Null while the feed is off.') });
const address = () => z.object({ feed_address: feedAddress() });

/** The calendar feed: a user has one at most. */
export const feed = defineOperations({
  get_feed: {
    summary: 'Get the calendar feed',
    description: 'Answers what is in the calendar feed. Its address is a secret and not part of the answer.',
    method: 'GET',
    path: '/v2/feed',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    offered: ['api', 'web', 'cli'],
    data: feedOrNone,
  },
  show_feed_address: {
    summary: 'Show the address of the calendar feed',
    description: 'Answers the secret address. The security log records it. Answers 404 while the feed is off.',
    method: 'GET',
    path: '/v2/feed/address',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    management: true,
    fresh: true,
    offered: ['web', 'cli'],
    data: address,
  },
  renew_feed_address: {
    summary: 'Make a new address for the calendar feed',
    description: 'Turns the feed on, or replaces its address: the old one stops working at once.',
    method: 'POST',
    path: '/v2/feed/address',
    effect: 'update',
    idempotency: 'optional',
    envelope: 'v2',
    management: true,
    fresh: true,
    offered: ['web', 'cli'],
    data: address,
  },
  update_feed: {
    summary: 'Change the calendar feed',
    description: 'Changes what is in the feed and when reminders ring. Answers 404 while the feed is off.',
    method: 'PATCH',
    path: '/v2/feed',
    effect: 'update',
    idempotency: 'optional',
    envelope: 'v2',
    offered: ['api', 'web', 'cli'],
    body: () =>
      z.strictObject({
        parts: parts()
          .min(1, 'must have at least one entry')
          .max(FEED_PARTS.length, `must have at most ${FEED_PARTS.length} entries`)
          .optional()
          .describe('What is in the feed.'),
        alarm_minutes: alarm()
          .optional()
          .describe('How long before its time a reminder rings, in minutes, at most a week; null for never.'),
      }),
    data: oneFeed,
  },
  delete_feed: {
    summary: 'Turn the calendar feed off',
    description: 'Turns the feed off: its address stops working at once. Answers 404 if the feed is off already.',
    method: 'DELETE',
    path: '/v2/feed',
    effect: 'delete',
    idempotency: 'optional',
    envelope: 'v2',
    management: true,
    offered: ['api', 'web', 'cli'],
    data: feedOrNone,
  },
});
