import * as z from 'zod';
import { connectedAccount } from './agenda.ts';
import { defineOperations } from './schema/operation.ts';
import { text } from './schema/primitives.ts';

/** Outcomes for the permission that an account gave kith at its provider. */
export const PERMISSIONS = ['none', 'ended', 'revoked', 'manual'] as const;

const shared = { envelope: 'v2', management: true, offered: ['api', 'web', 'cli'] } as const;

/** Connecting and disconnecting. Signing in at Google or Microsoft happens in the web app or on the command line. */
export const accounts = defineOperations({
  connect_calendar: {
    summary: 'Connect a calendar by its address',
    description:
      'Connects a calendar that is published in iCal format, read only, after reading it once. Its address is a secret and in no answer. Connecting a name again replaces the address.',
    method: 'POST',
    path: '/v2/agenda/accounts',
    effect: 'create',
    idempotency: 'required',
    status: 201,
    body: () =>
      z.strictObject({
        address: text(4_000).describe('The secret address in iCal format: https:// or webcal://.'),
        name: text(200).optional().describe('The name of the calendar; from its address or content if left out.'),
        username: text(200).optional().describe('The user name, if the server asks for one.'),
        password: text(200).optional().describe('The password, if the server asks for one.'),
      }),
    data: () => z.object({ account: connectedAccount() }),
    ...shared,
  },
  disconnect_account: {
    summary: 'Disconnect an account',
    description:
      'Removes a connected account and its tokens, and revokes its permission at the provider. Nothing at the provider is deleted.',
    method: 'DELETE',
    path: '/v2/agenda/accounts/{accountId}',
    effect: 'delete',
    idempotency: 'optional',
    data: () =>
      z.object({
        account: connectedAccount(),
        permission: z
          .enum(PERMISSIONS)
          .describe(
            'What happened to the permission at the provider: `none` was given, it had `ended` before, it is `revoked`, or only the user can revoke it (`manual`).',
          ),
        revoke_pages: z
          .array(z.string())
          .describe('The pages of the provider where the user revokes the permission; empty unless it is `manual`.'),
      }),
    ...shared,
  },
});
