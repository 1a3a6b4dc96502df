import type { Client } from '../../client/client.ts';
import { namesOf } from '../../client/contact-names.ts';
import { KithError } from '../../contract/error.ts';
import type { RECURRENCES } from '../../contract/reminders.ts';
import { fold } from '../../shared/text/fold.ts';
import { dayAfter, dayIn } from '../../shared/zones.ts';
import type { Contact } from '../edit/contact-values.ts';
import { asTyped } from '../edit/merge.ts';
import { forPerson, type Sent } from '../for-person.ts';
import type { Frame, PageContext, Pages } from '../frame.ts';
import type { Message } from '../page.tsx';
import { gonePage } from '../pages/gone.tsx';
import { personPath } from '../pages/parts.tsx';
import { DONE, deletedNote, personPage, type Related } from '../pages/person.tsx';
import type { SignedIn } from '../services.ts';
import { inWords, partOf, seeOther } from './answers.ts';

const HAPPENED_AT_ONCE = 20;
const OFFERED = 100;
const PAGE = 200;

/** The page of a person, and what is done there by a button or one field. */
export function addPerson(app: Pages, frame: Frame): void {
  const { page, form } = forPerson(frame);
  const { show } = frame;

  app.get('/people/:id', (context) =>
    page(context, async (viewer) => {
      const { id } = context.req.param();
      try {
        const shown = await known(viewer, id, context.req.query('cursor'));
        return show(personPage({ ...shown, message: messageOf(id, context.req.query()) }));
      } catch (error) {
        const deleted = isMissing(error) && (await inTrash(viewer.client, id));
        if (!deleted) throw error;
        return show(gonePage(viewer.person, deleted), { status: 410 });
      }
    }),
  );

  app.post('/people/:id/delete', (context) =>
    form(context, async ({ client, once }) => {
      const contactId = context.req.param('id');
      try {
        await client.call('delete_contact', { contactId }, once);
      } catch (error) {
        // Its page says what became of it.
        if (!isMissing(error)) throw error;
      }
      return seeOther(personPath(contactId));
    }),
  );

  app.post('/people/:id/restore', (context) =>
    form(context, async ({ client, once }) => {
      const { id } = context.req.param();
      await restore(client, id, once);
      return seeOther(`${personPath(id)}?done=restored`);
    }),
  );

  for (const [action, is_archived] of [
    ['archive', true],
    ['unarchive', false],
  ] as const)
    app.post(`/people/:id/${action}`, (context) =>
      form(context, async ({ client, once }) => {
        const contactId = context.req.param('id');
        await client.call('update_contact', { contactId, is_archived }, once);
        return seeOther(`${personPath(contactId)}?done=${action}d`);
      }),
    );

  smallForm('/people/:id/tags', 'tags', async ({ client, fields, once }, contactId) => {
    const name = asTyped(fields.get('name'));
    const known = await named(name, async (cursor) => {
      const { tags, pagination } = (await client.call('list_tags', { take: PAGE, ...cursor })).data;
      return { rows: tags, pagination };
    });
    const { id } = known ?? (await client.call('create_tag', { name }, partOf(once, 'tag'))).data.tag;
    await client.call('tag_contacts', { contactIds: [contactId], tagIds: [id] }, partOf(once, 'tagged'));
  });
  smallForm('/people/:id/tags/:other/remove', 'tags', async ({ client, once, context }, contactId) => {
    const tagIds = [context.req.param('other')!];
    await client.call('untag_contacts', { contactIds: [contactId], tagIds }, once);
  });

  smallForm('/people/:id/groups', 'groups', async ({ client, fields, once }, contactId) => {
    const name = asTyped(fields.get('name'));
    const known = await named(name, async (cursor) => {
      const { groups, pagination } = (await client.call('list_groups', { take: PAGE, ...cursor })).data;
      return { rows: groups, pagination };
    });
    const contactIds = [contactId];
    if (known) await client.call('add_contacts_to_group', { groupId: known.id, contactIds }, partOf(once, 'member'));
    else await client.call('create_group', { name, groups_contacts: [{ contact_id: contactId }] }, once);
  });
  smallForm('/people/:id/groups/:other/remove', 'groups', async ({ client, once, context }, contactId) => {
    const groupId = context.req.param('other')!;
    await client.call('remove_contacts_from_group', { groupId, contactIds: [contactId] }, once);
  });

  smallForm('/people/:id/reminders', 'reminders', async ({ client, fields, once }, contactId) => {
    const recurrence = (fields.get('recurrence') || null) as (typeof RECURRENCES)[number] | null;
    const due = { due_at_date: asTyped(fields.get('day')) || null, recurrence };
    const about = { reminders_contacts: [{ contact_id: contactId }] };
    await client.call('create_reminder', { text: asTyped(fields.get('text')), ...due, ...about }, once);
  });

  /** A form in a part of the page: what is refused stays in its fields. */
  function smallForm(
    path: string,
    part: 'tags' | 'groups' | 'reminders',
    work: (sent: Sent & { context: PageContext }, contactId: string) => Promise<void>,
  ): void {
    app.post(path, (context) =>
      form(context, async (sent) => {
        const id = context.req.param('id')!;
        try {
          await work(sent, id);
          return seeOther(`${personPath(id)}#${part}`);
        } catch (error) {
          const refused = { form: part, values: Object.fromEntries(sent.fields), text: inWords(error) };
          return show(personPage({ ...(await known(sent, id)), refused }), { status: 400 });
        }
      }),
    );
  }
}

