import { asTyped } from '../edit/merge.ts';
import { groupNamed, tagNamed } from '../people/labels.ts';
import { partOf } from '../requests/answers.ts';
import type { Frame, Pages } from '../requests/frame.ts';
import { partForms } from './person-part.ts';

const NAME = { name: 'name' };

/** Tags and groups of a person: only what changes is sent, so that two windows do not undo each other. */
export function addLabels(app: Pages, frame: Frame): void {
  const part = partForms(app, frame);

  part('tags', 'tags', NAME, async ({ client, fields, once }, contactId) => {
    const name = asTyped(fields.get('name'));
    const known = await tagNamed(client, name);
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
    const known = await groupNamed(client, name);
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
