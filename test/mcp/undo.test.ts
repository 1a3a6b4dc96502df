import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { remoteClient } from '../../src/client/remote.ts';
import { operation as operationNamed, type ToolName, toolNames } from '../../src/contract/operations.ts';
import { callTool } from '../../src/mcp/tools/call-tool.ts';
import { toolDefinitions } from '../../tools/tools.ts';
import { startConnected } from '../support/file-service.ts';
import { connectModern, type TestClient } from '../support/mcp.ts';
import { createPeople, dataOf, type Json, makeContact, makeContacts, makeTag } from '../support/people.ts';
import type { User } from '../support/service.ts';
import { idsFrom, makeWorld, type World } from '../support/world.ts';

// Every write's reply states whom it touched, and how to undo it. The undo is run exactly as the reply states it, and must
// bring back the data of before.

let service: Awaited<ReturnType<typeof startConnected>>;
beforeAll(async () => {
  service = await startConnected();
});
afterAll(() => service.stop());

interface Write {
  args(world: World, user: User): object | Promise<object>;
  /** Number of touched contacts; 0 if the reply names none. */
  touched: number;
  /** The undo is a sentence, not a call. */
  sentence?: RegExp;
  /** The response is not the record, so the reply has only counts. */
  bare?: true;
  /** The undo brings back a list whose rows have new ids. */
  newIds?: true;
}

const [NOTE, FIELDS] = ['New text', { first_name: 'Grace', last_name: 'Hopper' }];

