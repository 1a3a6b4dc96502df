import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { serviceForFile } from '../support/file-service.ts';
import { dataOf, getContact, type Json, makeContact, makeContacts, makeNote, makeTag } from '../support/people.ts';

const { service, database, ada } = await serviceForFile();

// The fields of a contact, written by hand so that the list does not follow the code.
const SCALARS = `id user_id workspace_id first_name last_name full_name description job_title company education
  legacy_location image_url business_card_url website image_source birthday birthday_year linkedin twitter facebook
  instagram telegram tiktok youtube starred is_archived ignore_merge never_keep_in_touch source priority_tier frequency
  frequency_text last_seen_at last_reminder_at next_reminder_at first_met_at first_interaction_at linkedin_companies
  linkedin_education linkedin_urn linkedin_headline linkedin_enhance_date linkedin_last_message_at
  linkedin_last_message_snippet linkedin_message_link whatsapp_message_link whatsapp_message_snippet
  imessage_message_link imessage_message_snippet instagram_message_link instagram_message_snippet
  whatsapp_last_message_at imessage_last_message_at instagram_last_message_at gmail_last_interaction_at
  gmail_last_interaction_provider gmail_last_interaction_provider_id gmail_last_interaction_subject
  gcal_last_interaction_at gcal_last_interaction_provider gcal_last_interaction_provider_id
  gcal_last_interaction_title phone_call_interaction_snippet phone_call_last_interaction_at web_search_summary
  created_at updated_at geocode_attempts geocode_failed_at frequency_interval linkedin_data latitude longitude`.split(
  /\s+/,
);
const RELATIONS = `_count last_note contact_emails contact_phone_numbers contact_locations contacts_custom_fields
  legacy_contact_addresses groups_contacts tags_contacts timeline_items_contacts reminders_contacts
  contact_relations_contact_relations_sourceTocontacts contact_relations_contact_relations_destinationTocontacts
  feed_items contact_birthdays keep_in_touch_reminders`.split(/\s+/);

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const list = async (query: string): Promise<Json[]> => dataOf(await ada.get(`/v2/contacts?${query}`)).contacts;

describe('one contact', () => {
  test('has every field of the table in v2', async () => {
    const { id } = await makeContact(ada, { full_name: 'Plain' });
    const contact = await getContact(ada, id);
    expect(Object.keys(contact).sort()).toEqual([...SCALARS, ...RELATIONS].sort());
    expect(contact).toMatchObject({
      user_id: ada.id,
      workspace_id: null,
      starred: false,
      is_archived: false,
      ignore_merge: false,
      never_keep_in_touch: false,
      geocode_attempts: 0,
      birthday: null,
      _count: { groups_contacts: 0 },
      feed_items: [],
      contact_emails: [],
      keep_in_touch_reminders: null,
      contact_birthdays: null,
      last_note: null,
    });
    expect(contact.id).toMatch(UUID_V7);
    for (const field of ['created_at', 'updated_at']) expect(contact[field]).toMatch(MOMENT);
  });

  test("is the same in a write's response and in the next read", async () => {
    const made = await makeContact(ada, { full_name: 'Same', contact_emails: [{ email: 'same@example.com' }] });
    expect(await getContact(ada, made.id)).toEqual(made);
    const changed = dataOf(await ada.call('PATCH', `/v2/contacts/${made.id}`, { company: 'Acme' })).contact;
    expect(await getContact(ada, made.id)).toEqual(changed);
  });

  test('has no relations in v1 unless include requests them', async () => {
    const { id } = await makeContact(ada, {
      full_name: 'Placed',
      linkedin_data: { headline: 'x' },
      coordinates: { operation: 'set', data: { latitude: 1.5, longitude: -2.5 } },
    });
    const read = async (query: string) => dataOf(await ada.get(`/v1/contacts/${id}?${query}`));
    const hidden = ['linkedin_data', '_count', 'latitude', 'longitude'];
    const bare = await read('');
    expect(Object.keys(bare).sort()).toEqual(
      [...SCALARS, ...RELATIONS].filter((name) => !hidden.includes(name)).sort(),
    );
    expect(await read('include[linkedin_data]=true')).toMatchObject({ linkedin_data: { headline: 'x' } });
    expect(await read('include[groups_count]=true')).toMatchObject({ _count: { groups_contacts: 0 } });
    expect(await read('include[coordinates]=true')).toMatchObject({ latitude: 1.5, longitude: -2.5 });
    expect(await read('include[coordinates]=false')).not.toHaveProperty('latitude');
    const asJson = encodeURIComponent(JSON.stringify({ linkedin_data: true, coordinates: true, groups_count: true }));
    expect(Object.keys(await read(`include=${asJson}`)).sort()).toEqual([...SCALARS, ...RELATIONS].sort());
  });

  test('has only the named fields and the id with select', async () => {
    const { id } = await makeContact(ada, {
      full_name: 'Chosen',
      company: 'Acme',
      contact_emails: [{ email: 'c@example.com' }],
    });
    const query = 'select[full_name]=true&select[contact_emails]=true&select[company]=false';
    for (const path of [`/v1/contacts/${id}?${query}`, `/v2/contacts/${id}?${query}`]) {
      const { data } = (await ada.get(path)).body;
      const contact = data.contact ?? data;
      expect(Object.keys(contact).sort()).toEqual(['contact_emails', 'full_name', 'id']);
      expect(contact.contact_emails).toHaveLength(1);
    }
    expect(Object.keys((await list(query))[0]).sort()).toEqual(['contact_emails', 'full_name', 'id']);
  });

  test('accepts an id in upper case', async () => {
    const { id } = await makeContact(ada, { full_name: 'Upper' });
    expect((await getContact(ada, id.toUpperCase())).id).toBe(id);
    const gone = dataOf(await ada.call('DELETE', `/v2/contacts/${id.toUpperCase()}`));
    expect(gone).toEqual({ affected: 1, ids: [id] });
  });
});