/** All that the page of a person shows. */
export async function known({ client, person }: SignedIn, contactId: string, cursor?: string) {
  const [{ data: one }, { data: open }, { data: timeline }, { data: tagged }, { data: grouped }] = await Promise.all([
    client.call('get_contact', { contactId }),
    client.call('list_reminders', { contactId, isComplete: false }),
    client.call('list_timeline', { contactId, take: HAPPENED_AT_ONCE, ...(cursor && { cursor }) }),
    client.call('list_tags', { take: OFFERED }),
    client.call('list_groups', { take: OFFERED }),
  ]);
  const { contact } = one;
  return {
    person,
    contact,
    relations: await relationsOf(client, contact),
    reminders: open.reminders,
    timeline,
    tags: tagged.tags.map(({ name }) => name),
    groups: grouped.groups.map(({ name }) => name),
    today: dayIn(person.time_zone, new Date().toISOString()),
    tomorrow: dayAfter(dayIn(person.time_zone, new Date().toISOString()), 1),
  };
}

/** Takes one thing out of the trash. */
export async function restore(client: Client, id: string, once: { idempotencyKey: string }): Promise<void> {
  const { failed } = (await client.call('restore_from_trash', { ids: [id] }, once)).data;
  if (failed[0]) throw new KithError('Conflict', failed[0].reason);
}

async function relationsOf(client: Client, contact: Contact): Promise<Related[]> {
  const others = [
    ...(contact.contact_relations_contact_relations_sourceTocontacts ?? []).map((row) => ({
      id: row.destination,
      role: row.destination_contact,
    })),
    ...(contact.contact_relations_contact_relations_destinationTocontacts ?? []).map((row) => ({
      id: row.source,
      role: row.source_contact,
    })),
  ];
  if (others.length === 0) return [];
  const ids = others.map(({ id }) => id);
  const names = await namesOf(client, ids);
  return others.map((other) => ({ ...other, name: names.get(other.id) }));
}

interface Listed {
  rows: { id: string; name: string }[];
  pagination: { nextCursor?: string | null | undefined };
}

/** The one that has the name, in any case. */
async function named(name: string, list: (cursor: { cursor?: string }) => Promise<Listed>) {
  const folded = fold(name);
  let cursor: string | null | undefined;
  do {
    const { rows, pagination } = await list(cursor ? { cursor } : {});
    const found = rows.find((row) => row.name === name) ?? rows.find((row) => fold(row.name) === folded);
    if (found) return found;
    cursor = pagination.nextCursor;
  } while (cursor);
  return undefined;
}

const isMissing = (error: unknown): boolean => error instanceof KithError && error.status === 404;

/** The entry of somebody who was deleted lately. */
async function inTrash(client: Client, id: string) {
  const { data } = await client.call('list_trash', { kind: 'contact', take: PAGE });
  return data.items.find((item) => item.id === id);
}

function messageOf(contactId: string, { done = '', note }: Record<string, string>): Message | undefined {
  if (done === 'note-deleted' && note) return { kind: 'success', text: deletedNote(contactId, note) };
  return Object.hasOwn(DONE, done) ? { kind: 'success', text: DONE[done]! } : undefined;
}
