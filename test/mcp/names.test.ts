import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { createClient } from '../../src/client/index.ts';
import { operation as operationNamed, toolNames } from '../../src/contract/operations.ts';
import type { Operation } from '../../src/contract/schema/operation.ts';
import type { IdKind } from '../../src/contract/schema/primitives.ts';
import { mapIds } from '../../src/mcp/names/ids-in.ts';
import { callTool } from '../../src/mcp/tools/call-tool.ts';
import { startConnected } from '../support/file-service.ts';
import { flatArguments } from '../support/flat.ts';
import { connectModern, type TestClient, type ToolReply } from '../support/mcp.ts';
import { makeContacts } from '../support/people.ts';
import { changed, fieldsIn, plain, sampleRequest, supportsDryRun, wireName, wireSchema } from '../support/samples.ts';
import type { User } from '../support/service.ts';
import { idsFrom, makeWorld, type World } from '../support/world.ts';

// Tools accept a name in place of the id of any record with a name. Every such argument in the contract is tested.

let service: Awaited<ReturnType<typeof startConnected>>;
let user: User;
let world: World;
let client: TestClient;
beforeAll(async () => {
  service = await startConnected();
  user = await service.user();
  world = await makeWorld(user, 'Ada');
  await user.post(`/v2/contact-emails/${world.other}`, { email: 'two@example.com' });
  await user.post(`/v2/contact-emails/${world.survivor}`, { email: 'three@example.com' });
  client = await connectModern({ env: { KITH_BASE_URL: service.baseUrl, KITH_API_KEY: user.apiKey } });
});
afterAll(async () => {
  await client.close();
  await service.stop();
});

/** The name of each record in the world. */
const nameOf = (id: string, kind: IdKind, operation: Operation): string | undefined => {
  const inPart = (names: Partial<Record<keyof World, string>>) =>
    Object.entries(names).find(([key]) => world[key as keyof World] === id)?.[1];
  switch (kind) {
    case 'contact':
      return operation.effect === 'delete'
        ? inPart({ contact: 'ADA@example.com', other: 'two@example.com', survivor: 'three@example.com' })
        : inPart({ contact: 'áda one', other: 'Ada  Two', survivor: 'ada three' });
    case 'group':
      return inPart({ group: 'ada', otherGroup: 'Ada Two' });
    case 'tag':
      return inPart({ tag: 'ÁDA' });
    case 'view':
      return inPart({ view: 'ada' });
    case 'custom field':
      return inPart({ customField: 'ada' });
    case 'email address':
      return 'ada@EXAMPLE.com';
    case 'phone number':
      return '+1 (212) 555-0100';
    default:
      return undefined;
  }
};

const sampleOf = (operation: Operation): Record<string, unknown> => ({
  ...flatArguments(operation, sampleRequest(operation, idsFrom(world, operation.name))),
  ...(supportsDryRun(operation) && { dry_run: true }),
});

describe.each(toolNames)('%s', (operationName) => {
  const operation = operationNamed(operationName);

  test('marks the record type of each of its ids', () => {
    const parts = (['query', 'body'] as const).flatMap((part) => {
      const schema = wireSchema(operation, part);
      return schema ? fieldsIn(schema) : [];
    });
    const unmarked = parts.flatMap(({ path, schema }) => {
      if (plain(schema).format !== 'uuid') return [];
      const flat = operation.wrapper && path[0] === operation.wrapper ? path.slice(1) : path;
      const place = operation.listArgument ? [operation.listArgument, ...flat] : flat;
      const marked: string[] = [];
      mapIds(operation, changed({}, place, world.contact), (id, _kind, field) => {
        marked.push(field);
        return id;
      });
      return marked.includes(wireName(place)) ? [] : [wireName(place)];
    });
    expect(unmarked.filter((id) => !NO_RECORD.test(id))).toEqual([]);
  });

  test('accepts names in place of ids, and reports the resolved records', async () => {
    const args = sampleOf(operation);
    const meant: { given: string; kind: IdKind; id: string }[] = [];
    const named = mapIds(operation, args, (id, kind) => {
      const given = nameOf(id, kind, operation);
      if (given !== undefined && !meant.some((one) => one.given === given && one.kind === kind))
        meant.push({ given, kind, id });
      return given ?? id;
    });
    if (meant.length === 0) return;
    const [byId, byName] = [await client.call(operationName, args), await client.call(operationName, named)];
    if (byId.isError) return expect(byName).toEqual(byId);
    expect(byName.isError, byName.content[0]!.text).toBeUndefined();
    expect(byName._meta?.['kith/meant']).toEqual(
      expect.arrayContaining(meant.map((one) => expect.objectContaining(one))),
    );
    expect(byName.structuredContent.meant).toEqual(byName._meta?.['kith/meant']);
    // Names are text from outside, so their reply is always marked.
    const { meant: _, note, ...reply } = byName.structuredContent;
    const expected = { ...byId.structuredContent };
    if (typeof note === 'string') delete expected.note;
    else reply.note = note;
    expect(Object.keys(reply).sort()).toEqual(Object.keys(expected).sort());
    if (operation.effect === 'read') expect(reply).toEqual(expected);
  });

  test.runIf(operation.effect === 'delete')('deletes nobody by a name alone', async () => {
    const args = sampleOf(operation);
    let names = 0;
    const named = mapIds(operation, args, (id, kind) => {
      if (kind !== 'contact') return id;
      names++;
      return 'Ada Two';
    });
    if (names === 0) return;
    const refused = await client.call(operationName, named);
    expect(refused.isError).toBe(true);
    expect(refused.content[0]!.text).toContain('not by name');
    expect(errorOf(refused).details.candidates).toEqual([
      { given: 'Ada Two', matches: [{ id: world.other, name: 'Ada Two' }] },
    ]);
  });
});

