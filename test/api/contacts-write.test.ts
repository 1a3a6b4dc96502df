import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { serviceForFile } from '../support/file-service.ts';
import {
  dataOf,
  fieldsOf,
  getContact,
  type Json,
  makeContact,
  makeContacts,
  makeNote,
  makeTag,
  patchContact,
} from '../support/people.ts';

const { database, ada } = await serviceForFile();
const refused = async (fields: object) => {
  const answer = await ada.post('/v2/contacts', fields);
  return [answer.status, Object.keys(fieldsOf(answer))];
};

// Every field that both create and update accept, with a value and its form in the response.
const TIME = '2026-01-02T03:04:05.678Z';
const text = (names: string) => Object.fromEntries(names.split(/\s+/).map((name) => [name, `some ${name}`]));
const times = (names: string) => Object.fromEntries(names.split(/\s+/).map((name) => [name, TIME]));
const NULLABLE = {
  ...text(`first_name last_name full_name description job_title legacy_location company education image_source website
    linkedin twitter facebook instagram telegram tiktok youtube whatsapp_message_link whatsapp_message_snippet
    imessage_message_link imessage_message_snippet linkedin_message_link linkedin_last_message_snippet
    instagram_message_link instagram_message_snippet gmail_last_interaction_provider_id gmail_last_interaction_subject
    gcal_last_interaction_provider_id gcal_last_interaction_title phone_call_interaction_snippet`),
  ...times(`last_seen_at first_met_at next_reminder_at whatsapp_last_message_at imessage_last_message_at
    linkedin_last_message_at instagram_last_message_at gmail_last_interaction_at gcal_last_interaction_at
    phone_call_last_interaction_at`),
  image_url: 'https://example.com/a.png',
  business_card_url: 'https://example.com/b.png',
  priority_tier: 3,
  frequency: '3 mons',
  birthday: '1990-05-17T00:00:00.000Z',
  birthday_year: 1990,
  gmail_last_interaction_provider: 'GOOGLE',
  gcal_last_interaction_provider: 'OFFICE365',
  linkedin_data: { any: ['thing', 1, null, { deep: true }] },
  web_search_summary: { text: 'found' },
};
const FLAGS = { starred: true, is_archived: true, ignore_merge: true, never_keep_in_touch: true };
const ALL = { ...NULLABLE, ...FLAGS, source: 'granola_sync' };

describe('create', () => {
  test('keeps every field as sent', async () => {
    const made = await makeContact(ada, ALL);
    expect(made).toMatchObject(ALL);
    expect(await getContact(ada, made.id)).toMatchObject(ALL);
  });

  test('accepts only a body', async () => {
    const made = await makeContact(ada, {});
    expect(made).toMatchObject({ full_name: null, frequency: null, next_reminder_at: null });
  });

  test('keeps a given id in lower case, and rejects an existing one', async () => {
    const id = randomUUID();
    expect((await makeContact(ada, { id: id.toUpperCase() })).id).toBe(id);
    const again = await ada.post('/v2/contacts', { id, full_name: 'Second' });
    expect([again.status, again.body.error.code]).toEqual([409, 'Conflict']);
    expect((await getContact(ada, id)).full_name).toBeNull();
  });

  test('generates ids that increase over time', async () => {
    const ids: string[] = [];
    for (let round = 0; round < 5; round++) ids.push((await makeContact(ada)).id);
    expect(ids).toEqual([...ids].sort());
  });

  test('stores nothing after a failure', async () => {
    const before = database.rowsOf(ada.id);
    const answer = await ada.post('/v2/contacts', { full_name: 'Half', tags_contacts: [{ tag_id: randomUUID() }] });
    expect([answer.status, Object.keys(fieldsOf(answer))]).toEqual([404, ['tags_contacts[0].tag_id']]);
    expect(database.rowsOf(ada.id)).toBe(before);
  });
});

