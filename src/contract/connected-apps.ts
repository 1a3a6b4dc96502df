import * as z from 'zod';
import { once } from '../shared/once.ts';
import { answeredTime } from './schema/answered-times.ts';
import { defineOperations } from './schema/operation.ts';
import { SCOPES } from './scopes.ts';

const connectedApp = once(() =>
  z
    .object({
      id: z.string().describe('The id of the connection.'),
      name: z.string().describe('The name that the app gave itself. kith does not verify it.'),
      sent_to: z.string().describe('Where the app is: the host or URL scheme that it was sent back to.'),
      scopes: z.array(z.enum(SCOPES)).describe('The permissions of the app.'),
      created_at: answeredTime().describe('When the user let it in.'),
      last_used_at: answeredTime()
        .nullable()
        .describe('Last use, accurate to some minutes; null if it was never used.'),
    })
    .meta({ id: 'ConnectedApp', description: 'An assistant or another program that the user let in.' }),
);

export type ConnectedApp = z.output<ReturnType<typeof connectedApp>>;

const shared = { envelope: 'v2', management: true, offered: ['api', 'web', 'cli'] } as const;

/** Assistants and other programs that signed in over OAuth. Letting one in is a ceremony of the web app. */
export const connectedApps = defineOperations({
  list_connected_apps: {
    summary: 'List connected apps',
    description: 'Lists the assistants and other programs that the user let in, newest first.',
    method: 'GET',
    path: '/v2/connected-apps',
    effect: 'read',
    idempotency: 'none',
    ...shared,
    data: () => z.object({ connected_apps: z.array(connectedApp()).describe('The apps, newest first.') }),
  },
  disconnect_app: {
    summary: 'Disconnect an app',
    description: 'Revokes the tokens of an app. They are refused from the next request on.',
    method: 'DELETE',
    path: '/v2/connected-apps/{appId}',
    effect: 'delete',
    idempotency: 'optional',
    textIds: true,
    ...shared,
    data: () => z.object({ connected_app: connectedApp() }),
  },
});