const WRITES: Partial<Record<ToolName, Write>> = {
  create_contact: { args: () => ({ full_name: 'Grace' }), touched: 1 },
  update_contact: {
    args: ({ contact, other, tag, customField }) => ({
      contactId: contact,
      ...FIELDS,
      company: 'Navy',
      birthday: '--12-09',
      starred: true,
      frequency: null,
      last_seen_now: true,
      coordinates: { operation: 'delete' },
      add_emails: [{ email: 'grace@example.com', label: 'work' }],
      remove_phones: ['+12125550100'],
      tags_contacts: { remove: [{ tag_id: tag }] },
      groups_contacts: [],
      custom_fields: [{ id: customField, text_value: 'new' }],
      related_contacts: { append: [{ destination: other, source_contact: 'mother', destination_contact: 'child' }] },
    }),
    touched: 2,
    newIds: true,
  },
  delete_contact: { args: ({ contact }) => ({ contactId: contact }), touched: 1, bare: true },
  bulk_create_contacts: { args: () => ({ contacts: [{ full_name: 'Grace' }, { full_name: 'Ada' }] }), touched: 2 },
  bulk_update_contacts: {
    args: ({ contact, other, tag }) => ({
      updates: [
        { contactId: contact, data: { ...FIELDS, is_archived: true, tags_contacts: { remove: [{ tag_id: tag }] } } },
        { contactId: other, data: { description: 'new', contact_emails: [{ email: 'two@example.com' }] } },
      ],
    }),
    touched: 2,
  },
  bulk_delete_contacts: { args: ({ contact, other }) => ({ contactIds: [contact, other] }), touched: 2, bare: true },
  merge_contacts: { args: ({ contact, other }) => ({ contactIds: [[contact, other]] }), touched: 2 },
  undo_contact_merge: { args: ({ survivor }) => ({ contactId: survivor }), touched: 2 },
  add_contact_email: { args: ({ contact }) => ({ contactId: contact, email: 'b@example.com' }), touched: 1 },
  update_contact_email: {
    args: ({ contact, email }) => ({ contactId: contact, emailId: email, email: 'b@example.com', label: 'home' }),
    touched: 1,
  },
  delete_contact_email: { args: ({ contact, email }) => ({ contactId: contact, emailId: email }), touched: 1 },
  reorder_contact_emails: {
    args: ({ contact, email }) => ({ contactId: contact, order: [{ id: email, ranking: 7 }] }),
    touched: 1,
  },
  add_contact_phone: { args: ({ contact }) => ({ contactId: contact, phone_number: '+4930123456' }), touched: 1 },
  update_contact_phone: {
    args: ({ contact, phone }) => ({ contactId: contact, phoneId: phone, phone_number: '+4930123456', label: null }),
    touched: 1,
  },
  delete_contact_phone: { args: ({ contact, phone }) => ({ contactId: contact, phoneId: phone }), touched: 1 },
  reorder_contact_phones: {
    args: ({ contact, phone }) => ({ contactId: contact, order: [{ id: phone, ranking: 7 }] }),
    touched: 1,
  },
  add_contact_address: { args: ({ contact }) => ({ contactId: contact, city: 'Berlin' }), touched: 1 },
  update_contact_address: {
    args: ({ contact, address }) => ({ contactId: contact, addressId: address, city: 'Berlin' }),
    touched: 1,
  },
  delete_contact_address: { args: ({ contact, address }) => ({ contactId: contact, addressId: address }), touched: 1 },
  create_group: { args: ({ other }) => ({ name: 'Rowers', groups_contacts: [{ contact_id: other }] }), touched: 1 },
  update_group: {
    args: ({ group, other }) => ({
      groupId: group,
      name: 'New',
      emoji: '🧗',
      groups_contacts: [{ contact_id: other }],
    }),
    touched: 2,
  },
  delete_group: { args: ({ group }) => ({ groupId: group }), touched: 1, bare: true },
  add_contacts_to_group: {
    args: ({ group, contact, other, survivor }) => ({ groupId: group, contactIds: [contact, other, survivor] }),
    touched: 2,
  },
  remove_contacts_from_group: {
    args: ({ group, contact, other }) => ({ groupId: group, contactIds: [contact, other] }),
    touched: 1,
  },
  merge_groups: {
    args: ({ group, otherGroup }) => ({ groupId: otherGroup, sourceGroupIds: [group], finalName: 'Both' }),
    touched: 1,
    sentence: /^Run on the command line: kith undo [0-9a-f-]{36}$/,
  },
  create_share_link: { args: ({ group }) => ({ groupId: group }), touched: 0 },
  delete_share_link: {
    args: ({ group, shareLink }) => ({ groupId: group, shareLinkId: shareLink }),
    touched: 0,
    bare: true,
  },
  create_tag: { args: () => ({ name: 'brand new' }), touched: 0 },
  create_tag_v1: { args: () => ({ name: 'brand new' }), touched: 0 },
  bulk_create_tags: { args: () => ({ names: ['brand new', 'newer', 'Ada'] }), touched: 0 },
  update_tag: { args: ({ tag }) => ({ tagId: tag, name: 'renamed' }), touched: 0 },
  delete_tag: { args: ({ tag }) => ({ tagId: tag }), touched: 1, bare: true },
  tag_contacts: {
    async args({ contact, other, tag }, user) {
      return { contactIds: [contact, other], tagIds: [tag, (await makeTag(user, 'second')).id] };
    },
    touched: 2,
  },
  untag_contacts: { args: ({ contact, other, tag }) => ({ contactIds: [contact, other], tagIds: [tag] }), touched: 2 },
  create_note: {
    args: ({ contact, other }) => ({
      note: NOTE,
      timeline_items_contacts: [{ contact_id: contact }, { contact_id: other }],
    }),
    touched: 2,
  },
  bulk_create_notes: {
    args: ({ contact, other }) => ({
      notes: [contact, other].map((contact_id) => ({ note: NOTE, timeline_items_contacts: [{ contact_id }] })),
    }),
    touched: 2,
  },
  update_note: {
    args: ({ note, contact, survivor }) => ({
      noteId: note,
      note: NOTE,
      meeting_type: 'call',
      event_time: '2020-02-03T09:00:00Z',
      timeline_items_contacts: [{ contact_id: contact }, { contact_id: survivor }],
    }),
    touched: 3,
  },
  delete_note: { args: ({ note }) => ({ noteId: note }), touched: 2, bare: true },
  log_interaction: {
    args: ({ contact, other }) => ({ note: NOTE, contacts: [contact, other], remind: { in: '3 days' } }),
    touched: 2,
  },
  create_reminder: {
    args: ({ contact }) => ({ text: 'Call', due_at_date: '2030-01-01', reminders_contacts: [{ contact_id: contact }] }),
    touched: 1,
  },
  update_reminder: { args: ({ reminder }) => ({ reminderId: reminder, is_complete: true }), touched: 1 },
  update_reminder_v1: {
    args: ({ reminder, other }) => ({
      reminderId: reminder,
      due_at_time: '2030-01-01T09:00:00Z',
      recurrence: '1 mon',
      reminders_contacts: [{ contact_id: other }],
    }),
    touched: 2,
  },
  delete_reminder: { args: ({ reminder }) => ({ reminderId: reminder }), touched: 1, bare: true },
  bulk_create_favorites: {
    args: ({ contact, view }) => ({ favorites: [{ contact_id: contact }, { view_id: view }] }),
    touched: 1,
  },
  update_favorite: { args: ({ favorite }) => ({ favoriteId: favorite, ranking: 9 }), touched: 0 },
  bulk_update_favorites: {
    args: ({ favorite }) => ({ updates: [{ favoriteId: favorite, data: { ranking: 9 } }] }),
    touched: 0,
    bare: true,
  },
  delete_favorite: {
    async args({ contact }, user) {
      const favorites = [{ contact_id: contact }];
      return { favoriteId: dataOf(await user.post('/v2/favorites/batch', { favorites })).favorites[0].id };
    },
    touched: 1,
    bare: true,
  },
  bulk_delete_favorites: { args: ({ favorite }) => ({ favoriteIds: [favorite] }), touched: 0, bare: true },
  create_view: { args: ({ contact }) => ({ name: 'Some', filters: { in: [contact] } }), touched: 0 },
  update_view: {
    args: ({ view }) => ({ viewId: view, name: 'New', filters: { starred: true }, sort: 'full_name', group_id: null }),
    touched: 0,
  },
  delete_view: { args: ({ view }) => ({ viewId: view }), touched: 0, bare: true },
  create_custom_field: { args: () => ({ name: 'Allergies', field_type: 'input' }), touched: 0 },
  update_custom_field: {
    args: ({ customField }) => ({ customFieldId: customField, name: 'New', categories: [{ category: 'one' }] }),
    touched: 0,
  },
  delete_custom_field: { args: ({ customField }) => ({ customFieldId: customField }), touched: 0, bare: true },
  reorder_custom_fields: {
    async args({ customField }, user) {
      const custom_field = { name: 'Second', field_type: 'input' };
      const second = dataOf(await user.post('/v1/custom-fields', { custom_field })).custom_field.id;
      return { updates: [second, customField].map((customFieldId, ranking) => ({ customFieldId, ranking })) };
    },
    touched: 0,
  },
  set_custom_field_values: {
    args: ({ contact, other, customField }) => ({
      custom_fields: [contact, other].map((contact_id) => ({
        contact_id,
        custom_field_id: customField,
        text_value: 'new',
      })),
    }),
    touched: 2,
  },
  set_custom_field_values_v1: {
    args: ({ contact, customField }) => ({
      custom_fields: [{ contact_id: contact, custom_field_id: customField, text_value: 'new' }],
    }),
    touched: 1,
  },
  restore_from_trash: {
    async args({ trashed }, user) {
      const { id } = await makeContact(user, { full_name: 'Gone' });
      dataOf(await user.call('DELETE', `/v2/contacts/${id}`));
      return { ids: [trashed, id] };
    },
    touched: 1,
    bare: true,
  },
  create_calendar_event: {
    args: () => ({ summary: 'Lunch', start_date: new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10) }),
    touched: 0,
  },
  update_calendar_event: {
    args: ({ event }) => ({ eventId: event, summary: 'New', location: 'Here', start_date: '2026-12-24' }),
    touched: 0,
  },
  delete_calendar_event: {
    args: (world) => ({ eventId: idsFrom(world, 'delete_calendar_event')('eventId') }),
    touched: 0,
    sentence: /cannot be restored/,
    bare: true,
  },
  respond_to_calendar_event: {
    args: (world) => ({
      eventId: idsFrom(world, 'respond_to_calendar_event')('eventId'),
      response: 'declined',
    }),
    touched: 0,
    sentence: /another response replaces/,
  },
  select_calendars: { args: ({ calendar }) => ({ calendars: [{ id: calendar, selected: false }] }), touched: 0 },
};

