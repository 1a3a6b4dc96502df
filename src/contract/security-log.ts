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
      key: z.string().nullable().describe('Name of the key, device, or app; null if none.'),
      address: z.string().nullable().describe('IP address of the request; null if none.'),
      detail: z.string().nullable().describe('One or two more words, such as a reason; null if none.'),
    })
    .meta({ id: 'SecurityEvent', description: 'An entry in the security log. It contains no address book data.' }),
);

/** Security events of the account. Only the administrator can read the log of all users. */
export const securityLog = defineOperations({
  list_security_log: {
    summary: 'List the security log',
    description:
      'Lists security events of the account in the last 90 days, newest first: sign-ins, key use, exports, and refusals.',
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