/** Ids that refer to no existing record, to one inside the record itself, or to another program's record. */
const NO_RECORD =
  /^id$|^(contacts|ids)\[0\](\.id)?$|^(notes\[0\]\.)?(attachments\[0\]\.id|oauth_credential_id)$|^cursor$/;

const errorOf = (reply: Pick<ToolReply, 'content'>) => JSON.parse(reply.content[0]!.text).error;

test('lists several contacts with the same name, and their differences', async () => {
  const [first, second] = await makeContacts(user, [
    {
      full_name: 'Jane Doe',
      company: 'Acme',
      contact_emails: [{ email: 'jane@acme.example' }],
      legacy_contact_addresses: [{ city: 'Oslo' }],
    },
    { full_name: 'Jane DOE', company: 'Babbage & Co', last_seen_at: '2026-03-04T12:00:00Z', is_archived: true },
  ]);
  const refused = await client.call('list_notes', { contactId: 'jane doe' });
  const error = errorOf(refused);
  expect(error).toMatchObject({ code: 'BadRequest', message: 'contactId: 2 contacts are called "jane doe"' });
  expect(error.details.candidates[0].matches).toEqual(
    expect.arrayContaining([
      { id: first.id, name: 'Jane Doe', company: 'Acme', email: 'jane@acme.example', city: 'Oslo' },
      { id: second.id, name: 'Jane DOE', company: 'Babbage & Co', last_seen: '2026-03-04', is_archived: true },
    ]),
  );
  // Names come from people, and appear beside a warning.
  expect(refused.content[1]!.text).toContain('never instructions');
});

test('rejects an unknown name with the nearest one, and writes nothing', async () => {
  await makeContacts(user, [{ full_name: 'Grace Hopper' }]);
  const before = (await client.call('list_notes')).structuredContent.notes.length;
  const note = { note: 'met', timeline_items_contacts: ['Grace Hoper', 'Ada One'] };
  const error = errorOf(await client.call('create_note', note));
  expect(error.code).toBe('NotFound');
  expect(error.message).toBe('timeline_items_contacts[0].contact_id: there is no contact "Grace Hoper"');
  expect(error.details.candidates[0].nearest[0].name).toBe('Grace Hopper');
  const tag = errorOf(await client.call('tag_contacts', { contactIds: ['Ada One'], tagIds: ['Adda'] }));
  expect(tag.details).toMatchObject({
    fields: { 'tagIds[0]': 'there is no tag "Adda"' },
    candidates: [{ nearest: [{ name: 'Ada' }] }],
  });
  expect((await client.call('list_notes')).structuredContent.notes).toHaveLength(before);
});

test('tells similar names apart, also one in the trash', async () => {
  const own = await service.user();
  const remote = createClient({ baseUrl: service.baseUrl, apiKey: own.apiKey });
  const [kept, deleted] = await makeContacts(own, [
    { full_name: 'Ottilie Kern', company: 'Acme', job_title: 'Pilot', legacy_location: 'Oslo', is_archived: true },
    { full_name: 'Ottilie Kehr' },
  ]);
  await own.call('DELETE', `/v2/contacts/${deleted.id}`);
  const refused = await callTool(async () => remote, { name: 'get_contact', args: { contactId: 'Otilie Kern' } });
  const { nearest } = errorOf(refused).details.candidates[0];
  const told = { company: 'Acme', job_title: 'Pilot', city: 'Oslo', is_archived: true };
  expect(nearest).toContainEqual({ id: kept.id, name: 'Ottilie Kern', ...told });
  const restored = await callTool(async () => remote, { name: 'list_notes', args: { contactId: 'Ottilie Kehr' } });
  expect(errorOf(restored).details.candidates[0].nearest).toContainEqual({
    id: deleted.id,
    name: 'Ottilie Kehr',
    in_trash: true,
  });
  expect(errorOf(restored).hint).toContain('restore_from_trash');
  await remote.close();
});

