import { afterAll, beforeAll, expect, test } from 'vitest';
import { startConnected } from '../support/file-service.ts';
import { connectModern, type TestClient } from '../support/mcp.ts';
import { makeWorld } from '../support/world.ts';

// Calls from models that do not know a tool, and the guidance in the error.

let service: Awaited<ReturnType<typeof startConnected>>;
let client: TestClient;
beforeAll(async () => {
  service = await startConnected();
  const user = await service.user();
  await makeWorld(user, 'Ada');
  client = await connectModern({ env: { KITH_BASE_URL: service.baseUrl, KITH_API_KEY: user.apiKey } });
});
afterAll(async () => {
  await client.close();
  await service.stop();
});

const ADA = 'Ada One';

/** Tool, wrong argument, its value, the error for it, and the other arguments. */
const WRONG: [tool: string, field: string, value: unknown, says: string, others?: object][] = [
  [
    'create_note',
    'contactIds',
    [ADA],
    'did you mean timeline_items_contacts? & timeline_items_contacts has the form [{contact_id, is_origin}]',
  ],
  ['create_note', 'contact_id', ADA, 'timeline_items_contacts'],
  ['create_note', 'contacts', [ADA], 'timeline_items_contacts'],
  ['create_note', 'person', ADA, 'timeline_items_contacts'],
  ['create_note', 'text', 'met', 'did you mean note?'],
  ['create_note', 'content', 'met', 'did you mean note?'],
  ['create_note', 'date', '2026-11-01', 'event_time'],
  ['create_note', 'type', 'coffee', 'meeting_type'],
  ['create_note', 'tags', ['VIP'], 'tag_contacts'],
  ['create_note', 'timeline_items_contacts[0].id', ADA, 'did you mean contact_id?'],
  ['create_note', 'meeting_type', 'lunch', 'did you mean meal?'],
  ['update_note', 'id', 'x', 'did you mean noteId?'],
  ['list_contacts', 'query', 'ada', 'did you mean searchQuery?'],
  ['list_contacts', 'search', 'ada', 'did you mean searchQuery?'],
  ['list_contacts', 'q', 'ada', 'did you mean searchQuery?'],
  ['list_contacts', 'name', 'ada', 'did you mean searchQuery?'],
  ['list_contacts', 'limit', 5, 'did you mean take?'],
  ['list_contacts', 'page', 2, 'did you mean cursor?'],
  ['list_contacts', 'sort_by', 'full_name', 'did you mean sort?'],
  ['list_contacts', 'sort', 'name', 'did you mean full_name?'],
  ['list_contacts', 'tag', 'VIP', 'filter_contacts'],
  ['list_contacts', 'where', { starred: true }, 'filter_contacts'],
  ['list_contacts', 'fields', ['full_name'], 'did you mean select? & select has the form [name]'],
  ['search_notes', 'query', 'x', 'did you mean searchQuery?'],
  ['search_notes', 'contact_id', ADA, 'did you mean contactId?'],
  ['search_notes', 'from', '2026-01-01', 'did you mean startDate?'],
  ['search_notes', 'to', '2026-01-01', 'did you mean endDate?'],
  ['search_notes', 'startDate', 'last week', 'must be a date (2026-11-01)'],
  ['search_notes', 'meetingType', 'coffee', 'includeMeetingTypeId'],
  ['filter_contacts', 'where.tags', ['VIP'], '{any: [tag], all: [tag], none: [tag]}'],
  ['filter_contacts', 'where.tags', 'VIP', '{any: [tag], all: [tag], none: [tag]}'],
  ['filter_contacts', 'where.groups', ['Ada'], '{any: [group], all: [group], none: [group]}'],
  ['filter_contacts', 'where.tag', 'VIP', 'did you mean tags? & tags has the form {any: [tag]'],
  ['filter_contacts', 'where.tags.in', ['VIP'], 'did you mean any? & any has the form [tag]'],
  ['filter_contacts', 'where.birthday', '05-17', '{month, day}'],
  ['filter_contacts', 'where.birthday_month', 5, 'did you mean birthday? & birthday has the form {month, day}'],
  ['filter_contacts', 'where.last_seen_at.before', '2026-01-01', 'did you mean lte?'],
  [
    'filter_contacts',
    'where.last_seen_before',
    '2026-01-01',
    'did you mean last_seen_at? & last_seen_at has the form {gte, lte}',
  ],
  ['filter_contacts', 'where.city', 'Berlin', 'did you mean location?'],
  ['filter_contacts', 'where.full_name', 'Ada', 'did you mean name?'],
  ['filter_contacts', 'where.custom_fields[0].name', 'Ada', 'did you mean id?'],
  ['filter_contacts', 'where.custom_fields[0].operator', 'equals', 'did you mean eq?'],
  ['filter_contacts', 'tags', ['VIP'], 'did you mean where.tags? & where.tags has the form {any: [tag]'],
  ['filter_contacts', 'starred', true, 'did you mean where.starred?'],
  ['filter_contacts', 'near', 'Berlin', '{latitude, longitude, radius_km}'],
  ['create_contact', 'name', 'Bob', 'did you mean full_name?'],
  [
    'create_contact',
    'email',
    'bob@x.example',
    'did you mean contact_emails? & contact_emails has the form [{email, label, ranking}]',
  ],
  [
    'create_contact',
    'phone',
    '123456',
    'did you mean contact_phone_numbers? & contact_phone_numbers has the form [{phone_number',
  ],
  ['create_contact', 'tags', ['VIP'], 'tags_contacts'],
  ['create_contact', 'groups', ['Ada'], 'groups_contacts'],
  [
    'create_contact',
    'address',
    'Main St 1',
    'did you mean legacy_contact_addresses? & legacy_contact_addresses has the form [{formatted, street',
  ],
  ['create_contact', 'title', 'CEO', 'did you mean job_title?'],
  ['create_contact', 'organization', 'Acme', 'did you mean company?'],
  ['create_contact', 'notes', 'met', 'create_note'],
  ['create_contact', 'city', 'Oslo', 'did you mean legacy_location?'],
  ['create_contact', 'contact_emails[0].address', 'x@y.example', 'did you mean email?'],
  ['create_contact', 'contact_phone_numbers[0].number', '1', 'did you mean phone_number?'],
  ['update_contact', 'id', ADA, 'did you mean contactId?'],
  ['update_contact', 'contact_id', ADA, 'did you mean contactId?'],
  ['update_contact', 'email', 'n@x.example', 'add_emails', { contactId: ADA }],
  ['update_contact', 'phone', '1234', 'add_phones', { contactId: ADA }],
  ['update_contact', 'address', 'Main St 1', 'add_contact_address', { contactId: ADA }],
  ['update_contact', 'keep_in_touch', '1 month', 'did you mean frequency?', { contactId: ADA }],
  ['update_contact', 'archived', true, 'did you mean is_archived?', { contactId: ADA }],
  ['update_contact', 'favorite', true, 'did you mean starred?', { contactId: ADA }],
  ['update_contact', 'data', { company: 'X' }, 'put the fields beside contactId', { contactId: ADA }],
  ['get_contact', 'name', ADA, 'did you mean contactId?'],
  ['create_reminder', 'date', '2026-11-28', 'due_at_date'],
  ['create_reminder', 'due', '2026-11-28', 'due_at_date'],
  ['create_reminder', 'due_at', '2026-11-28T10:00:00Z', 'due_at_time'],
  ['create_reminder', 'title', 'x', 'did you mean text?'],
  [
    'create_reminder',
    'contactIds',
    [ADA],
    'did you mean reminders_contacts? & reminders_contacts has the form [{contact_id}]',
  ],
  ['create_reminder', 'repeat', '1 mon', 'did you mean recurrence?'],
  ['update_reminder', 'completed', true, 'did you mean is_complete?', { reminderId: 'x' }],
  ['update_reminder', 'id', 'x', 'did you mean reminderId?'],
  ['list_reminders', 'due_before', '2026-12-01', 'did you mean dueBefore?'],
  ['list_group_contacts', 'group', 'Ada', 'did you mean groupId?'],
  [
    'add_contacts_to_group',
    'contacts',
    [ADA],
    'did you mean contactIds? & contactIds has the form [contact]',
    { groupId: 'Ada' },
  ],
  ['tag_contacts', 'tags', ['Ada'], 'did you mean tagIds? & tagIds has the form [tag]', { contactIds: [ADA] }],
  ['merge_contacts', 'contactIds[0]', 'ada@example.com', '[contact] or {contactIds: [contact], primaryContactId}'],
  ['list_calendar_events', 'start', '2026-11-01', 'did you mean dateRange.start?'],
  ['list_calendar_events', 'date', '2026-11-01', 'did you mean dateRange? & dateRange has the form {start, end}'],
  ['create_calendar_event', 'title', 'x', 'did you mean summary?'],
  ['create_calendar_event', 'start', '2026-12-01T10:00:00Z', 'did you mean start_datetime?'],
  ['create_calendar_event', 'guests', ['x'], 'did you mean attendees? & attendees has the form [{email, name}]'],
  ['search_emails', 'from', 'x@example.com', 'searchQuery'],
  ['get_briefing', 'date', '2026-11-28', 'did you mean day?'],
  ['create_tag', 'tag', 'VIP', 'did you mean name?'],
  [
    'create_group',
    'members',
    [ADA],
    'did you mean groups_contacts? & groups_contacts has the form [{contact_id}]',
    { name: 'x' },
  ],
  ['create_view', 'where', { starred: true }, 'filters', { name: 'x' }],
  ['bulk_create_contacts', 'contacts[0].name', 'Bob', 'did you mean full_name?'],
  ['bulk_update_contacts', 'contacts', [], 'did you mean updates? & updates has the form [{contactId, data}]'],
  [
    'bulk_create_favorites',
    'contactIds',
    [ADA],
    'did you mean favorites? & favorites has the form [{group_id, view_id, contact_id, ranking}]',
  ],
  [
    'set_custom_field_values',
    'value',
    'x',
    'did you mean custom_fields? & custom_fields has the form [{contact_id, custom_field_id',
  ],
  ['find_contacts_by_email', 'email', 'x@y.example', 'did you mean emails'],
  ['create_custom_field', 'field_type', 'text', 'did you mean input?'],
  ['list_timeline', 'sources[0]', 'mail', 'did you mean emails?'],
  ['get_note', 'noteId', 'the one about Bergen', 'search_notes'],
  ['delete_favorite', 'favoriteId', ADA, 'list_favorites'],
  ['create_note', 'reminder_id', 'call Ada', 'list_reminders'],
  ['count_notes', 'dateRange', { start: '2026-01-01' }, 'did you mean startDate and endDate?'],
  ['list_reminders', 'dateRange', 'this week', 'did you mean dueAfter and dueBefore?'],
  ['find_free_time', 'dateRange', 'this week', 'did you mean start and end?', { duration_minutes: 30 }],
  ['list_notes', 'writtenSince', '2026-01-01', 'did you mean createdAfter?'],
  ['list_notes', 'where', { contactId: ADA }, 'what it holds stands at the root, without where'],
  ['create_contact', 'contact', { full_name: 'Bob' }, 'what it holds stands at the root, without contact'],
  ['create_contact', 'social', { twitter: 'bob' }, 'what it holds stands at the root'],
  ['create_contact', 'spouse', ADA, 'did you mean related_contacts?', { full_name: 'Bob' }],
  ['create_contact', 'priority', 1, 'did you mean priority_tier?', { full_name: 'Bob' }],
  ['create_contact', 'birthday', { month: 5, day: 3 }, 'YYYY-MM-DD or --MM-DD', { full_name: 'Bob' }],
  ['create_contact', 'legacy_contact_addresses[0].zip', '0150', 'did you mean postal_code?'],
  ['update_contact', 'tags_contacts.add', ['VIP'], 'did you mean append?', { contactId: ADA }],
  ['bulk_update_contacts', 'updates[0].company', 'Acme', 'did you mean data.company?'],
  ['bulk_update_contacts', 'updates[0].id', ADA, 'did you mean contactId?'],
  ['bulk_update_contacts', 'updates[0].data.add_phones', ['+12125550100'], 'only update_contact takes it'],
  ['bulk_update_contacts', 'updates[0].data.add_emails', ['a@b.example'], 'use contact_emails for the whole list'],
  ['bulk_create_notes', 'items', [{ note: 'x' }], 'did you mean notes? & "timeline_items_contacts": [{"contact_id"'],
  ['bulk_create_notes', 'contactId', ADA, 'did you mean notes[0].timeline_items_contacts?', { notes: ['x'] }],
  ['list_contacts', 'include.emails', true, 'did you mean contact_emails?'],
  ['list_contacts', 'include.custom_fields', true, 'did you mean contacts_custom_fields?'],
  ['list_contacts', 'include.zodiac', true, 'include accepts contact_emails'],
  ['filter_contacts', 'searchQuery', 'ada', 'where.name & list_contacts takes searchQuery'],
  ['filter_contacts', 'where', [{ field: 'company', value: 'Acme' }], 'as {"company": "Acme"'],
  ['filter_contacts', 'where.and', [{ company: 'Acme' }], 'all conditions of an object must match'],
  ['filter_contacts', 'where.not', { starred: true }, 'tags {none: […]}'],
  ['filter_contacts', 'where.or[0].not', { starred: true }, 'tags {none: […]}'],
  ['filter_contacts', 'where.company', { contains: 'Acme' }, 'company takes one value alone, as "Acme"'],
  ['filter_contacts', 'where.email', null, 'has_email: false finds those without'],
  ['filter_contacts', 'where.email', { exists: false }, 'has_email: false finds those without'],
  ['filter_contacts', 'where.address', 'Oslo', 'did you mean location?'],
  ['filter_contacts', 'where.source', 'LinkedIn', 'did you mean linkedin_sync?'],
  ['filter_contacts', 'where.last_seen_at.lte', '6 months ago', 'today is 20'],
  ['filter_contacts', 'near.lat', 51.5, 'did you mean latitude?'],
  ['filter_contacts', 'near.city', 'Oslo', 'where.location finds a town'],
  ['count_contacts', 'tag', 'VIP', 'did you mean where.tags? & where.tags has the form {any: [tag]'],
  ['create_note', 'event_time', '2026-11-20 19:00', 'did you mean 2026-11-20T19:00:00+'],
  ['update_contact', 'last_seen_at', '2026-11-20', 'did you mean 2026-11-20T12:00:00+', { contactId: ADA }],
  ['create_reminder', 'due_at_date', 'tomorrow', 'today is 20'],
  ['search_notes', 'searchQuery', ['coffee', 'Bergen'], 'searchQuery takes one value alone, as "coffee Bergen"'],
  ['merge_contacts', 'primaryContactId', ADA, 'did you mean survivorIds?'],
  ['merge_contacts', 'duplicateIds', [ADA], 'did you mean contactIds?'],
  ['list_timeline', 'types', ['note'], 'did you mean sources? & [notes | emails | events]'],
  ['update_group', 'newName', 'x', 'did you mean name?', { groupId: 'Ada' }],
  ['create_tag', 'names', ['a', 'b'], 'bulk_create_tags'],
  ['list_tags', 'query', 'fam', 'it lists all'],
  ['list_trash', 'kind', 'contacts', 'did you mean contact?'],
  ['restore_from_trash', 'ids[0]', ADA, 'list_trash tells it'],
  ['create_calendar_event', 'duration', 60, 'use end_datetime for the end', { summary: 'x' }],
  ['find_free_time', 'duration', 60, 'did you mean duration_minutes?'],
  ['respond_to_calendar_event', 'status', 'accept', 'did you mean response?', { eventId: 'x' }],
  ['respond_to_calendar_event', 'response', 'yes', 'did you mean accepted?', { eventId: 'x' }],
  ['list_contacts', 'select.name', true, 'did you mean full_name?'],
  ['create_contact', 'nickname', 'Bobby', 'there is no such field', { full_name: 'Bob' }],
  ['create_contact', 'frequency', 30, '14 days, 1 mon', { full_name: 'Bob' }],
  ['update_contact', 'last_seen', '2026-11-20', 'did you mean last_seen_at?', { contactId: ADA }],
  ['update_contact', 'snooze_until', '2026-12-24', 'did you mean next_reminder_at?', { contactId: ADA }],
  ['create_reminder', 'due_at_date', '2026-12-01T09:00:00Z', 'due_at_time takes a time', { text: 'x' }],
  ['create_calendar_event', 'start_date', '2026-12-01T09:00:00Z', 'start_datetime takes a time', { summary: 'x' }],
  ['create_calendar_event', 'allDay', true, 'start_date and end_date', { summary: 'x' }],
  ['list_calendar_events', 'calendar', 'Work', 'select_calendars'],
  ['list_calendar_events', 'timeMin', '2026-11-22T00:00:00Z', 'did you mean dateRange.start?'],
  ['search_notes', 'tags', ['VIP'], 'notes have no tags'],
  ['merge_contacts', 'into', ADA, 'did you mean survivorIds?'],
  ['bulk_create_contacts', 'contacts', ['Bob'], '[{"full_name"'],
  ['bulk_create_contacts', 'tags', ['VIP'], 'did you mean contacts[0].tags_contacts?', { contacts: [{}] }],
  ['bulk_create_contacts', 'onDuplicate', 'ignore', 'did you mean skip?', { contacts: [{}] }],
  ['filter_contacts', 'where.birthday.from', '2026-03-01', 'means the whole month'],
  ['filter_contacts', 'where.never_seen', true, 'last_seen_at: null finds people who were never seen'],
  ['filter_contacts', 'where.last_seen_at.is_null', true, 'use null instead of this object'],
  ['filter_contacts', 'where.limit', 5, 'beside where, not inside it'],
];

