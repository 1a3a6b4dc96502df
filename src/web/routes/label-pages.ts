import type { Client } from '../../client/client.ts';
import { asTyped } from '../edit/merge.ts';
import { doneAt, messageOf } from '../layout/done.tsx';
import { type LabelKind, type LabelsShown, labelsPage } from '../pages/people/label-list.tsx';
import type { Label } from '../pages/people/people-filter.tsx';
import { restore } from '../people/read-person.ts';
import { inWords, seeOther } from '../requests/answers.ts';
import { forPerson } from '../requests/for-person.ts';
import type { Frame, Pages } from '../requests/frame.ts';
import type { SignedIn } from '../services/services.ts';

type Once = { idempotencyKey: string };

interface Kind {
  list(client: Client, page: { cursor?: string }): Promise<{ labels: Label[]; nextCursor: string | null }>;
  create(client: Client, name: string, once: Once): Promise<unknown>;
  rename(client: Client, id: string, name: string, once: Once): Promise<unknown>;
  remove(client: Client, id: string, once: Once): Promise<unknown>;
  deleted: 'tag' | 'group';
}

const KINDS: Record<LabelKind, Kind> = {
  tags: {
    async list(client, page) {
      const { tags, pagination } = (await client.call('list_tags', page)).data;
      const labels = tags.map(({ id, name, _count }) => ({ id, name, count: _count.tags_contacts }));
      return { labels, nextCursor: pagination.nextCursor };
    },
    create: (client, name, once) => client.call('create_tag', { name }, once),
    rename: (client, tagId, name, once) => client.call('update_tag', { tagId, name }, once),
    remove: (client, tagId, once) => client.call('delete_tag', { tagId }, once),
    deleted: 'tag',
  },
  groups: {
    async list(client, page) {
      const { groups, pagination } = (await client.call('list_groups', page)).data;
      const labels = groups.map(({ id, name, _count }) => ({ id, name, count: _count.groups_contacts }));
      return { labels, nextCursor: pagination.nextCursor };
    },
    create: (client, name, once) => client.call('create_group', { name }, once),
    rename: (client, groupId, name, once) => client.call('update_group', { groupId, name }, once),
    remove: (client, groupId, once) => client.call('delete_group', { groupId }, once),
    deleted: 'group',
  },
};

/** Tags and groups: create, rename, delete, and restore. */
export function addLabelPages(app: Pages, frame: Frame): void {
  addKind(app, frame, 'tags');
  addKind(app, frame, 'groups');
}

function addKind(app: Pages, frame: Frame, kind: LabelKind): void {
  const { page, form } = forPerson(frame);
  const { list, create, rename, remove, deleted } = KINDS[kind];
  const path = `/people/${kind}`;

  const known = async ({ client, person }: SignedIn, cursor?: string): Promise<LabelsShown> => ({
    person,
    kind,
    ...(await list(client, cursor ? { cursor } : {})),
  });

  app.get(path, (context) =>
    page(context, async (viewer) => {
      const query = context.req.query();
      return frame.show(labelsPage({ ...(await known(viewer, query.cursor)), message: messageOf(query, path) }));
    }),
  );

  for (const one of [path, `${path}/:id`])
    app.post(one, (context) =>
      form(context, async (sent) => {
        const id = context.req.param('id') ?? '';
        const name = asTyped(sent.fields.get('name'));
        try {
          await (id ? rename(sent.client, id, name, sent.once) : create(sent.client, name, sent.once));
          return seeOther(doneAt(path, 'saved'));
        } catch (error) {
          const refused = { id, name, text: inWords(error) };
          return frame.show(labelsPage({ ...(await known(sent)), refused }), { status: 400 });
        }
      }),
    );

  app.post(`${path}/:id/delete`, (context) =>
    form(context, async ({ client, once }) => {
      const { id } = context.req.param();
      await remove(client, id, once);
      return seeOther(doneAt(path, `${deleted}-deleted`, { [deleted]: id }));
    }),
  );

  app.post(`${path}/:id/restore`, (context) =>
    form(context, async ({ client, once }) => {
      await restore(client, context.req.param('id'), once);
      return seeOther(doneAt(path, 'restored'));
    }),
  );
}