describe('absent, null, empty', () => {
  test('keeps an absent field', async () => {
    const { id, ...made } = await makeContact(ada, ALL);
    const { updated_at, ...kept } = await patchContact(ada, id, {});
    expect({ ...kept, updated_at: made.updated_at }).toEqual({ id, ...made });
    expect(updated_at >= made.updated_at).toBe(true);
    expect(kept.created_at).toBe(made.created_at);
  });

  test('clears each nullable field with null, and only that one', async () => {
    const { id } = await makeContact(ada, ALL);
    // A birthday clears its year, and a frequency the next reminder. A full name falls back to the other two.
    const follows: Record<string, string[]> = { birthday: ['birthday_year'], frequency: ['next_reminder_at'] };
    for (const field of Object.keys(NULLABLE).filter((name) => name !== 'full_name' && name !== 'birthday_year')) {
      await patchContact(ada, id, ALL);
      const patched = await patchContact(ada, id, { [field]: null });
      const cleared = [field, ...(follows[field] ?? [])];
      const expected = Object.fromEntries(
        Object.entries(ALL).map(([name, value]) => [name, cleared.includes(name) ? null : value]),
      );
      expect(patched, field).toMatchObject(
        field === 'last_seen_at' ? { ...expected, next_reminder_at: expect.any(String) } : expected,
      );
    }
  });

  test('rejects null for a field that is not nullable', async () => {
    for (const field of [...Object.keys(FLAGS), 'contact_emails', 'tags_contacts', 'coordinates']) {
      expect(await refused({ [field]: null })).toEqual([400, [field]]);
    }
  });

  test('replaces a list with an array, and keeps ids of rows with equal values', async () => {
    const made = await makeContact(ada, {
      contact_emails: [{ email: 'a@example.com', label: 'old' }, { email: 'b@example.com' }],
      contact_phone_numbers: [{ phone_number: '+1 212 555 0101' }, { phone_number: '+1 212 555 0102' }],
      legacy_contact_addresses: [{ formatted: '1 Main St' }, { formatted: '2 Main St' }],
    });
    const patched = await patchContact(ada, made.id, {
      contact_emails: [{ email: 'c@example.com' }, { email: 'A@Example.com' }],
      contact_phone_numbers: [{ phone_number: '(212) 555-0102', label: 'new' }],
      legacy_contact_addresses: [{ formatted: '2  main ST' }],
    });
    const [c, a] = patched.contact_emails;
    expect([c.email, a.email, a.label, patched.contact_emails.length]).toEqual([
      'c@example.com',
      'A@Example.com',
      null,
      2,
    ]);
    expect(a).toMatchObject({ id: made.contact_emails[0].id, created_at: made.contact_emails[0].created_at });
    expect(patched.contact_phone_numbers).toMatchObject([
      { id: made.contact_phone_numbers[1].id, phone_number: '(212) 555-0102', label: 'new' },
    ]);
    expect(patched.legacy_contact_addresses).toMatchObject([
      { id: made.legacy_contact_addresses[1].id, formatted: '2  main ST' },
    ]);
    const emptied = await patchContact(ada, made.id, {
      contact_emails: [],
      contact_phone_numbers: [],
      legacy_contact_addresses: [],
    });
    expect(emptied).toMatchObject({ contact_emails: [], contact_phone_numbers: [], legacy_contact_addresses: [] });
  });

  test('merges duplicates in a list', async () => {
    const made = await makeContact(ada, { contact_emails: [{ email: 'x@example.com' }, { email: 'X@EXAMPLE.com' }] });
    expect(made.contact_emails).toMatchObject([{ email: 'x@example.com' }]);
  });
});

