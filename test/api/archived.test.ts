import { beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../src/contract/operations.ts';
import { serviceForFile } from '../support/file-service.ts';
import { dataOf, type Json, makeContact, makeNote, makeTag, patchContact } from '../support/people.ts';
import { addFavorites, addGroup, addShareLink } from '../support/records.ts';

const { service } = await serviceForFile();

// Lists and counts of people omit archived ones unless they are requested. A record's own people, and lookups by a
// unique value, include them.

type User = Awaited<ReturnType<typeof service.user>>;
let user: User;
/** The archived contact, with a twin who is not archived. */
let gone: string;
let made: Record<'group' | 'above' | 'tag' | 'token' | 'favorite' | 'note' | 'reminder' | 'view', string>;

const TWIN = {
  full_name: 'Otto Archibald',
  birthday: '1980-06-12',
  frequency: '7 days',
  last_seen_at: '2026-01-01T00:00:00Z',
  contact_emails: [{ email: 'otto@example.com' }],
  contact_phone_numbers: [{ phone_number: '+49 30 5550177' }],
};

beforeAll(async () => {
  user = await service.user();
  await makeContact(user, TWIN);
  gone = (await makeContact(user, TWIN)).id;
  const contact_id = gone;
  const above = await addGroup(user, 'Above');
  const group = await addGroup(user, 'Below', { parent_id: above, groups_contacts: [{ contact_id }] });
  const tag = (await makeTag(user, 'old')).id;
  dataOf(await user.post('/v2/tags/contacts/add', { contactIds: [gone], tagIds: [tag] }));
  const [favorite] = await addFavorites(user, { contact_id: gone });
  const note = await makeNote(user, {
    note: 'A walk',
    event_time: '2026-01-02T00:00:00Z',
    timeline_items_contacts: [{ contact_id }],
  });
  const reminder = {
    text: 'Call',
    due_at_date: '2026-06-11',
    reminders_contacts: [{ contact_id }],
    recurrence: '1 year',
  };
  made = {
    ...{ group, above, tag, favorite: favorite!, note: note.id },
    token: (await addShareLink(user, group)).token,
    reminder: dataOf(await user.post('/v2/reminders', { reminder })).reminder.id,
    view: dataOf(await user.post('/v2/views', { view: { name: 'All' } })).view.id,
  };
  await patchContact(user, gone, { is_archived: true });
});

const get = async (path: string): Promise<Json> => dataOf(await user.get(path));
const post = async (path: string, body: object): Promise<Json> => dataOf(await user.post(path, body));
const filter = (where: object) => post('/v2/contacts/filter', { where });
const count = async (where: object) =>
  (await get(`/v2/contacts/count?where=${encodeURIComponent(JSON.stringify(where))}`)).count;

/** Looks for the contact: their id in a response, or a count beyond the twin's. */
type Asked = () => Promise<Json>;
const LEFT_OUT: Partial<Record<keyof typeof operations, Asked[]>> = {
  list_contacts: [
    () => get('/v2/contacts?take=500'),
    () => get('/v2/contacts?searchQuery=otto'),
    () => get('/v2/contacts?searchQuery=5550177'),
  ],
  filter_contacts: [() => filter({}), () => filter({ tags: { any: [made.tag] } }), () => filter({ phone: '5550177' })],
  count_contacts: [async () => (await count({})) - 1, () => count({ groups: { any: [made.group] } })],
  find_duplicate_contacts: [
    () => get('/v2/contacts/duplicates'),
    () => get(`/v2/contacts/duplicates?contactId=${gone}`),
  ],
  list_groups: [
    async () => (await get('/v2/groups')).groups.map(({ _count }: Json) => _count.groups_contacts),
    async () =>
      (await get('/v2/groups?includeSubgroups=true')).groups.map(({ _count }: Json) => _count.groups_contacts),
  ],
  get_group: [async () => (await get(`/v2/groups/${made.group}`)).group._count.groups_contacts],
  list_group_contacts: [
    () => get(`/v2/groups/${made.group}/contacts`),
    () => get(`/v2/groups/${made.above}/contacts?includeSubgroups=true`),
  ],
  count_group_contacts: [
    async () => (await get('/v2/groups/contact-counts')).counts.map((one: Json) => one.count),
    async () => (await get('/v2/groups/contact-counts?includeSubgroups=true')).counts.map((one: Json) => one.count),
  ],
  overview: [
    async () => (await get('/v2/overview')).recent_people,
    async () => (await get('/v2/overview')).groups.map(({ count }: Json) => count),
    async () => (await get('/v2/overview')).tags.map(({ count }: Json) => count),
    async () => (await get('/v2/overview')).counts.contacts - 1,
  ],
  list_tags: [async () => (await get('/v2/tags')).tags.map(({ _count }: Json) => _count.tags_contacts)],
  get_briefing: [
    async () => {
      const { birthdays, keep_in_touch } = await get('/v2/briefing?day=2026-06-10');
      return { birthdays, keep_in_touch };
    },
  ],
};

const TOLD: Partial<Record<keyof typeof operations, Asked>> = {
  get_contact: () => get(`/v2/contacts/${gone}`),
  get_contact_v1: async () => (await user.get(`/v1/contacts/${gone}`)).body,
  find_contacts_by_email: () => post('/v2/contacts/by-emails', { emails: ['otto@example.com'] }),
  list_notes: () => get('/v2/timeline/notes'),
  get_note: () => get(`/v2/timeline/notes/${made.note}`),
  count_notes: async () => ({ [gone]: (await get(`/v2/timeline/notes/count?contactId=${gone}`)).count }),
  search_notes: () => get(`/v2/timeline/notes/search?groupId=${made.group}&searchQuery=otto`),
  list_timeline: () => get(`/v2/timeline?sources=notes&contactId=${gone}`),
  list_favorites: () => get('/v2/favorites'),
  get_favorite: () => get(`/v2/favorites/${made.favorite}`),
  list_reminders: () => get('/v2/reminders'),
  get_reminder: () => get(`/v2/reminders/${made.reminder}`),
  list_recurring_reminders: () => get('/v2/reminders/recurring'),
  search: () => get('/v2/search?query=otto'),
  fetch: () => get(`/v2/records/${gone}`),
};

/** Reads that return no contacts, or only those in an event or a sync conflict. */
const OF_NOBODY: (keyof typeof operations)[] = [
  ...([
    'check_service',
    'get_current_user',
    'list_share_links',
    'list_meeting_types',
    'list_views',
    'get_view',
  ] as const),
  ...(['list_custom_fields', 'search_emails', 'list_calendar_events', 'get_calendar_event'] as const),
  ...([
    'list_connected_accounts',
    'list_calendars',
    'find_free_time',
    'get_email',
    'list_trash',
    'get_from_trash',
    'list_merges',
  ] as const),
  ...(['get_message_settings', 'get_feed', 'show_feed_address', 'list_address_books', 'list_conflicts'] as const),
  ...(['list_api_keys', 'show_default_api_key', 'list_devices', 'list_sessions', 'list_passkeys'] as const),
  ...(['list_connected_apps', 'list_security_log'] as const),
  ...(['list_counted_accounts', 'list_suggested_contacts', 'list_label_names'] as const),
];

test('covers every read operation', () => {
  const reads = Object.values(operations).flatMap(({ name, effect }) => (effect === 'read' ? [name] : []));
  expect([...Object.keys(LEFT_OUT), ...Object.keys(TOLD), ...OF_NOBODY].sort()).toEqual(reads.sort());
});

describe('archived contacts', () => {
  test.each(Object.entries(LEFT_OUT))('are omitted by %s', async (_, asked) => {
    for (const ask of asked) {
      const answer = await ask();
      expect(JSON.stringify(answer)).not.toContain(gone);
      if (typeof answer === 'number' || typeof answer?.[0] === 'number') expect([answer].flat()).not.toContain(1);
    }
  });

  test.each(Object.entries(TOLD))('are included by %s', async (_, ask) => {
    expect(JSON.stringify(await ask())).toContain(gone);
  });

  test('are hidden in a shared group', async () => {
    expect(dataOf(await user.get(`/v1/shared/${made.token}`))).toEqual({ contacts: [] });
  });

  test('are found on request', async () => {
    const ids = ({ contacts }: Json) => contacts.map(({ id }: Json) => id);
    expect(ids(await get('/v2/contacts?archived=true&searchQuery=5550177'))).toEqual([gone]);
    expect(ids(await filter({ is_archived: true, groups: { any: [made.group] } }))).toEqual([gone]);
    expect(await count({ or: [{ is_archived: true }, { is_archived: false }] })).toBe(2);
  });

  test('are everywhere again once unarchived', async () => {
    await patchContact(user, gone, { is_archived: false });
    expect((await get('/v2/groups/contact-counts?includeSubgroups=true')).counts).toEqual([
      { group_id: made.above, count: 1 },
      { group_id: made.group, count: 1 },
    ]);
    for (const name of ['list_group_contacts', 'find_duplicate_contacts', 'get_briefing'] as const) {
      for (const ask of LEFT_OUT[name]!) expect(JSON.stringify(await ask())).toContain(gone);
    }
    await patchContact(user, gone, { is_archived: true });
  });
});
