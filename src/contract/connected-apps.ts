import * as z from 'zod';
import { once } from '../shared/once.ts';
import { answeredTime } from './schema/answered-times.ts';
import { defineOperations } from './schema/operation.ts';
import { SCOPES } from './scopes.ts';

const connectedApp = once(() =>
  z
    .object({
      id: z.string().describe('Id of the connection.'),
      name: z.string().describe('Name that the app chose. kith does not verify it.'),
      sent_to: z.string().describe("Host or URL scheme of the app's redirect URL."),
      scopes: z.array(z.enum(SCOPES)).describe('Scopes granted to the app.'),
      created_at: answeredTime().describe('When the user connected the app.'),
      last_used_at: answeredTime().nullable().describe('Last use, accurate to a few minutes; null if never used.'),
    })
    .meta({ id: 'ConnectedApp', description: 'An assistant or other program that the user connected.' }),
);

export type ConnectedApp = z.output<ReturnType<typeof connectedApp>>;

const shared = { envelope: 'v2', management: true, offered: ['api', 'web', 'cli'] } as const;

/** Assistants and other programs connected with OAuth. New apps are connected in the web app. */
export const connectedApps = defineOperations({
  list_connected_apps: {
    summary: 'List connected apps',
    description: 'Lists the assistants and other programs that the user connected, newest first.',
    method: 'GET',
    path: '/v2/connected-apps',
    effect: 'read',
    idempotency: 'none',
    ...shared,
    data: () => z.object({ connected_apps: z.array(connectedApp()).describe('The apps, newest first.') }),
  },
  disconnect_app: {
    summary: 'Disconnect an app',
    description: "Revokes the app's tokens. They stop working immediately.",
    method: 'DELETE',
    path: '/v2/connected-apps/{appId}',
    effect: 'delete',
    idempotency: 'optional',
    textIds: true,
    ...shared,
    data: () => z.object({ connected_app: connectedApp() }),
  },
});
