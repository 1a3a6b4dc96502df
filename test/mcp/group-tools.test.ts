import { expect, test } from 'vitest';
import { askedAndUnasked, type TestClient } from '../support/mcp.ts';

const { silent, asking, questions } = await askedAndUnasked({ action: 'accept', content: { confirm: true } });

const reply = async (client: TestClient, name: string, args: Record<string, unknown> = {}) =>
  (await client.call(name, args)).structuredContent;
const add = async (name: string, fields: Record<string, unknown> = {}): Promise<string> =>
  (await reply(silent, 'create_group', { name, ...fields })).group.id;

test('asks before merging groups, and states the effects', async () => {
  const groupId = await add('Climbers');
  const source = await add('Boulderers');
  await reply(silent, 'create_share_link', { groupId: source });
  const args = { groupId, sourceGroupIds: [source], finalName: 'Rock\u200b people', finalEmoji: '🧗' };
  const preview = await silent.call('merge_groups', args);
  expect(preview.structuredContent).toMatchObject({ dry_run: true, mergedGroupIds: [source], contactIds: [] });
  expect(preview.content[0]!.text).toContain('confirm: true');
  expect((await reply(silent, 'get_group', { groupId: source })).group.name).toBe('Boulderers');
  expect(await reply(asking, 'merge_groups', args)).toMatchObject({ mergedGroupIds: [source] });
  expect(questions.pop()).toBe(
    'Merge groups: merge 2 groups into "Rock people" with 0 contacts? 0 favorites and 1 share link will be deleted.',
  );
});

test('names a group before deleting it, and deletes it with confirm', async () => {
  const [asked, told] = [await add('Book club'), await add('Bowling')];
  expect(await reply(asking, 'delete_group', { groupId: asked })).toMatchObject({ affected: 1, ids: [asked] });
  expect(questions.pop()).toBe(
    'Delete group: delete "Book club" with its favorites and share links? Its 0 contacts stay. You can restore it with kith trash for 30 days.',
  );
  expect(await reply(silent, 'delete_group', { groupId: told })).toMatchObject({ dry_run: true });
  expect(await reply(silent, 'delete_group', { groupId: told, confirm: true })).toMatchObject({
    affected: 1,
    ids: [told],
  });
  expect((await silent.call('get_group', { groupId: told })).isError).toBe(true);
});

test('manages members, counts, views, and favorites with flat arguments', async () => {
  const { contact } = await reply(silent, 'create_contact', { full_name: 'Ida' });
  const groupId = await add('Rowers', { groups_contacts: [{ contact_id: contact.id }] });
  expect((await reply(silent, 'list_group_contacts', { groupId })).contacts).toMatchObject([{ full_name: 'Ida' }]);
  expect(await reply(silent, 'count_group_contacts', { groupIds: [groupId] })).toEqual({
    counts: [{ group_id: groupId, count: 1 }],
  });
  const removed = await reply(silent, 'remove_contacts_from_group', { groupId, contactIds: [contact.id] });
  expect(removed).toMatchObject({ affected: 1 });
  const { view } = await reply(silent, 'create_view', { name: 'Stars', filters: '{"starred": true}' });
  expect(view.filters).toEqual({ starred: true });
  await reply(silent, 'bulk_create_favorites', { favorites: [{ view_id: view.id }, { contact_id: contact.id }] });
  expect((await reply(silent, 'list_favorites')).favorites).toMatchObject([
    { views: { name: 'Stars' } },
    { contacts: { full_name: 'Ida' } },
  ]);
});
