import { afterAll, beforeAll, expect, test } from 'vitest';
import { startConnected } from '../support/file-service.ts';
import { connectModern, type TestClient } from '../support/mcp.ts';
import { getContact, type Json, makeContact, makeContacts, makeNote } from '../support/people.ts';
import { addGroup } from '../support/records.ts';
import { temporaryFolder, type User } from '../support/service.ts';

// Replies that models misread, or that lacked something.

let service: Awaited<ReturnType<typeof startConnected>>;
let ada: User;
let client: TestClient;
beforeAll(async () => {
  service = await startConnected();
  ada = await service.user();
  client = await connectModern({ env: { KITH_BASE_URL: service.baseUrl, KITH_API_KEY: ada.apiKey } });
});
afterAll(async () => {
  await client.close();
  await service.stop();
});

const answer = async (name: string, args: object = {}): Promise<Json> => {
  const { structuredContent, content } = await client.call(name, args as Record<string, unknown>);
  expect(structuredContent, content[0]!.text).toBeDefined();
  return structuredContent;
};
const refusal = async (name: string, args: object): Promise<Json> => {
  const { isError, content } = await client.call(name, args as Record<string, unknown>);
  expect(isError).toBe(true);
  return JSON.parse(content[0]!.text).error;
};

test('suggests the nearest name for an unknown part, even where the API accepts any', async () => {
  const { id } = await makeContact(ada, { full_name: 'Parts' });
  const nearest: [tool: string, args: object, field: string, named: string][] = [
    ['list_contacts', { include: { custom_fields: true } }, 'include.custom_fields', 'contacts_custom_fields'],
    ['filter_contacts', { include: { emails: true } }, 'include.emails', 'contact_emails'],
    ['get_contact', { contactId: id, select: { fullname: true } }, 'select.fullname', 'full_name'],
    ['list_contacts', { include: { tags: true, phones: true } }, 'include.phones', 'contact_phone_numbers'],
    ['find_duplicate_contacts', { include: { contact: true } }, 'include.contact', 'contacts'],
    ['list_recurring_reminders', { include: { contacs: true } }, 'include.contacs', 'contacts'],
  ];
  for (const [tool, args, field, named] of nearest) {
    const { code, details } = await refusal(tool, args);
    expect([code, details.fields[field]]).toEqual(['BadRequest', `unknown, did you mean ${named}?`]);
  }
  for (const include of [{ zodiac: true }, ['zodiac']])
    expect((await refusal('list_contacts', { include })).hint).toContain('include accepts contact_emails');
  for (const args of [
    { include: { contact_emails: true, groups_count: true, last_note: false } },
    { select: { full_name: true, tags_contacts: true } },
    { include: '{"contact_emails": true}' },
    { include: ['contact_emails'], select: [] },
    { select: ['full_name', 'birthday'] },
  ])
    await answer('list_contacts', args);
  expect((await ada.get('/v2/contacts?include[custom_fields]=true')).status).toBe(200);
});

test('shows a birthday as a date, without a year if it has none', async () => {
  const [yearless, born] = await makeContacts(ada, [
    { full_name: 'Yearless', birthday: '--05-17' },
    { full_name: 'Born', birthday: '1990-05-17' },
  ]);
  const shown = async (contactId: string) => (await answer('get_contact', { contactId })).contact.birthday;
  expect([await shown(yearless.id), await shown(born.id)]).toEqual(['--05-17', '1990-05-17']);
  expect((await getContact(ada, yearless.id)).birthday).toBe('1604-05-17T00:00:00.000Z');
  // The tool accepts the value as it was shown.
  await answer('update_contact', { contactId: born.id, birthday: await shown(yearless.id) });
  expect(await shown(born.id)).toBe('--05-17');
  expect(await client.read(`kith://contacts/${yearless.id}?format=md`)).toContain('Birthday: 05-17');
});

test('marks the count of a page with successors as its own', async () => {
  await makeContacts(ada, [{ full_name: 'P1' }, { full_name: 'P2' }]);
  const first = (await answer('list_contacts', { searchQuery: 'P', take: 1 })).pagination;
  expect(first).toMatchObject({ count: 1, more: expect.stringContaining('this page alone') });
  const whole = (await answer('list_contacts', { searchQuery: 'P1' })).pagination;
  expect(whole).toEqual({ count: 1 });
});