describe('nested rows', () => {
  test('have the documented shapes and order', async () => {
    const other = await makeContact(ada, { full_name: 'Other' });
    const tag = await makeTag(ada, 'nested');
    const contact = await makeContact(ada, {
      full_name: 'Nested',
      frequency: '14 days',
      next_reminder_at: '2026-05-01T00:00:00Z',
      contact_birthdays: { last_dismissal_year: 2025 },
      contact_emails: [
        { email: 'late@example.com', ranking: 5 },
        { email: 'early@example.com', ranking: 1, label: 'work' },
      ],
      contact_phone_numbers: [{ phone_number: '+44 20 7946 0958' }],
      legacy_contact_addresses: [{ formatted: 'A' }, { city: 'B' }],
      tags_contacts: [{ tag_id: tag.id }],
      related_contacts: [{ destination: other.id, source_contact: 'boss', destination_contact: 'report' }],
    });
    const { id } = contact;
    const note = await makeNote(ada, {
      note: 'x'.repeat(300),
      custom_emoji: '🎂',
      timeline_items_contacts: [{ contact_id: id, is_origin: true }],
    });
    const [group, field, value, reminder] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    const at = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' };
    const user_id = ada.id;
    database.insert('groups', { user_id, id: group, name: 'Club', emoji: '🎾', ...at });
    database.insert('groups_contacts', { user_id, group_id: group, contact_id: id, created_at: at.created_at });
    database.insert('custom_fields', {
      user_id,
      id: field,
      name: 'Likes',
      field_type: 'autocomplete',
      categories: '[]',
      ...at,
    });
    database.insert('contacts_custom_fields', {
      ...{
        user_id,
        id: value,
        contact_id: id,
        custom_field_id: field,
        array_value: '["tea","jazz"]',
        folded_value: 'tea',
      },
    });
    database.insert('reminders', { user_id, id: reminder, created_at: at.created_at });
    database.insert('reminders_contacts', { user_id, reminder_id: reminder, contact_id: id });

    const read = await getContact(ada, id);
    expect(read.contact_emails.map((row: Json) => row.email)).toEqual(['early@example.com', 'late@example.com']);
    expect(Object.keys(read.contact_emails[0]).sort()).toEqual([
      'contact_id',
      'created_at',
      'email',
      'id',
      'label',
      'ranking',
      'updated_at',
      'user_id',
      'workspace_id',
    ]);
    expect(read.contact_phone_numbers).toMatchObject([
      {
        contact_id: id,
        user_id,
        phone_number: '+44 20 7946 0958',
        phone_number_sanitized: '+442079460958',
        country_code: null,
      },
    ]);
    expect(read.legacy_contact_addresses.map((row: Json) => row.formatted ?? row.city)).toEqual(['A', 'B']);
    expect(read.legacy_contact_addresses[0]).not.toHaveProperty('ranking');
    expect(read.tags_contacts).toEqual([{ contact_id: id, tag_id: tag.id, tags: { id: tag.id, name: 'nested' } }]);
    expect(read.groups_contacts).toEqual([
      { contact_id: id, group_id: group, groups: { id: group, name: 'Club', emoji: '🎾' } },
    ]);
    expect(read._count).toEqual({ groups_contacts: 1 });
    expect(read.contacts_custom_fields).toEqual([
      {
        ...{ id: value, contact_id: id, custom_field_id: field, text_value: null, date_value: null },
        array_value: ['tea', 'jazz'],
        custom_fields: { id: field, name: 'Likes', field_type: 'autocomplete' },
      },
    ]);
    expect(read.timeline_items_contacts).toEqual([{ timeline_item_id: note.id, contact_id: id, is_origin: true }]);
    expect(read.reminders_contacts).toEqual([{ reminder_id: reminder, contact_id: id }]);
    expect(read.last_note).toMatchObject({ id: note.id, event_time: note.event_time, emoji: '🎂', meeting_type: null });
    expect(note.note.startsWith(read.last_note.preview)).toBe(true);
    expect(read.keep_in_touch_reminders).toEqual({
      ...{ frequency: '14 days', next_reminder_at: read.next_reminder_at, last_reminder_at: null },
    });
    expect(read.contact_birthdays).toEqual({ contact_id: id, last_dismissal_year: 2025 });
    const relation = { source: id, destination: other.id, source_contact: 'boss', destination_contact: 'report' };
    expect(read.contact_relations_contact_relations_sourceTocontacts).toEqual([
      { id: expect.any(String), ...relation },
    ]);
    expect(read.contact_relations_contact_relations_destinationTocontacts).toEqual([]);
    const far = await getContact(ada, other.id);
    expect(far.contact_relations_contact_relations_destinationTocontacts).toEqual([
      { id: expect.any(String), ...relation },
    ]);
    expect(far.contact_relations_contact_relations_sourceTocontacts).toEqual([]);
  });

  test('last_note is the one with the newest event', async () => {
    const { id } = await makeContact(ada, { full_name: 'Noted' });
    const links = [{ contact_id: id }];
    const newest = await makeNote(ada, {
      note: 'newest',
      event_time: '2026-03-01T00:00:00Z',
      timeline_items_contacts: links,
    });
    await makeNote(ada, { note: 'older', event_time: '2026-02-01T00:00:00Z', timeline_items_contacts: links });
    const read = await getContact(ada, id);
    expect(read.last_note.id).toBe(newest.id);
    expect(read.timeline_items_contacts).toHaveLength(2);
  });
});

