import type { Client } from '../../client/client.ts';
import { KithError } from '../../shared/error.ts';
import { asTyped } from '../edit/merge.ts';
import { goneAt } from '../pages/errors/error-page.tsx';
import { askPage, trashMessage, trashPage } from '../pages/settings/trash.tsx';
import { seeOther } from '../requests/answers.ts';
import { forPerson } from '../requests/for-person.ts';
import type { Frame, PageContext, Pages } from '../requests/frame.ts';
import { operationForms } from '../requests/operation-forms.ts';
import type { SignedIn } from '../services/services.ts';

const TRASH = '/trash';
const AT_ONCE = 50;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Registers the trash. */
export function addTrash(app: Pages, frame: Frame): void {
  const { page } = forPerson(frame);
  const form = operationForms(app, frame);
  const gone = (context: PageContext) => frame.refuse(context, 404, goneAt(TRASH));
  /** Answers 404 for an invalid or unknown id. */
  const orGone = (context: PageContext, work: () => Promise<Response>) =>
    work().catch((error) => {
      if (error instanceof KithError && [400, 404].includes(error.status)) return gone(context);
      throw error;
    });

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
  form(`${TRASH}/empty`, async ({ client, fields, context, once }) => {
    const until = fields.get('until') ?? '';
    if (!MOMENT.test(until)) return gone(context);
    await client.call('empty_trash', { until }, once);
    return seeOther(`${TRASH}?done=emptied`);
  });

  app.get(`${TRASH}/:id/delete`, (context) =>
    page(context, ({ person, client }) =>
      orGone(context, async () => {
        const deleted = await inTrash(client, context);
        return frame.show(askPage({ person, of: { id: deleted.id, deleted } }));
      }),
    ),
  );
  form(`${TRASH}/:id/delete`, ({ client, context, once }) =>
    orGone(context, async () => {
      await client.call('delete_from_trash', { trashId: context.req.param('id')! }, once);
      return seeOther(`${TRASH}?done=dropped`);
    }),
  );

  form(`${TRASH}/:id/restore`, (sent) =>
    orGone(sent.context, async () => {
      const { client, once, context } = sent;
      // The second click of a double click finds the item restored and gets the first response.
      const wasThere = await inTrash(client, context).then(
        () => true,
        () => false,
      );
      const ids = [context.req.param('id')!];
      const { restored, failed } = (await client.call('restore_from_trash', { ids }, once)).data;
      const [back] = restored;
      if (back) {
        const contact = back.kind === 'contact' ? { contact: back.id } : {};
        return seeOther(`${TRASH}?${new URLSearchParams({ done: 'restored', ...contact })}`);
      }
      if (!wasThere) return gone(context);
      const message = { kind: 'danger', text: failed[0]!.reason } as const;
      return frame.show(trashPage({ ...(await listed(sent, '', undefined)), message }), { status: 409 });
    }),
  );

  async function listed({ person, client }: SignedIn, query: string, cursor: string | undefined) {
    const filters = { ...(query && { searchQuery: query }), ...(cursor && { cursor }) };
    return { person, query, page: (await client.call('list_trash', { take: AT_ONCE, ...filters })).data };
  }
}

/** The deleted item that a path names. Throws 404 if it is not in the trash. */
async function inTrash(client: Client, context: PageContext) {
  return (await client.call('get_from_trash', { trashId: context.req.param('id')! })).data.item;
}
