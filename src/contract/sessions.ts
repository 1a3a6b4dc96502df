import * as z from 'zod';
import { once } from '../shared/once.ts';
import { answeredTime } from './schema/answered-times.ts';
import { defineOperations } from './schema/operation.ts';
import { affectedIds, affectedOnly, text } from './schema/primitives.ts';

const session = once(() =>
  z
    .object({
      id: z.string().describe('Id of the session.'),
      browser: z.string().describe('User agent of the browser.'),
      created_at: answeredTime().describe('When the user signed in.'),
      last_used_at: answeredTime().describe('Last use, accurate to a few minutes.'),
      is_current: z.boolean().describe('Whether this request belongs to the session.'),
    })
    .meta({ id: 'Session', description: 'A browser that is signed in.' }),
);

const passkey = once(() =>
  z
    .object({
      id: z.string().describe('Id of the credential.'),
      name: z.string().describe('Name chosen by the user.'),
      created_at: answeredTime().describe('When it was created.'),
      last_used_at: answeredTime().nullable().describe('Last sign-in with it; null if never used.'),
    })
    .meta({ id: 'Passkey', description: 'A passkey, without its public key.' }),
);

const managed = { envelope: 'v2', management: true } as const;
const offered = ['api', 'web'] as const;

/** Browser sessions and passkeys. Passkeys are created in the web app. */
export const sessions = defineOperations({
  list_sessions: {
    summary: 'List browser sessions',
    description: 'Lists the signed-in browsers, last used first.',
    method: 'GET',
    path: '/v2/sessions',
    effect: 'read',
    idempotency: 'none',
    offered,
    ...managed,
    data: () => z.object({ sessions: z.array(session()).describe('The sessions, last used first.') }),
  },
  end_session: {
    summary: 'End a browser session',
    description: 'Signs a browser out. Its next request is refused.',
    method: 'DELETE',
    path: '/v2/sessions/{sessionId}',
    effect: 'delete',
    idempotency: 'optional',
    textIds: true,
    offered,
    ...managed,
    data: affectedIds,
  },
  end_other_sessions: {
    summary: 'End all other browser sessions',
    description:
      'Signs out every browser except the one that makes the request. A request with an API key signs out all browsers.',
    method: 'POST',
    path: '/v2/sessions/end-others',
    effect: 'delete',
    idempotency: 'optional',
    offered,
    ...managed,
    data: affectedOnly,
  },
  list_passkeys: {
    summary: 'List passkeys',
    description: 'Lists the passkeys of the account, oldest first.',
    method: 'GET',
    path: '/v2/passkeys',
    effect: 'read',
    idempotency: 'none',
    offered,
    ...managed,
    data: () => z.object({ passkeys: z.array(passkey()).describe('The passkeys, oldest first.') }),
  },
  rename_passkey: {
    summary: 'Rename a passkey',
    description: 'Renames a passkey. Line breaks become spaces, and the name is truncated to 80 characters.',
    method: 'PATCH',
    path: '/v2/passkeys/{passkeyId}',
    effect: 'update',
    idempotency: 'optional',
    textIds: true,
    offered,
    ...managed,
    body: () => z.strictObject({ name: text(1_000).describe('The new name.') }),
    data: () => z.object({ passkey: passkey() }),
  },
  delete_passkey: {
    summary: 'Remove a passkey',
    description: 'Removes a passkey. It can no longer be used to sign in. Its open sessions stay open.',
    method: 'DELETE',
    path: '/v2/passkeys/{passkeyId}',
    effect: 'delete',
    idempotency: 'optional',
    textIds: true,
    fresh: true,
    offered: ['web'],
    ...managed,
    data: affectedIds,
  },
});