const connectTo = ({ apiKey }: User): Promise<TestClient> =>
  connectModern({ env: { KITH_BASE_URL: service.baseUrl, KITH_API_KEY: apiKey } });

const writes = toolNames.filter((name) => operationNamed(name).effect !== 'read');

/** Calls as a reply states them: `tool {…}; then tool {…}`. */
const callsIn = (undo: string): [tool: string, args: object][] =>
  undo
    .replace(/ \(for 30 days\)$/, '')
    .split('; then ')
    .map((call) => [call.slice(0, call.indexOf(' ')), JSON.parse(call.slice(call.indexOf(' ')))]);

const confirmed = (name: string, args: object): Record<string, unknown> => ({
  ...args,
  ...(toolDefinitions[name as ToolName].confirm && { confirm: true }),
});

/** The user's data without times of changes and ids of parts, which differ after a list is restored. */
async function dataOfUser(user: User, { group, event }: World): Promise<Json> {
  const include = Object.fromEntries(
    [
      'contact_emails',
      'contact_phone_numbers',
      'legacy_contact_addresses',
      'contacts_custom_fields',
      'groups_contacts',
      'tags_contacts',
      'contact_relations_contact_relations_sourceTocontacts',
      'timeline_items_contacts',
      'reminders_contacts',
      'keep_in_touch_reminders',
    ].map((part) => [part, true]),
  );
  const contacts = [false, true].map((is_archived) =>
    user.post('/v2/contacts/filter', { where: { is_archived }, include, sort: 'created_at' }),
  );
  const lists = ['timeline/notes', 'reminders', 'groups', 'tags', 'favorites', 'views', 'custom-fields'];
  const more = event ? [`agenda/calendar/events/${event}`, 'agenda/calendars', 'agenda/calendar/events'] : [];
  const answers = await Promise.all([
    ...contacts,
    ...[...lists, ...more, `groups/${group}/share-links`].map((list) => user.get(`/v2/${list}`)),
  ]);
  const hidden = new Set(['updated_at', 'created_at', 'nextCursor', 'geocode_attempts', 'next_cursor']);
  const trimmed = (value: Json, part = ''): Json => {
    if (Array.isArray(value)) return value.map((one) => trimmed(one, part));
    if (typeof value !== 'object' || value === null) return value;
    const kept = Object.entries(value).filter(([name]) => !hidden.has(name) && !(name === 'id' && part in include));
    return Object.fromEntries(kept.map(([name, inner]) => [name, trimmed(inner, name)]));
  };
  return answers.map(({ body }) => trimmed(body));
}

