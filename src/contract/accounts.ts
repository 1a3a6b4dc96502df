import * as z from 'zod';
import { connectedAccount } from './agenda.ts';
import { defineOperations } from './schema/operation.ts';
import { text } from './schema/primitives.ts';

/** Outcomes of revoking the permission that the user gave kith at the provider. */
export const PERMISSIONS = ['none', 'ended', 'revoked', 'manual'] as const;

const shared = { envelope: 'v2', management: true, offered: ['api', 'web', 'cli'] } as const;

/**
 * Operations that connect and disconnect accounts. Sign-in with Google or Microsoft happens in the web app or on the
 * command line.
 */
export const accounts = defineOperations({
  connect_calendar: {
    summary: 'Connect a calendar by URL',
    description:
      'Connects a calendar published in iCal format, read-only, after fetching it once. Its URL is secret and never returned. If a calendar with the same name is connected, its URL is replaced.',
    method: 'POST',
    path: '/v2/agenda/accounts',
    effect: 'create',
    idempotency: 'required',
    status: 201,
    body: () =>
      z.strictObject({
        address: text(4_000).describe('The secret URL of the iCal file: https:// or webcal://.'),
        name: text(200).optional().describe('Name of the calendar. Default: taken from its content or URL.'),
        username: text(200).optional().describe('The user name, if the server requires one.'),
        password: text(200).optional().describe('The password, if the server requires one.'),
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
            'State of the permission at the provider. `none`: there was none. `ended`: it had already ended. `revoked`: it was revoked. `manual`: only the user can revoke it.',
          ),
        revoke_pages: z
          .array(z.string())
          .describe('URLs of the provider where the user can revoke the permission; empty unless it is `manual`.'),
      }),
    ...shared,
  },
});