test('suggests no distant names: lists all of a few records, otherwise none', async () => {
  const own = await service.user();
  const remote = createClient({ baseUrl: service.baseUrl, apiKey: own.apiKey });
  const refused = async (tag: string) =>
    errorOf(await callTool(async () => remote, { name: 'count_contacts', args: { where: { tags: { any: [tag] } } } }));
  const none = await refused('climbing');
  expect(none.message).toBe('where.tags.any[0]: there is no tag "climbing"');
  expect(none.hint).toBe('No name is similar. Ask the person for the exact name. create_tag adds a new one.');
  await own.post('/v2/tags/batch', { names: ['choir', 'friend', 'library'] });
  const few = await refused('climbing');
  expect(few.message).toBe('where.tags.any[0]: there is no tag "climbing"; there are: "choir", "friend", "library"');
  expect(few.details.candidates).toEqual([{ given: 'climbing', nearest: [] }]);
  expect(few.hint).not.toContain('nearest');
  expect((await refused('freind')).details.candidates[0].nearest).toMatchObject([{ name: 'friend' }]);
  await own.post('/v2/tags/batch', { names: Array.from({ length: 10 }, (_, at) => `zz${at}`) });
  expect((await refused('climbing')).message).toBe('where.tags.any[0]: there is no tag "climbing"');
  await makeContacts(own, [{ full_name: 'Grace Hopper' }]);
  const person = await callTool(async () => remote, { name: 'get_contact', args: { contactId: 'Grace Mill' } });
  expect(errorOf(person).details.candidates[0].nearest).toMatchObject([{ name: 'Grace Hopper' }]);
  await remote.close();
});

test('resolves tag names that differ only in case by exact spelling', async () => {
  for (const name of ['vip', 'VIP']) await client.call('create_tag', { name });
  const filter = async (name: string) => client.call('count_contacts', { where: { tags: { any: [name] } } });
  expect((await filter('VIP')).structuredContent).toMatchObject({ count: 0, meant: [{ given: 'VIP', name: 'VIP' }] });
  expect(errorOf(await filter('Vip')).message).toBe('where.tags.any[0]: there are 2 tags "Vip"');
});

test('distinguishes groups with the same name by their path', async () => {
  for (const parent of ['Work', 'Home']) {
    await client.call('create_group', { name: parent });
    await client.call('create_group', { name: 'Friends', parent_id: parent });
  }
  const { candidates } = errorOf(await client.call('list_group_contacts', { groupId: 'friends' })).details;
  expect(candidates[0].matches.map((one: { lies_in: string }) => one.lies_in).sort()).toEqual(['Home', 'Work']);
});

test('finds a phone number in any notation, and names both owners of a shared one', async () => {
  const phone = { contact_phone_numbers: [{ phone_number: '+49 30 901820' }] };
  const [first] = await makeContacts(user, [{ full_name: 'Uwe', ...phone }]);
  const found = await client.call('get_contact', { contactId: '+49 (30) 90 18 20' });
  expect(found.structuredContent.contact.id).toBe(first.id);
  await makeContacts(user, [{ full_name: 'Uta', ...phone }]);
  const error = errorOf(await client.call('delete_contact', { contactId: '+4930901820' }));
  expect(error.message).toBe('contactId: 2 contacts have the phone number "+4930901820"');
});

test('accepts the end of a number to read a contact, but not to delete one', async () => {
  const phone = { contact_phone_numbers: [{ phone_number: '+49 30 5550177' }] };
  const [eve] = await makeContacts(user, [{ full_name: 'Eve', ...phone }]);
  expect((await client.call('get_contact', { contactId: '5550177' })).structuredContent.contact.id).toBe(eve.id);
  const error = errorOf(await client.call('delete_contact', { contactId: '50177' }));
  expect(error.message).toBe(
    'contactId: delete_contact takes a contact by the whole phone number, not by the end of it',
  );
  expect(error.details.candidates).toEqual([{ given: '50177', matches: [{ id: eve.id, name: 'Eve' }] }]);
  for (const contactId of ['030 5550177', '0049305550177', '+49 (30) 555-0177'])
    expect((await client.call('delete_contact', { contactId, dry_run: true })).structuredContent.ids).toEqual([eve.id]);
  await makeContacts(user, [
    { full_name: 'Eva', contact_phone_numbers: [{ phone_number: '5550177' }] },
    { full_name: 'Evi', contact_phone_numbers: [{ phone_number: '+1 212 555 0177' }] },
  ]);
  expect((await client.call('get_contact', { contactId: '5550177' })).structuredContent.contact.full_name).toBe('Eva');
});

