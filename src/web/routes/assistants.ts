import { isLoopback } from '../../shared/http/loopback.ts';
import { goneAt } from '../pages/errors/error-page.tsx';
import { assistantsPage } from '../pages/settings/assistants.tsx';
import { seeOther } from '../requests/answers.ts';
import { forPerson } from '../requests/for-person.ts';
import type { Frame, Pages } from '../requests/frame.ts';
import { ownForms } from '../requests/own-forms.ts';

const ASSISTANTS = '/settings/assistants';

/** The assistants that a person let in, and how others are given kith. */
export function addAssistants(app: Pages, frame: Frame): void {
  const { page } = forPerson(frame);
  const form = ownForms(app, frame);
  const { origin, hosts, settings } = frame.services;
  const { protocol, hostname } = new URL(origin);

  app.get(ASSISTANTS, (context) =>
    page(context, async ({ person }) =>
      frame.show(
        assistantsPage({
          person,
          hosts: await hosts.list(person.id),
          address: `${origin}/mcp`,
          isPublic: protocol === 'https:' && !isLoopback(hostname),
          command: settings.command(person),
          done: context.req.query('done'),
        }),
      ),
    ),
  );

  form(`${ASSISTANTS}/:id/revoke`, async ({ person, context }) => {
    const { id = '' } = context.req.param();
    if (!(await hosts.revoke(person.id, id, context.env.visitor)))
      return frame.refuse(context, 404, goneAt(ASSISTANTS));
    return seeOther(`${ASSISTANTS}?done=host-revoked`);
  });
}
