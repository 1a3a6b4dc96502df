import { asTyped } from '../edit/merge.ts';
import { goneAt } from '../pages/errors/error-page.tsx';
import { askPage, trashMessage, trashPage } from '../pages/settings/trash.tsx';
import { restore } from '../people/read-person.ts';
import { inWords, seeOther } from '../requests/answers.ts';
import { forPerson } from '../requests/for-person.ts';
import type { Frame, PageContext, Pages } from '../requests/frame.ts';
import { hasNul, ownForms } from '../requests/own-forms.ts';
import type { SignedIn } from '../services/services.ts';

const TRASH = '/trash';
const AT_ONCE = 50;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** What was deleted lately: back again, or gone for good. */
export function addTrash(app: Pages, frame: Frame): void {
  const { page } = forPerson(frame);
  const form = ownForms(app, frame);
  const { trash } = frame.services.settings;
  const gone = (context: PageContext) => frame.refuse(context, 404, goneAt(TRASH));

  app.get(TRASH, (context) =>
    page(context, async (viewer) => {
      const { q = '', cursor } = context.req.query();
      const query = asTyped(q);
      return frame.show(
        trashPage({ ...(await listed(viewer, query, cursor)), message: trashMessage(context.req.query()) }),
      );
    }),
  );

  app.get(`${TRASH}/empty`, (context) =>
    page(context, async ({ person }) => frame.show(askPage({ person, of: { until: new Date().toISOString() } }))),
  );
  form(`${TRASH}/empty`, async ({ person, fields, context }) => {
    const until = fields.get('until') ?? '';
    if (!MOMENT.test(until)) return gone(context);
    await trash.empty(person, until);
    return seeOther(`${TRASH}?done=emptied`);
  });

  app.get(`${TRASH}/:id/delete`, (context) =>
    page(context, async ({ person }) => {
      const { id } = context.req.param();
      const deleted = hasNul(context) ? undefined : await trash.find(person, id);
      return deleted ? frame.show(askPage({ person, of: { id, deleted } })) : gone(context);
    }),
  );
  form(`${TRASH}/:id/delete`, async ({ person, context }) => {
    const dropped = await trash.drop(person, context.req.param('id')!);
    return dropped ? seeOther(`${TRASH}?done=dropped`) : gone(context);
  });

  form(`${TRASH}/:id/restore`, async (sent) => {
    const { person, client, once, context } = sent;
    const id = context.req.param('id')!;
    const deleted = await trash.find(person, id);
    if (!deleted) return gone(context);
    try {
      await restore(client, id, once);
    } catch (error) {
      const message = { kind: 'danger', text: inWords(error) } as const;
      return frame.show(trashPage({ ...(await listed(sent, '', undefined)), message }), { status: 409 });
    }
    const contact = deleted.kind === 'contact' ? { contact: id } : {};
    return seeOther(`${TRASH}?${new URLSearchParams({ done: 'restored', ...contact })}`);
  });

  async function listed({ person, client }: SignedIn, query: string, cursor: string | undefined) {
    const filters = { ...(query && { searchQuery: query }), ...(cursor && { cursor }) };
    return { person, query, page: (await client.call('list_trash', { take: AT_ONCE, ...filters })).data };
  }
}
