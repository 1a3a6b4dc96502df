import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { remoteClient } from '../../src/client/remote.ts';
import { operation as operationNamed } from '../../src/contract/operations.ts';
import { callTool } from '../../src/mcp/tools/call-tool.ts';
import { chunked } from '../../src/shared/lists.ts';
import { startConnected } from '../support/file-service.ts';
import { connectModern, type TestClient } from '../support/mcp.ts';
import { createPeople, dataOf, type Json, makeContact, makeContacts, makeTag } from '../support/people.ts';
import type { User } from '../support/service.ts';
import { callsIn } from '../support/writes.ts';

// Replies of writes name the touched people, and show the saved state and the undo. Another test undoes every write.

let service: Awaited<ReturnType<typeof startConnected>>;
beforeAll(async () => {
  service = await startConnected();
});
afterAll(() => service.stop());

const connectTo = ({ apiKey }: User): Promise<TestClient> =>
  connectModern({ env: { KITH_BASE_URL: service.baseUrl, KITH_API_KEY: apiKey } });

let user: User;
let client: TestClient;
beforeAll(async () => {
  user = await service.user(undefined, 'Europe/Berlin');
  client = await connectTo(user);
});
afterAll(() => client.close());
const reply = async (name: string, args: object): Promise<Json> =>
  (await client.call(name, args as Record<string, unknown>)).structuredContent;

test('shows the tags of few people, and names them', async () => {
  const [ann, ben] = await makeContacts(user, [{ full_name: 'Ann' }, { full_name: 'Ben', is_archived: true }]);
  const { id } = await makeTag(user, 'rowers');
  const contactIds = [ann.id, ben.id];
  const tagged = await reply('tag_contacts', { contactIds, tagIds: [id] });
  const tags_contacts = [{ tag_id: id, tags: { id, name: 'rowers' } }];
  expect(tagged).toMatchObject({
    touched: { count: 2, contacts: ['Ann', 'Ben'] },
    contacts: [
      { id: ann.id, full_name: 'Ann', tags_contacts },
      { id: ben.id, full_name: 'Ben', tags_contacts },
    ],
    undo: `untag_contacts ${JSON.stringify({ contactIds, tagIds: [id] })}`,
  });
  const again = await reply('tag_contacts', { contactIds, tagIds: [id] });
  expect(again.undo).toBe('Nothing changed, so there is nothing to undo.');
  const untagged = await reply('untag_contacts', { contactIds: [ann.id], tagIds: [id] });
  expect(untagged.contacts).toEqual([{ id: ann.id, full_name: 'Ann', tags_contacts: [] }]);
});

test('shows the details of a restored person', async () => {
  const { id } = await makeContact(user, {
    full_name: 'Gwen Ashdown',
    contact_phone_numbers: [{ phone_number: '+44 7700 900444' }],
  });
  await reply('delete_contact', { contactId: id });
  const restored = await reply('restore_from_trash', { ids: [id] });
  expect(restored.touched).toEqual({ count: 1, contacts: ['Gwen Ashdown'] });
  expect(restored.contacts).toMatchObject([{ id, contact_phone_numbers: [{ phone_number: '+44 7700 900444' }] }]);
});

test('does not read more than a thousand tags for an undo', async () => {
  const crowded = await service.user();
  const other = await connectTo(crowded);
  const names = Array.from({ length: 1_001 }, (_, index) => `tag ${index}`);
  for (const some of chunked(names, 100)) dataOf(await crowded.post('/v2/tags/batch', { names: some }));
  const { structuredContent } = await other.call('create_tag', { name: 'new' });
  expect(structuredContent.undo).toBe('Delete the new tags with delete_tag.');
  await other.close();
});