test("lists only a few of a contact's note ids, and the number of others", async () => {
  const { id } = await makeContact(ada, { full_name: 'Chatty' });
  for (let made = 0; made < 5; made++)
    await answer('create_note', { note: `note ${made}`, timeline_items_contacts: [{ contact_id: id }] });
  const { contact } = await answer('get_contact', { contactId: id });
  expect(contact.timeline_items_contacts).toHaveLength(3);
  expect(contact.timeline_items_contacts_left_out).toBe(2);
  expect(contact.last_note.preview).toBe('note 4');
  const { notes } = await answer('list_notes', { contactId: id });
  expect(notes[0].timeline_items_contacts).toHaveLength(1);
});

test('returns a share link with its URL, valid to the end of its last day', async () => {
  const group = await addGroup(ada, 'Shared');
  const { share_link } = await answer('create_share_link', { groupId: group, expires_at: '2099-12-31' });
  expect(share_link.share_url).toBe(`${service.baseUrl}/v1/shared/${share_link.token}`);
  expect((await fetch(share_link.share_url)).status).toBe(200);
  expect((await answer('list_share_links', { groupId: group })).share_links[0].share_url).toBe(share_link.share_url);
  const { user } = await answer('get_current_user');
  const { share_link: same } = (
    await ada.post(`/v2/groups/${group}/share-links`, { share_link: { expires_at: '2099-12-31' } })
  ).body.data;
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: user.time_zone,
    dateStyle: 'short',
    timeStyle: 'medium',
    hourCycle: 'h23',
  });
  expect(parts.format(new Date(same.expires_at))).toBe('2099-12-31, 23:59:59');
  expect(same).not.toHaveProperty('share_url');
});

test('takes the public URL from a setting, and otherwise from a running web app', async () => {
  const folder = temporaryFolder();
  for (const [env, address, said] of [
    [{ KITH_DATA_DIR: service.dataDir, KITH_PUBLIC_URL: 'https://kith.example/' }, 'https://kith.example', undefined],
    [{ KITH_DATA_DIR: service.dataDir }, `http://localhost:${new URL(service.baseUrl).port}`, 'only on this computer'],
    [{ KITH_DATA_DIR: folder.path }, '', 'no running kith serve or kith open was found'],
  ] as const) {
    const local = await connectModern({ env });
    const call = async (name: string, args: object) => (await local.call(name, { ...args })).structuredContent;
    const { group } = await call('create_group', { name: 'G' });
    const { share_link, next } = await call('create_share_link', { groupId: group.id });
    expect(share_link.share_url).toBe(`${address}/v1/shared/${share_link.token}`);
    if (address.includes('localhost')) expect((await fetch(share_link.share_url)).status).toBe(200);
    expect(next ?? '').toContain(said ?? '');
    expect(!!next?.includes('KITH_PUBLIC_URL')).toBe(said !== undefined);
    const list = await call('list_share_links', { groupId: group.id });
    expect(list.share_links[0].share_url).toBe(share_link.share_url);
    expect(list.next ?? '').toContain(said ?? '');
    for (const expires_at of ['2020-12-31', '2020-12-31T00:00:00Z'])
      expect((await call('create_share_link', { groupId: group.id, expires_at })).next).toContain(
        'has expired already',
      );
    await local.close();
  }
  folder.remove();
});

test('shows no token in the dry run of a share link', async () => {
  const group = await addGroup(ada, 'Not shared');
  const { structuredContent } = await client.call('create_share_link', { groupId: group, dry_run: true });
  expect(structuredContent).toMatchObject({ dry_run: true, share_link: { group_id: group } });
  expect(structuredContent.share_link).not.toHaveProperty('token');
  expect(structuredContent.share_link).not.toHaveProperty('share_url');
  expect(structuredContent.next).toContain('not by a dry run');
  expect((await answer('list_share_links', { groupId: group })).share_links).toEqual([]);
});

test('names the records deleted with a contact and how to undo it, and the undo works', async () => {
  const { id } = await makeContact(ada, { full_name: 'Victor Gone' });
  const note = await makeNote(ada, { note: 'of Victor', timeline_items_contacts: [{ contact_id: id }] });
  for (const args of [{ contactId: id, dry_run: true }, { contactId: id }]) {
    const { structuredContent } = await client.call('delete_contact', args);
    expect(`${structuredContent.next} ${structuredContent.undo}`).toMatch(
      args.dry_run
        ? /notes and reminders about nobody else.*30 days restore_from_trash/
        : /notes and reminders about nobody else.*restore_from_trash \{"ids":\[".*"\]\} \(for 30 days\)/,
    );
  }
  const { items } = await answer('list_trash', { searchQuery: 'victor' });
  expect(items).toMatchObject([{ id, kind: 'contact', name: 'Victor Gone' }]);
  expect(await answer('restore_from_trash', { ids: [items[0].id] })).toMatchObject({ restored: [{ id }] });
  expect((await answer('get_note', { noteId: note.id })).note.note).toBe('of Victor');
});