describe('every write', () => {
  test('is in the table', () => expect(Object.keys(WRITES).sort()).toEqual([...writes].sort()));

  interface Place {
    user: User;
    client: TestClient;
    world: World;
  }

  /** An undone write leaves the world as it was, so that the next test can use it. */
  let whole: Place | undefined;
  afterAll(() => whole?.client.close());

  async function takePlace(): Promise<Place> {
    const place = whole;
    whole = undefined;
    if (place) return place;
    const user = await service.user(undefined, 'Europe/Berlin');
    return { user, client: await connectTo(user), world: await makeWorld(user, 'Ada') };
  }

  test.each(writes)('%s states whom it touched and its undo, which works', async (name) => {
    const { args: argsOf, touched, sentence, bare, newIds } = WRITES[name]!;
    const place = await takePlace();
    const { user, client, world } = place;
    try {
      const args = await argsOf(world, user);
      const before = await dataOfUser(user, world);
      const preview = operationNamed(name).atProvider
        ? undefined
        : (await client.call(name, { ...args, dry_run: true })).structuredContent;
      if (preview) {
        expect(preview).toMatchObject({ dry_run: true });
        expect(preview.undo).toBeUndefined();
        expect(preview.next ?? '').not.toContain('saved state');
        expect(preview.touched?.count ?? 0).toBe(touched);
      }
      const { structuredContent: reply, isError } = await client.call(name, confirmed(name, args));
      expect(isError, JSON.stringify(reply)).toBeFalsy();
      expect(reply.touched?.count ?? 0).toBe(touched);
      const { contacts: names = [], more = 0 } = reply.touched ?? {};
      expect(names.length + more).toBe(touched);
      expect(/saved state/.test(reply.next ?? '')).toBe(!bare);
      expect(JSON.stringify(reply).length).toBeLessThan(4_000);
      if (sentence) return expect(reply.undo).toMatch(sentence);
      expect(await dataOfUser(user, world)).not.toEqual(before);
      for (const [tool, undo] of callsIn(reply.undo)) {
        const undone = await client.call(tool, confirmed(tool, undo));
        expect(undone.isError, `${reply.undo}\n${undone.content[0]!.text}`).toBeFalsy();
      }
      expect(await dataOfUser(user, world)).toEqual(before);
      if (!newIds) whole = place;
    } finally {
      if (!whole) await client.close();
    }
  });
});

describe('the reply of a write', () => {
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

  test('names ten of many people, and stays small', async () => {
    const ids = await createPeople(user, 150);
    const { id } = await makeTag(user, 'many');
    const tagged = await reply('tag_contacts', { contactIds: ids, tagIds: [id] });
    expect(tagged.touched).toMatchObject({ count: 150, more: 140 });
    expect(tagged.touched.contacts).toHaveLength(10);
    expect(tagged.contacts).toBeUndefined();
    expect(tagged.undo).toBe(
      'untag_contacts with the same contactIds and tagIds, except for those who had them before',
    );
    const { undo } = await reply('bulk_delete_contacts', { contactIds: ids, confirm: true });
    expect(undo).toBe('restore_from_trash. The ids and values are too long to show here. (for 30 days)');
    expect(await reply('delete_tag', { tagId: id })).not.toHaveProperty('touched');
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
});