describe('lists', () => {
  test('omit relations unless include names them', async () => {
    const bare = (await list('take=1'))[0];
    expect(Object.keys(bare).sort()).toEqual([...SCALARS].sort());
    for (const name of RELATIONS) {
      expect(Object.keys((await list(`take=1&include[${name}]=true`))[0]).sort()).toEqual([...SCALARS, name].sort());
      const filtered = dataOf(await ada.post('/v2/contacts/filter', { take: 1, include: { [name]: true } })).contacts;
      expect(Object.keys(filtered[0]).sort()).toEqual([...SCALARS, name].sort());
    }
    expect(await list('take=1&include[groups_count]=true')).toMatchObject([
      { _count: { groups_contacts: expect.any(Number) } },
    ]);
  });

  test('page sizes: 100 of at most 500 for the list, 50 of at most 200 for the filter', async () => {
    const bob = await service.user();
    await makeContacts(
      bob,
      Array.from({ length: 120 }, (_, index) => ({ full_name: `N${index}` })),
    );
    const listed = dataOf(await bob.get('/v2/contacts'));
    expect([listed.contacts.length, listed.pagination.count]).toEqual([100, 100]);
    expect(dataOf(await bob.get('/v2/contacts?take=500')).pagination).toEqual({ count: 120, nextCursor: null });
    expect((await bob.get('/v2/contacts?take=501')).status).toBe(400);
    const filtered = dataOf(await bob.post('/v2/contacts/filter'));
    expect([filtered.contacts.length, filtered.pagination.count]).toEqual([50, 50]);
    expect(dataOf(await bob.post('/v2/contacts/filter', { take: 200 })).pagination).toEqual({
      count: 120,
      nextCursor: null,
    });
    for (const take of [0, 201, -1]) expect((await bob.post('/v2/contacts/filter', { take })).status).toBe(400);
    const exactly = dataOf(await bob.get('/v2/contacts?take=120')).pagination;
    expect(exactly.nextCursor).toBeNull();
  });

  test('include archived contacts only in a list of their own', async () => {
    const bob = await service.user();
    await makeContacts(bob, [{ full_name: 'Here' }, { full_name: 'Away', is_archived: true }]);
    const names = async (query: string) =>
      dataOf(await bob.get(`/v2/contacts${query}`)).contacts.map(({ full_name }: Json) => full_name);
    expect(await names('')).toEqual(['Here']);
    expect(await names('?archived=false')).toEqual(['Here']);
    expect(await names('?archived=true')).toEqual(['Away']);
  });

  test('sort by each column, newest first by default, missing dates last', async () => {
    const bob = await service.user();
    const people = [
      { full_name: 'Émile', last_seen_at: '2026-01-03T00:00:00Z', next_reminder_at: '2026-01-01T00:00:00Z' },
      { full_name: 'alice', last_seen_at: '2026-01-01T00:00:00Z' },
      { full_name: 'Zoë', next_reminder_at: '2026-01-02T00:00:00Z' },
      { full_name: 'Bob', last_seen_at: '2026-01-02T00:00:00Z', next_reminder_at: '2026-01-03T00:00:00Z' },
    ];
    for (const person of people) await makeContact(bob, person);
    const zoe = dataOf(await bob.get('/v2/contacts?searchQuery=zoe')).contacts[0];
    await bob.call('PATCH', `/v2/contacts/${zoe.id}`, { company: 'x' });
    const names = async (query: string) =>
      dataOf(await bob.get(`/v2/contacts?${query}`))
        .contacts.map(({ full_name }: Json) => full_name)
        .join(' ');
    expect(await names('')).toBe('Bob Zoë alice Émile');
    expect(await names('order=asc')).toBe('Émile alice Zoë Bob');
    expect(await names('sort=updated_at')).toBe('Zoë Bob alice Émile');
    expect(await names('sort=updated_at&order=asc')).toBe('Émile alice Bob Zoë');
    expect(await names('sort=full_name&order=asc')).toBe('alice Bob Émile Zoë');
    expect(await names('sort=full_name&order=desc')).toBe('Zoë Émile Bob alice');
    expect(await names('sort=last_seen_at')).toBe('Émile Bob alice Zoë');
    expect(await names('sort=last_seen_at&order=asc')).toBe('alice Bob Émile Zoë');
    expect(await names('sort=next_reminder_at&order=asc')).toBe('Émile Zoë Bob alice');
    expect(await names('sort=next_reminder_at&order=desc')).toBe('Bob Zoë Émile alice');
  });
});

describe('lookup by email', () => {
  test('compares in lower case, and returns each owner once with the addresses', async () => {
    const people = [
      { full_name: 'One', contact_emails: [{ email: 'Shared@Example.com' }, { email: 'one@example.com' }] },
      { full_name: 'Two', contact_emails: [{ email: 'shared@example.COM' }] },
      { full_name: 'Three', contact_emails: [{ email: 'three@example.com' }] },
    ];
    await makeContacts(ada, people);
    const emails = ['SHARED@example.com', 'one@EXAMPLE.com', 'nobody@example.com'];
    const { contacts } = dataOf(await ada.post('/v2/contacts/by-emails', { emails }));
    expect(contacts.map((row: Json) => row.full_name).sort()).toEqual(['One', 'Two']);
    expect(contacts[0].contact_emails.length).toBeGreaterThan(0);
    expect(dataOf(await ada.post('/v2/contacts/by-emails', { emails: ['x@example.com'] })).contacts).toEqual([]);
    const many = Array.from({ length: 101 }, (_, index) => `e${index}@example.com`);
    expect((await ada.post('/v2/contacts/by-emails', { emails: many })).status).toBe(400);
    expect((await ada.post('/v2/contacts/by-emails', { emails: [] })).status).toBe(400);
  });
});