test('names one bad address among good ones, and looks up the others', async () => {
  const { id } = await makeContact(ada, { full_name: 'Mail', contact_emails: [{ email: 'mail@x.example' }] });
  const found = await answer('find_contacts_by_email', { emails: ['mail@x.example', 'not an address'] });
  expect(found.contacts).toMatchObject([{ id }]);
  expect(found.failed).toMatchObject([{ email: 'not an address', error: { code: 'BadRequest' } }]);
  const { details } = await refusal('find_contacts_by_email', { emails: ['one', 'two'] });
  expect(Object.keys(details.fields)).toEqual(['emails[0]', 'emails[1]']);
  const plain = await ada.post('/v2/contacts/by-emails', { emails: ['MAIL@x.example'] });
  expect(Object.keys(plain.body.data)).toEqual(['contacts']);
});

test('keeps the contact that a merge is told to keep', async () => {
  const [a, b, c, d] = (
    await makeContacts(ada, [{ full_name: 'A' }, { full_name: 'B' }, { full_name: 'C' }, { full_name: 'D' }])
  ).map(({ id }) => id);
  const merge = (args: object) => answer('merge_contacts', { confirm: true, ...args });
  for (const [survivorIds, code] of [
    [[d], 'NotFound'],
    [[a, b], 'BadRequest'],
  ] as const) {
    const { merged, failed } = await merge({ contactIds: [[a, b]], survivorIds });
    expect([merged, failed[0].error.code]).toEqual([[], code]);
  }
  const { merged, failed } = await merge({
    contactIds: [
      [a, b],
      [c, d],
    ],
    survivorIds: [b],
  });
  expect(failed).toEqual([]);
  expect(merged.map(({ id }: Json) => id)).toEqual([b, c]);
});

test('merges groups without an emoji, and keeps the existing one', async () => {
  const [into, from] = [await addGroup(ada, 'Into', { emoji: '🎣' }), await addGroup(ada, 'From', { emoji: '🎾' })];
  const args = { groupId: into, sourceGroupIds: [from], finalName: 'Both', confirm: true };
  expect((await answer('merge_groups', args)).group).toMatchObject({ name: 'Both', emoji: '🎣' });
  const other = await addGroup(ada, 'Other');
  const cleared = await ada.post(`/v2/groups/${into}/merge`, {
    sourceGroupIds: [other],
    finalName: 'All',
    finalEmoji: null,
  });
  expect(cleared.body.data.group).toMatchObject({ name: 'All', emoji: null });
});

test('accepts relations and tags in either form for new and existing contacts', async () => {
  const [mother, father] = (await makeContacts(ada, [{ full_name: 'Mother' }, { full_name: 'Father' }])).map(
    ({ id }) => id,
  );
  const { tag } = await answer('create_tag', { name: 'Family' });
  const to = (destination: string | undefined, role: string) => ({ destination, destination_contact: role });
  const relationsOf = async (id: string) =>
    (await getContact(ada, id)).contact_relations_contact_relations_sourceTocontacts.map(
      (one: Json) => one.destination,
    );
  for (const related_contacts of [[to(mother, 'mother')], { append: [to(mother, 'mother')] }]) {
    const tags = Array.isArray(related_contacts) ? [{ tag_id: tag.id }] : { append: [{ tag_id: tag.id }] };
    const { contact } = await answer('create_contact', { full_name: 'Child', related_contacts, tags_contacts: tags });
    expect(await relationsOf(contact.id)).toEqual([mother]);
    expect((await getContact(ada, contact.id)).tags_contacts).toMatchObject([{ tag_id: tag.id }]);
    await answer('update_contact', { contactId: contact.id, related_contacts: { append: [to(father, 'father')] } });
    expect((await relationsOf(contact.id)).sort()).toEqual([mother, father].sort());
    // A list replaces all entries, as in every update.
    await answer('update_contact', {
      contactId: contact.id,
      related_contacts: [to(father, 'father')],
      tags_contacts: [],
    });
    expect(await relationsOf(contact.id)).toEqual([father]);
    expect((await getContact(ada, contact.id)).tags_contacts).toEqual([]);
  }
  const many = await answer('bulk_create_contacts', {
    contacts: [
      {
        full_name: 'One',
        related_contacts: { append: [to(mother, 'mother')] },
        tags_contacts: { append: [{ tag_id: tag.id }] },
      },
    ],
  });
  expect(many.batch.committed).toBe(1);
  const { details } = await refusal('create_contact', { related_contacts: { append: [to('x', 'y')] } });
  expect(Object.keys(details.fields)).toEqual(['related_contacts.append[0].destination']);
});