test.each(WRONG)('%s with %s as %j suggests %s', async (tool, field, value, says, others = {}) => {
  const reply = await client.call(tool, { ...others, ...placed(field, value) });
  expect(reply.isError).toBe(true);
  const { error } = JSON.parse(reply.content[0]!.text);
  expect(error.code).toBe('BadRequest');
  for (const one of says.split(' & ')) expect(`${error.details.fields[field]} ${error.hint}`).toContain(one);
});

/** A value at a dotted path with indexes. */
function placed(field: string, value: unknown): Record<string, unknown> {
  const keys = field.match(/[^.[\]]+/g)!;
  const inner = keys.reduceRight((held, key) => (/^\d+$/.test(key) ? [held] : { [key]: held }), value);
  return inner as Record<string, unknown>;
}

test('rejects an argument unlike any other with the list of existing ones', async () => {
  const { error } = JSON.parse((await client.call('get_briefing', { zodiac: 'Leo' })).content[0]!.text);
  expect(error).toMatchObject({
    hint: 'get_briefing takes day, days.',
    details: { fields: { zodiac: 'unknown argument' } },
  });
});

test('names the tool that lists ids when an id is not found', async () => {
  const { error } = JSON.parse((await client.call('get_reminder', { reminderId: 'call mum' })).content[0]!.text);
  expect(error.code).toBe('NotFound');
  expect(error.hint).toContain('list_reminders');
});

