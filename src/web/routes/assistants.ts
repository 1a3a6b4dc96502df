import { isLoopback } from '../../shared/http/loopback.ts';
import { assistantsPage } from '../pages/settings/assistants.tsx';
import { seeOther } from '../requests/answers.ts';
import { forPerson } from '../requests/for-person.ts';
import type { Frame, Pages } from '../requests/frame.ts';
import { ifThere } from '../requests/if-there.ts';
import { operationForms } from '../requests/operation-forms.ts';

const ASSISTANTS = '/settings/assistants';

/** Registers the settings for assistants. */
export function addAssistants(app: Pages, frame: Frame): void {
  const { page } = forPerson(frame);
  const form = operationForms(app, frame);
  const { origin, settings } = frame.services;
  const { protocol, hostname } = new URL(origin);

  app.get(ASSISTANTS, (context) =>
    page(context, async ({ person, client }) =>
      frame.show(
        assistantsPage({
          person,
          apps: (await client.call('list_connected_apps', {})).data.connected_apps,
          address: `${origin}/mcp`,
          isPublic: protocol === 'https:' && !isLoopback(hostname),
          command: settings.command(person),
          done: context.req.query('done'),
        }),
      ),
    ),
  );

  form(`${ASSISTANTS}/:id/revoke`, ({ client, context, once }) =>
    ifThere(frame, { context, at: ASSISTANTS }, async () => {
      await client.call('disconnect_app', { appId: context.req.param('id') ?? '' }, once);
      return seeOther(`${ASSISTANTS}?done=host-revoked`);
    }),
  );
}