test('names ten of many people, and stays small', async () => {
  const ids = await createPeople(user, 150);
  const { id } = await makeTag(user, 'many');
  const tagged = await reply('tag_contacts', { contactIds: ids, tagIds: [id] });
  expect(tagged.touched).toMatchObject({ count: 150, more: 140 });
  expect(tagged.touched.contacts).toHaveLength(10);
  expect(tagged.contacts).toBeUndefined();
  expect(tagged.undo).toBe('untag_contacts with the same contactIds and tagIds, except for those who had them before');
  const updates = ids.slice(0, 25).map((contactId) => ({ contactId, data: { starred: true } }));
  const updated = await reply('bulk_update_contacts', { updates });
  expect(updated.undo).toBe('These are too many contacts to show their former values.');
  const { undo } = await reply('bulk_delete_contacts', { contactIds: ids, confirm: true });
  expect(undo).toBe('restore_from_trash. The ids and values are too long to show here. (for 30 days)');
  expect(await reply('delete_tag', { tagId: id })).not.toHaveProperty('touched');
});

test('joins a name from its parts again after an undo', async () => {
  const { id } = await makeContact(user, { first_name: 'Ida', last_name: 'Smith' });
  const { undo } = await reply('update_contact', { contactId: id, full_name: 'Dr. Ida' });
  for (const [tool, args] of callsIn(undo)) await reply(tool, args);
  const { contact } = await reply('update_contact', { contactId: id, last_name: 'Jones' });
  expect(contact.full_name).toBe('Ida Jones');
});

test('names the people of a note, not their records', async () => {
  const { id } = await makeContact(user, { full_name: 'Cleo', description: 'long '.repeat(500) });
  const written = await reply('create_note', { note: 'Met', timeline_items_contacts: [{ contact_id: id }] });
  expect(written.note.timeline_items_contacts).toEqual([{ contact_id: id, contacts: { full_name: 'Cleo' } }]);
  expect(JSON.stringify(written).length).toBeLessThan(1_500);
});

test('is the same if the call is repeated', async () => {
  const { id } = await makeContact(user, { full_name: 'Dora', company: 'Navy' });
  const args = { contactId: id, company: 'Army', idempotency_key: randomUUID() };
  const first = await client.call('update_contact', args);
  expect(first.structuredContent.undo).toBe(`update_contact {"contactId":"${id}","company":"Navy"}`);
  const second = await client.call('update_contact', args);
  expect(second.structuredContent).toEqual(first.structuredContent);
  expect(second._meta).toMatchObject({ 'kith/replayed': true });
  const other = await connectTo(user);
  const elsewhere = await other.call('update_contact', args);
  expect(elsewhere.structuredContent).toEqual({ ...first.structuredContent, undo: undefined });
  await other.close();
  const gone = { contactId: id, idempotency_key: randomUUID() };
  const deleted = await client.call('delete_contact', gone);
  expect(deleted.structuredContent.touched).toEqual({ count: 1, contacts: ['Dora'] });
  expect((await client.call('delete_contact', gone)).structuredContent).toEqual(deleted.structuredContent);
});

test('leaves out what cannot be read, and the write succeeds', async () => {
  const { id } = await makeContact(user, { full_name: 'Emil' });
  const real = remoteClient({ baseUrl: service.baseUrl, apiKey: user.apiKey });
  const broken: Client = {
    ...real,
    call: (name, args, options) =>
      operationNamed(name).effect === 'read' ? Promise.reject(new Error('broken')) : real.call(name, args, options),
  };
  const key = { idempotency_key: randomUUID() };
  const updated = await callTool(async () => broken, {
    name: 'update_contact',
    args: { contactId: id, company: 'X', ...key },
  });
  expect(updated).toMatchObject({ structuredContent: { contact: { company: 'X' }, touched: { count: 1 } } });
  expect(updated.structuredContent).not.toHaveProperty('undo');
  const args = { contactId: id };
  const deleted = await callTool(async () => broken, { name: 'delete_contact', args });
  expect(deleted).toMatchObject({ structuredContent: { affected: 1, touched: { count: 1, contacts: [], more: 1 } } });
  expect(deleted.structuredContent!.undo).toBe(`restore_from_trash {"ids":["${id}"]} (for 30 days)`);
  await real.close();
});
