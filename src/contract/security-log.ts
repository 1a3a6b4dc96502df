import * as z from 'zod';
import { once } from '../shared/once.ts';
import { answeredTime } from './schema/answered-times.ts';
import { defineOperations } from './schema/operation.ts';
import { dateTime, pagination, paging } from './schema/primitives.ts';

const securityEvent = once(() =>
  z
    .object({
      at: answeredTime().describe('When it happened.'),
      event: z.string().describe('The event, such as `key.made` (docs/serving.md lists all of them).'),
      outcome: z.enum(['done', 'refused']).describe('Whether it was done or refused.'),
      key: z.string().nullable().describe('The name of the key, device or app; null without one.'),
      address: z.string().nullable().describe('The IP address of the request; null without one.'),
      detail: z.string().nullable().describe('One or two more words, such as a reason; null without one.'),
    })
    .meta({ id: 'SecurityEvent', description: 'A line of the security log. It holds no content of the address book.' }),
);

/** Security events of the account. The log of all users is the administrator's. */
export const securityLog = defineOperations({
  list_security_log: {
    summary: 'List the security log',
    description:
      'Lists what happened around the account in the last 90 days, newest first: sign-ins, use of keys, exports, refusals.',
    method: 'GET',
    path: '/v2/security-log',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    management: true,
    offered: ['api', 'web', 'cli'],
    query: () =>
      z.strictObject({
        since: dateTime().optional().describe('Only events at or after this time.'),
        ...paging(),
      }),
    data: () =>
      z.object({ events: z.array(securityEvent()).describe('The events, newest first.'), pagination: pagination() }),
  },
});