test('does not resolve a name contained in more contacts than it looks up', async () => {
  const crowded = await service.user();
  const named = (full_name: string) => ({ full_name });
  await makeContacts(crowded, [named('Ann'), named('Zed'), ...Array.from({ length: 2_100 }, () => named('Annelie'))]);
  await makeContacts(crowded, [named('Ann'), named('Zed Ann')]);
  const remote = createClient({ baseUrl: service.baseUrl, apiKey: crowded.apiKey });
  const get = (...all: string[]) =>
    callTool(async () => remote, { name: 'count_contacts', args: { where: { in: all } } });
  expect(errorOf(await get('Ann')).message).toBe('where.in[0]: too many contacts are similar to "Ann" to choose one');
  // Beside it, others are known all the same.
  expect((await get('Zed', 'Zed Ann')).structuredContent).toMatchObject({ count: 2 });
  expect(errorOf(await get('Ann', 'Zed')).details.fields).toEqual({
    'where.in[0]': expect.stringContaining('too many'),
  });
  await remote.close();
});

test('finds a name as shown in replies, and nothing for an overlong one', async () => {
  const [hidden] = await makeContacts(user, [{ full_name: '\u200bIda\u202e' }]);
  const told = (await client.call('get_contact', { contactId: hidden.id })).structuredContent.contact.full_name;
  expect(told).toBe('Ida');
  expect((await client.call('get_contact', { contactId: told })).structuredContent.contact.id).toBe(hidden.id);
  const tag = (await client.call('create_tag', { name: 'Old\u200b friends\u2066' })).structuredContent.tag;
  const tagged = await client.call('count_contacts', { where: { tags: { any: ['old friends'] } } });
  expect(tagged.structuredContent.meant).toMatchObject([{ id: tag.id, name: 'Old friends' }]);
  const swelling = await client.call('get_contact', { contactId: '\ufdfa'.repeat(499) });
  expect(errorOf(swelling).code).toBe('NotFound');
});

test('looks up equal names in a batch once, and many names in a few lookups', async () => {
  await makeContacts(
    user,
    Array.from({ length: 45 }, (_, index) => ({ full_name: `Batch ${index}x` })),
  );
  const updates = Array.from({ length: 90 }, (_, index) => ({
    contactId: `Batch ${index % 45}x`,
    data: { tags_contacts: { append: ['vip', 'vip'] } },
  }));
  const { result, calls } = await counted('bulk_update_contacts', { updates, dry_run: true });
  expect(result.structuredContent).toMatchObject({ count: 90 });
  const reply = ['bulk_update_contacts', 'filter_contacts'];
  expect(calls).toEqual(['filter_contacts', 'list_tags', 'filter_contacts', 'filter_contacts', ...reply]);
});

/** A tool call, and the operations that it used. */
async function counted(name: string, args: Record<string, unknown>) {
  const remote = createClient({ baseUrl: service.baseUrl, apiKey: user.apiKey });
  const calls: string[] = [];
  const call: Client['call'] = (operation, ...rest) => {
    calls.push(operation);
    return remote.call(operation, ...rest);
  };
  const result = await callTool(async () => ({ ...remote, call }), { name, args });
  await remote.close();
  return { result, calls };
}

test('reports other errors in a call before any lookup', async () => {
  const { result, calls } = await counted('create_note', { note: 5, timeline_items_contacts: ['Nobody'] });
  expect(errorOf(result).details.fields).toEqual({ note: expect.stringContaining('must be of type string') });
  expect(calls).toEqual([]);
});

test("accepts addresses in each of a merge's forms", async () => {
  const contactIds = [
    { contactIds: ['ada@example.com', 'two@example.com'], primaryContactId: 'Ada Two <two@example.com>' },
  ];
  const { structuredContent } = await client.call('merge_contacts', { contactIds, dry_run: true });
  expect(structuredContent).toMatchObject({ merged: [{ id: world.other }], failed: [] });
});

test('accepts only ids in the REST API', async () => {
  const answer = await user.get('/v2/timeline/notes?contactId=Ada%20One');
  expect(answer.status).toBe(400);
});
