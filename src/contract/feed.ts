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
      parts: parts().describe('Contents of the feed.'),
      alarm_minutes: alarm().describe('Minutes between a reminder’s alarm and its due time; null for no alarm.'),
      created_at: answeredTime().describe('When its URL was created.'),
    })
    .meta({ id: 'Feed', description: 'A calendar feed, without its secret URL.' }),
);

const feedAddress = once(() =>
  z
    .object({
      url: z.string().describe('The https:// URL.'),
      webcal: z.string().describe('The same with the webcal:// scheme, which calendar apps open.'),
    })
    .meta({
      id: 'FeedAddress',
      description: 'The secret URL of a calendar feed. Anyone who has it can read the feed.',
    }),
);

const oneFeed = () => z.object({ feed: feedSettings() });
const feedOrNone = () => z.object({ feed: feedSettings().nullable().describe('The feed; null if it is off.') });
const address = () => z.object({ feed_address: feedAddress() });

/** The calendar feed. A user has at most one. */
export const feed = defineOperations({
  get_feed: {
    summary: 'Get the calendar feed',
    description: 'Returns the contents of the calendar feed. Its secret URL is not returned.',
    method: 'GET',
    path: '/v2/feed',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    offered: ['api', 'web', 'cli'],
    data: feedOrNone,
  },
  show_feed_address: {
    summary: 'Show the URL of the calendar feed',
    description: 'Returns the secret URL. The request is recorded in the security log. Returns 404 if the feed is off.',
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
    summary: 'Create a new URL for the calendar feed',
    description: 'Turns the feed on, or replaces its URL. The old URL stops working immediately.',
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
    description: 'Changes the contents of the feed and its alarms. Returns 404 if the feed is off.',
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
          .describe('Contents of the feed.'),
        alarm_minutes: alarm()
          .optional()
          .describe('Minutes between a reminder’s alarm and its due time, at most one week; null for no alarm.'),
      }),
    data: oneFeed,
  },
  delete_feed: {
    summary: 'Turn the calendar feed off',
    description: 'Turns the feed off. Its URL stops working immediately. Returns 404 if the feed is already off.',
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
