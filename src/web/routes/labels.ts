import { fold } from '../../shared/text/fold.ts';
import { asTyped } from '../edit/merge.ts';
import type { Frame, Pages } from '../frame.ts';
import { partOf } from './answers.ts';
import { partForms } from './person-part.ts';

const PAGE = 200;
const NAME = { name: 'name' };

/** Tags and groups of a person: only what changes is sent, so that two windows do not undo each other. */
export function addLabels(app: Pages, frame: Frame): void {
  const part = partForms(app, frame);

  part('tags', 'tags', NAME, async ({ client, fields, once }, contactId) => {
    const name = asTyped(fields.get('name'));
    const known = await named(name, async (cursor) => {
      const { tags, pagination } = (await client.call('list_tags', { take: PAGE, ...cursor })).data;
      return { rows: tags, pagination };
    });
    const { id } = known ?? (await client.call('create_tag', { name }, partOf(once, 'tag'))).data.tag;
    await client.call('tag_contacts', { contactIds: [contactId], tagIds: [id] }, partOf(once, 'tagged'));
    return undefined;
  });
  part('tags/:other/remove', 'tags', NAME, async ({ client, once, context }, contactId) => {
    const tag = context.req.param('other')!;
    await client.call('untag_contacts', { contactIds: [contactId], tagIds: [tag] }, once);
    return { done: 'untagged', tag };
  });
  part('tags/:other/back', 'tags', NAME, async ({ client, once, context }, contactId) => {
    await client.call('tag_contacts', { contactIds: [contactId], tagIds: [context.req.param('other')!] }, once);
    return undefined;
  });

  part('groups', 'groups', NAME, async ({ client, fields, once }, contactId) => {
    const name = asTyped(fields.get('name'));
    const known = await named(name, async (cursor) => {
      const { groups, pagination } = (await client.call('list_groups', { take: PAGE, ...cursor })).data;
      return { rows: groups, pagination };
    });
    const contactIds = [contactId];
    if (known) await client.call('add_contacts_to_group', { groupId: known.id, contactIds }, partOf(once, 'member'));
    else await client.call('create_group', { name, groups_contacts: [{ contact_id: contactId }] }, once);
    return undefined;
  });
  part('groups/:other/remove', 'groups', NAME, async ({ client, once, context }, contactId) => {
    const group = context.req.param('other')!;
    await client.call('remove_contacts_from_group', { groupId: group, contactIds: [contactId] }, once);
    return { done: 'ungrouped', group };
  });
  part('groups/:other/back', 'groups', NAME, async ({ client, once, context }, contactId) => {
    const groupId = context.req.param('other')!;
    await client.call('add_contacts_to_group', { groupId, contactIds: [contactId] }, once);
    return undefined;
  });
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
