import * as z from 'zod';
import { once } from '../shared/once.ts';
import { defineOperations } from './schema/operation.ts';
import { text, uuid } from './schema/primitives.ts';

export const user = once(() =>
  z
    .object({
      id: uuid().describe('The id of the account, a UUID.'),
      email: z.string().describe('Email address of the account.'),
      name: z.string().nullable().describe('Name of the user; null if unknown.'),
      plan: z.enum(['free', 'professional']).describe('Plan of the account. Only `professional` can create API keys.'),
      time_zone: z.string().describe('IANA time zone that defines the user’s days, such as Europe/Berlin.'),
      country: z
        .string()
        .nullable()
        .describe(
          'Country of phone numbers without a country code, such as DE; null if unknown. Derived from the time zone unless it is set.',
        ),
    })
    .meta({ id: 'User', description: 'The account that an API key belongs to.' }),
);

export const account = defineOperations({
  check_service: {
    summary: 'Check the service',
    description: 'Returns a greeting when the service is up. Needs no API key and checks none.',
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
    description: 'Returns the account that the API key belongs to, with its plan, time zone and country.',
    method: 'GET',
    path: '/v2/users/me',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    data: () => z.object({ user: user() }),
  },
  update_current_user: {
    summary: 'Change your account',
    description:
      'Changes the name, the time zone, or the country of the account. A new time zone moves reminders and messages; a new country changes how phone numbers without a country code are read.',
    method: 'PATCH',
    path: '/v2/users/me',
    effect: 'update',
    idempotency: 'optional',
    envelope: 'v2',
    management: true,
    offered: ['api', 'web', 'cli'],
    body: () =>
      z.strictObject({
        name: text(1_000).nullable().optional().describe('The name of the user, one line; null for none.'),
        time_zone: text(1_000).optional().describe('The IANA time zone, such as Europe/Berlin.'),
        country: text(1_000)
          .nullable()
          .optional()
          .describe('The country of phone numbers without a country code, such as DE; null if unknown.'),
      }),
    data: () =>
      z.object({
        user: user(),
        phone_numbers_changed: z.int().describe('The number of phone numbers that are read differently now.'),
      }),
  },
});