describe('full name', () => {
  test.each([
    [{ first_name: 'Ada', last_name: 'Lovelace' }, {}, 'Ada Lovelace'],
    [{ first_name: 'Ada' }, {}, 'Ada'],
    [{ last_name: 'Lovelace' }, {}, 'Lovelace'],
    [{ full_name: 'The Countess', first_name: 'Ada' }, {}, 'The Countess'],
    [{ first_name: 'Ada', last_name: 'Lovelace' }, { last_name: 'King' }, 'Ada King'],
    [{ first_name: 'Ada', last_name: 'Lovelace' }, { last_name: null }, 'Ada'],
    [{ first_name: 'Ada', last_name: 'Lovelace' }, { company: 'x' }, 'Ada Lovelace'],
    [{ full_name: 'The Countess', first_name: 'Ada' }, { first_name: 'Augusta' }, 'The Countess'],
    [{ full_name: 'The Countess', first_name: 'Ada' }, { full_name: null }, 'Ada'],
    [{ full_name: 'The Countess' }, { full_name: null }, null],
    [{ first_name: 'Ada' }, { full_name: 'The Countess', first_name: 'Augusta' }, 'The Countess'],
    [{}, { first_name: 'Ada' }, 'Ada'],
  ])('%j then %j is %j', async (created, changed, expected) => {
    const { id } = await makeContact(ada, created);
    expect((await patchContact(ada, id, changed)).full_name).toBe(expected);
  });

  test('keeps a given full name in an unrelated update', async () => {
    const { id } = await makeContact(ada, { full_name: 'Given', first_name: 'A' });
    await patchContact(ada, id, { company: 'x' });
    expect((await patchContact(ada, id, { last_name: 'B' })).full_name).toBe('Given');
  });
});

describe('text', () => {
  test('is kept byte by byte: scripts, emoji, line ends, quotes', async () => {
    for (const full_name of [
      '  spaces  ',
      'a\r\nb\tc',
      '\u200f‏עברית ⁧x⁩',
      '👨‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿',
      'Z̸̢͝a̶l̴g̷o',
      "Robert'); DROP TABLE contacts;--",
      '<script>',
      '\u0001\u001f',
      '\ufeff',
      'ǆ ﬃ ①',
    ]) {
      expect((await makeContact(ada, { full_name })).full_name).toBe(full_name);
    }
  });

  test('with NUL or half a surrogate pair is rejected everywhere', async () => {
    const bad = ['a\0b', '\ud800', 'x\udc00y'];
    for (const value of bad) {
      expect(await refused({ full_name: value })).toEqual([400, ['full_name']]);
      expect(await refused({ contact_emails: [{ email: 'a@example.com', label: value }] })).toEqual([
        400,
        ['contact_emails[0].label'],
      ]);
      expect(await refused({ website: value })).toEqual([400, ['website']]);
      expect(await refused({ contact_phone_numbers: [{ phone_number: `1${value}` }] })).toEqual([
        400,
        ['contact_phone_numbers[0].phone_number'],
      ]);
      const tag = await ada.post('/v2/tags', { tag: { name: value } });
      expect([tag.status, Object.keys(fieldsOf(tag))]).toEqual([400, ['tag.name']]);
      const note = await ada.post('/v2/timeline/notes', { note: { note: value } });
      expect([note.status, Object.keys(fieldsOf(note))]).toEqual([400, ['note.note']]);
    }
    const search = await ada.get('/v2/contacts?searchQuery=a%00b');
    expect([search.status, Object.keys(fieldsOf(search))]).toEqual([400, ['searchQuery']]);
  });

  test('in objects with arbitrary keys is returned as sent', async () => {
    const odd = { '': 1, 'a.b': [[]], null: null, '\ud800\udc00': '\u0000', number: 1e308, constructor: { x: 1 } };
    const made = await makeContact(ada, { linkedin_data: odd, web_search_summary: odd });
    expect([made.linkedin_data, made.web_search_summary]).toEqual([odd, odd]);
    const answer = await ada.post('/v2/contacts', '{"linkedin_data":{"__proto__":{"polluted":1},"kept":2}}');
    expect(answer.body.data.contact.linkedin_data).toMatchObject({ kept: 2 });
    expect(answer.body.data.contact.linkedin_data).not.toHaveProperty('polluted');
  });

  test('is kept up to its limit', async () => {
    const long = 'é'.repeat(10_000);
    expect((await makeContact(ada, { description: long })).description).toBe(long);
    expect(await refused({ description: `${long}x` })).toEqual([400, ['description']]);
    const body = { linkedin_data: { text: 'x'.repeat(4 * 1024 * 1024) } };
    expect((await ada.post('/v2/contacts', body)).status).toBe(201);
  });

  test('must be an absolute URL in web address fields', async () => {
    for (const image_url of ['nope', '/a.png', '', 'https://'])
      expect(await refused({ image_url })).toEqual([400, ['image_url']]);
  });
});