test('does not report an argument given under another name as missing', async () => {
  const where = { custom_fields: [{ field: 'Ada', value: 'x' }] };
  const { error } = JSON.parse((await client.call('filter_contacts', { where })).content[0]!.text);
  expect(error.details.fields).toEqual({
    'where.custom_fields[0].field': 'unknown field, did you mean id?',
    'where.custom_fields[0].operator': 'required: one of contains, eq, in, not_in, present, absent, gte, lte',
  });
});

test.each([
  ['list_contacts', { searchQuery: ['Ada One'], archived: 'No' }],
  ['get_contact', { contactId: [ADA] }],
  ['find_contacts_by_email', { emails: 'ada@example.com, x@y.example' }],
  ['list_timeline', { contactId: ADA, sources: 'notes, events' }],
])('%s accepts %j, which is unambiguous', async (tool, args) => {
  const { isError, content } = await client.call(tool, args);
  expect(isError, content[0]!.text).toBeFalsy();
  expect(content[0]!.text.toLowerCase()).toContain('ada');
});

test('accepts unambiguous forms', async () => {
  const args = { full_name: 'Bo Berg', contact_emails: ['bo@x.example'], tags_contacts: 'Ada' };
  const { contact } = (await client.call('create_contact', args)).structuredContent;
  const include = ['contact_emails', 'tags_contacts'];
  const { contacts } = (await client.call('list_contacts', { searchQuery: 'Berg', include })).structuredContent;
  expect(contacts[0]).toMatchObject({
    id: contact.id,
    contact_emails: [{ email: 'bo@x.example' }],
    tags_contacts: [{ tags: { name: 'Ada' } }],
  });
});
