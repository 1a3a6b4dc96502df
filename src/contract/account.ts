import * as z from 'zod';
import { once } from '../shared/once.ts';
import { defineOperations } from './schema/operation.ts';
import { uuid } from './schema/primitives.ts';

const user = once(() =>
  z
    .object({
      id: uuid().describe('The id of the account, a UUID.'),
      email: z.string().describe('The e-mail address that the account goes by.'),
      name: z.string().nullable().describe('What the user is called; null if never told.'),
      plan: z
        .enum(['free', 'professional'])
        .describe('What the account may do; only `professional` may make API keys.'),
      time_zone: z.string().describe('The IANA time zone in which days are counted, such as Europe/Berlin.'),
      country: z
        .string()
        .nullable()
        .describe(
          'The country of phone numbers written without its code, such as DE; null if not known. It follows the time zone; on the machine of the service `kith user country` sets another.',
        ),
    })
    .meta({ id: 'User', description: 'The account that an API key belongs to.' }),
);

export const account = defineOperations({
  check_service: {
    summary: 'Check the service',
    description: 'Answers a greeting when the service is up. Needs no API key and checks none.',
    method: 'GET',
    path: '/v1',
    effect: 'read',
    idempotency: 'none',
    envelope: 'text',
    public: true,
    data: () => z.string().describe('A greeting in plain text.'),
    bareName: 'greeting',
  },
  get_current_user: {
    summary: 'Get your account',
    description: 'Answers the account that the API key belongs to, with its plan, time zone and country.',
    method: 'GET',
    path: '/v2/users/me',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    data: () => z.object({ user: user() }),
  },
});
