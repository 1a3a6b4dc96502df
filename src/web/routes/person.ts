import { aboutPerson, doneAt, messageOf } from '../layout/done.tsx';
import { personPath } from '../layout/parts.tsx';
import { gonePage } from '../pages/errors/not-found.tsx';
import { personPage } from '../pages/person/person.tsx';
import { earlierPage } from '../pages/person/timeline.tsx';
import { inTrash, isMissing, readPerson, readTimeline, restore, survivorOf } from '../people/read-person.ts';
import { seeOther } from '../requests/answers.ts';
import { forPerson } from '../requests/for-person.ts';
import type { Frame, Pages } from '../requests/frame.ts';

/** The fields of a toggle button, and whether its change needs a message. */
const SWITCHES = [
  ['archive', { is_archived: true }, 'archived'],
  ['unarchive', { is_archived: false }, 'unarchived'],
  ['star', { starred: true }, undefined],
  ['unstar', { starred: false }, undefined],
] as const;

/** A person's page, and its buttons that change the whole contact. */
export function addPerson(app: Pages, frame: Frame): void {
  const { page, form } = forPerson(frame);
  const { show } = frame;

  app.get('/people/:id', (context) =>
    page(context, async (viewer) => {
      const { id } = context.req.param();
      try {
        const shown = await readPerson(viewer, id);
        const message = messageOf(
          context.req.query(),
          personPath(id),
          aboutPerson(shown.contact, shown.person.time_zone),
        );
        return show(personPage({ ...shown, message }));
      } catch (error) {
        if (!isMissing(error)) throw error;
        const survivor = survivorOf(error);
        if (survivor) return seeOther(doneAt(personPath(survivor), 'merged'));
        const deleted = await inTrash(viewer.client, id);
        if (!deleted) throw error;
        return show(gonePage(viewer.person, deleted), { status: 410 });
      }
    }),
  );

  app.get('/people/:id/timeline', (context) =>
    page(context, async ({ client, person }) => {
      const contactId = context.req.param('id');
      const [{ data }, timeline] = await Promise.all([
        client.call('get_contact', { contactId }),
        readTimeline(client, contactId, context.req.query('cursor')),
      ]);
      return show(earlierPage({ person, contact: data.contact, timeline }));
    }),
  );

  app.post('/people/:id/delete', (context) =>
    form(context, async ({ client, once }) => {
      const contactId = context.req.param('id');
      try {
        await client.call('delete_contact', { contactId }, once);
      } catch (error) {
        // Its page shows the result.
        if (!isMissing(error)) throw error;
      }
      return seeOther(personPath(contactId));
    }),
  );

  app.post('/people/:id/restore', (context) =>
    form(context, async ({ client, once }) => {
      const { id } = context.req.param();
      await restore(client, id, once);
      return seeOther(doneAt(personPath(id), 'restored'));
    }),
  );

  for (const [action, change, done] of SWITCHES)
    app.post(`/people/:id/${action}`, (context) =>
      form(context, async ({ client, once }) => {
        const contactId = context.req.param('id')!;
        await client.call('update_contact', { contactId, ...change }, once);
        return seeOther(done ? doneAt(personPath(contactId), done) : personPath(contactId));
      }),
    );
}