describe('delete', () => {
  test('removes details, links, values, and favorites too', async () => {
    const tag = await makeTag(ada, 'doomed');
    const other = await makeContact(ada, { full_name: 'Stays' });
    const { id } = await makeContact(ada, {
      contact_emails: [{ email: 'gone@example.com' }],
      contact_phone_numbers: [{ phone_number: '+12125550111' }],
      legacy_contact_addresses: [{ city: 'Gone' }],
      tags_contacts: [{ tag_id: tag.id }],
      related_contacts: [{ destination: other.id }],
    });
    database.insert('favorites', {
      user_id: ada.id,
      id: randomUUID(),
      contact_id: id,
      created_at: TIME,
      updated_at: TIME,
    });
    expect(dataOf(await ada.call('DELETE', `/v2/contacts/${id}`, undefined, { key: null }))).toEqual({
      affected: 1,
      ids: [id],
    });
    expect((await ada.get(`/v2/contacts/${id}`)).status).toBe(404);
    expect((await ada.call('DELETE', `/v2/contacts/${id}`)).status).toBe(404);
    // The trash, the address book, and idempotency records keep what they need.
    const without = database.rowsOf(ada.id).replace(/^(bin|bin_objects|cards|idempotency_records)\n[\s\S]*?\n\n/gm, '');
    expect(without).not.toContain(id);
    expect(database.all('pragma foreign_key_check')).toEqual([]);
    expect((await getContact(ada, other.id)).contact_relations_contact_relations_destinationTocontacts).toEqual([]);
    expect(dataOf(await ada.get('/v2/tags')).tags.find(({ name }: Json) => name === 'doomed')._count).toEqual({
      tags_contacts: 0,
    });
  });

  test('keeps notes and reminders with another linked contact, and deletes the others', async () => {
    const [a, b] = await makeContacts(ada, [{ full_name: 'Leaver' }, { full_name: 'Stayer' }]);
    const shared = await makeNote(ada, {
      note: 'shared',
      timeline_items_contacts: [{ contact_id: a.id }, { contact_id: b.id }],
    });
    const alone = await makeNote(ada, { note: 'alone', timeline_items_contacts: [{ contact_id: a.id }] });
    const [both, own] = [randomUUID(), randomUUID()];
    for (const id of [both, own]) database.insert('reminders', { user_id: ada.id, id, created_at: TIME });
    for (const [reminder_id, contact_id] of [
      [both, a.id],
      [both, b.id],
      [own, a.id],
    ]) {
      database.insert('reminders_contacts', { user_id: ada.id, reminder_id, contact_id });
    }
    await ada.call('DELETE', `/v2/contacts/${a.id}`);
    const kept = dataOf(await ada.get(`/v2/timeline/notes/${shared.id}`)).note;
    expect(kept.timeline_items_contacts.map((link: Json) => link.contact_id)).toEqual([b.id]);
    expect((await ada.get(`/v2/timeline/notes/${alone.id}`)).status).toBe(404);
    const reminders = database.all('select id from reminders where user_id = ?', ada.id).map(({ id }) => id);
    expect([reminders.includes(both), reminders.includes(own)]).toEqual([true, false]);
    expect(dataOf(await ada.get('/v2/timeline/notes/search?searchQuery=leaver')).notes).toEqual([]);
    expect(dataOf(await ada.get('/v2/timeline/notes/search?searchQuery=stayer')).notes).toHaveLength(1);
  });

  test('keeps an unlinked note', async () => {
    const note = await makeNote(ada, { note: 'unlinked' });
    const { id } = await makeContact(ada);
    await ada.call('DELETE', `/v2/contacts/${id}`);
    expect((await ada.get(`/v2/timeline/notes/${note.id}`)).status).toBe(200);
  });
});
