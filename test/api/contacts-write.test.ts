import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
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
import { rounds } from '../support/rounds.ts';

const { database, ada } = await serviceForFile();

const DAY = 86_400_000;
const iso = (time: number) => new Date(time).toISOString();
const refused = async (fields: object) => {
  const answer = await ada.post('/v2/contacts', fields);
  return [answer.status, Object.keys(fieldsOf(answer))];
};

// Every field that both create and update take, with a value and how it is answered.
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
  test('keeps every field as it was sent', async () => {
    const made = await makeContact(ada, ALL);
    expect(made).toMatchObject(ALL);
    expect(await getContact(ada, made.id)).toMatchObject(ALL);
  });

  test('takes nothing but a body', async () => {
    const made = await makeContact(ada, {});
    expect(made).toMatchObject({ full_name: null, frequency: null, next_reminder_at: null });
  });

  test('keeps an id that is sent, lower-cased, and refuses a taken one', async () => {
    const id = randomUUID();
    expect((await makeContact(ada, { id: id.toUpperCase() })).id).toBe(id);
    const again = await ada.post('/v2/contacts', { id, full_name: 'Second' });
    expect([again.status, again.body.error.code]).toEqual([409, 'Conflict']);
    expect((await getContact(ada, id)).full_name).toBeNull();
  });

  test('makes ids that grow with time', async () => {
    const ids: string[] = [];
    for (let round = 0; round < 5; round++) ids.push((await makeContact(ada)).id);
    expect(ids).toEqual([...ids].sort());
  });

  test('a failure leaves nothing behind', async () => {
    const before = database.rowsOf(ada.id);
    const answer = await ada.post('/v2/contacts', { full_name: 'Half', tags_contacts: [{ tag_id: randomUUID() }] });
    expect([answer.status, Object.keys(fieldsOf(answer))]).toEqual([404, ['tags_contacts[0].tag_id']]);
    expect(database.rowsOf(ada.id)).toBe(before);
  });
});

describe('absent, null, empty', () => {
  test('an absent field is kept', async () => {
    const { id, ...made } = await makeContact(ada, ALL);
    const { updated_at, ...kept } = await patchContact(ada, id, {});
    expect({ ...kept, updated_at: made.updated_at }).toEqual({ id, ...made });
    expect(updated_at >= made.updated_at).toBe(true);
    expect(kept.created_at).toBe(made.created_at);
  });

  test('null clears each nullable field, and only that one', async () => {
    const { id } = await makeContact(ada, ALL);
    // A birthday takes its year with it, a frequency the next reminder; a full name falls back to the other two.
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

  test('null is refused where a field is not nullable', async () => {
    for (const field of [...Object.keys(FLAGS), 'contact_emails', 'tags_contacts', 'coordinates']) {
      expect(await refused({ [field]: null })).toEqual([400, [field]]);
    }
  });

  test('an array replaces the list, and rows that are the same by value keep their ids', async () => {
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

  test('doubles in a list fold into one', async () => {
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

  test('one that was given stays given over an unrelated update', async () => {
    const { id } = await makeContact(ada, { full_name: 'Given', first_name: 'A' });
    await patchContact(ada, id, { company: 'x' });
    expect((await patchContact(ada, id, { last_name: 'B' })).full_name).toBe('Given');
  });
});

describe('birthdays', () => {
  test.each([
    ['1990-05-17', '1990-05-17T00:00:00.000Z', 1990],
    ['--05-17', '1604-05-17T00:00:00.000Z', null],
    ['--02-29', '1604-02-29T00:00:00.000Z', null],
    ['2000-02-29', '2000-02-29T00:00:00.000Z', 2000],
    ['0001-01-01', '0001-01-01T00:00:00.000Z', 1],
    ['9999-12-31', '9999-12-31T00:00:00.000Z', 9999],
    ['1604-05-17', '1604-05-17T00:00:00.000Z', null],
    ['1990-05-17T00:00:00.000Z', '1990-05-17T00:00:00.000Z', 1990],
    ['1604-05-17T00:00:00.000Z', '1604-05-17T00:00:00.000Z', null],
    ['1990-05-17T23:30:00-11:00', '1990-05-17T00:00:00.000Z', 1990],
    ['1990-05-17T00:30:00+14:00', '1990-05-17T00:00:00.000Z', 1990],
  ])('%s is %s, year %j', async (birthday, stored, birthday_year) => {
    expect(await makeContact(ada, { birthday })).toMatchObject({ birthday: stored, birthday_year });
  });

  test.each([
    '1990-02-30',
    '1999-02-29',
    '1900-02-29',
    '--02-30',
    '--13-01',
    '--00-10',
    '1990-1-1',
    '0000-01-01',
    'May 17',
    '',
    '19900517',
    '-05-17',
    '1990-05',
    '+1990-05-17',
    '1990-05-17T99:00',
  ])('%s is no birthday', async (birthday) => expect(await refused({ birthday })).toEqual([400, ['birthday']]));

  test('the year may be told apart', async () => {
    const { id } = await makeContact(ada, { birthday: '--05-17', birthday_year: 1990 });
    expect(await getContact(ada, id)).toMatchObject({ birthday: '1990-05-17T00:00:00.000Z', birthday_year: 1990 });
    expect(await patchContact(ada, id, { birthday_year: null })).toMatchObject({
      birthday: '1604-05-17T00:00:00.000Z',
      birthday_year: null,
    });
    expect(await patchContact(ada, id, { birthday_year: 1991 })).toMatchObject({
      birthday: '1991-05-17T00:00:00.000Z',
      birthday_year: 1991,
    });
    expect(await refused({ birthday: '--02-29', birthday_year: 2023 })).toEqual([400, ['birthday_year']]);
    await patchContact(ada, id, { birthday: '--02-29' });
    const answer = await ada.call('PATCH', `/v2/contacts/${id}`, { birthday_year: 2023 });
    expect([answer.status, Object.keys(fieldsOf(answer))]).toEqual([400, ['birthday_year']]);
    for (const birthday_year of [0, 10_000, 1990.5, -1])
      expect(await refused({ birthday_year })).toEqual([400, ['birthday_year']]);
  });

  test('what is answered can be sent back and means the same', async () => {
    const year = fc.option(fc.integer({ min: 1, max: 9999 }), { nil: null });
    await fc.assert(
      fc.asyncProperty(year, fc.integer({ min: 0, max: 365 }), async (chosen, day) => {
        const date = new Date(Date.UTC(2000, 0, 1 + day));
        date.setUTCFullYear(chosen ?? 1604);
        const monthDay = date.toISOString().slice(-20, -14);
        const birthday = chosen === null ? `--${monthDay.slice(1)}` : date.toISOString().slice(0, 10);
        const made = await makeContact(ada, { birthday });
        expect(made.birthday.slice(5, 10)).toBe(date.toISOString().slice(5, 10));
        expect(made.birthday_year).toBe(chosen === 1604 ? null : chosen);
        const again = await patchContact(ada, made.id, { birthday: made.birthday, birthday_year: made.birthday_year });
        expect([again.birthday, again.birthday_year]).toEqual([made.birthday, made.birthday_year]);
        const { month } = { month: date.getUTCMonth() + 1 };
        const where = { in: [made.id], birthday: { month, day: date.getUTCDate() } };
        expect(dataOf(await ada.post('/v2/contacts/filter', { where })).contacts).toHaveLength(1);
      }),
      { numRuns: rounds(12) },
    );
  });
});

describe('times', () => {
  test.each([
    ['2026-11-01T09:00:00Z', '2026-11-01T09:00:00.000Z'],
    ['2026-11-01T09:00:00+05:30', '2026-11-01T03:30:00.000Z'],
    ['2026-11-01T00:30:00+14:00', '2026-10-31T10:30:00.000Z'],
    ['2026-11-01T09:00:00.123456789Z', '2026-11-01T09:00:00.123Z'],
    ['0000-01-01T00:00:00Z', '0000-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
    ['2024-02-29T12:00:00-12:00', '2024-03-01T00:00:00.000Z'],
  ])('%s is answered as %s', async (sent, answered) => {
    expect((await makeContact(ada, { first_met_at: sent })).first_met_at).toBe(answered);
  });

  test.each([
    '2026-11-01T09:00:00',
    '2026-11-01',
    'yesterday',
    '2026-13-01T00:00:00Z',
    '2026-02-30T00:00:00Z',
    '2023-02-29T00:00:00Z',
    '2026-11-01T24:00:00Z',
    '2026-11-01T09:00:60Z',
    '2026-11-01T09:00:00+25:00',
    '0000-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
    '10000-01-01T00:00:00Z',
    '-000001-01-01T00:00:00Z',
    '1762000000000',
    '',
  ])('%s is refused', async (first_met_at) => {
    expect(await refused({ first_met_at })).toEqual([400, ['first_met_at']]);
  });
});

describe('keeping in touch', () => {
  test.each([
    ['7 days', '2026-01-08T10:00:00.000Z'],
    ['14 days', '2026-01-15T10:00:00.000Z'],
    ['1 mon', '2026-02-01T10:00:00.000Z'],
    ['42 days', '2026-02-12T10:00:00.000Z'],
    ['3 mons', '2026-04-01T10:00:00.000Z'],
    ['6 mons', '2026-07-01T10:00:00.000Z'],
    ['1 year', '2027-01-01T10:00:00.000Z'],
    ['2 weeks', '2026-01-15T10:00:00.000Z'],
    ['10 years', '2036-01-01T10:00:00.000Z'],
  ])('%s after the last time seen', async (frequency, next) => {
    const seen = { last_seen_at: '2026-01-01T10:00:00Z' };
    expect(await makeContact(ada, { ...seen, frequency })).toMatchObject({ frequency, next_reminder_at: next });
    const { id } = await makeContact(ada, seen);
    expect(await patchContact(ada, id, { frequency })).toMatchObject({ frequency, next_reminder_at: next });
  });

  test('month ends are clamped', async () => {
    const made = await makeContact(ada, { frequency: '1 mon', last_seen_at: '2026-01-31T10:00:00Z' });
    expect(made.next_reminder_at).toBe('2026-02-28T10:00:00.000Z');
    const leap = await makeContact(ada, { frequency: '1 year', last_seen_at: '2024-02-29T10:00:00Z' });
    expect(leap.next_reminder_at).toBe('2025-02-28T10:00:00.000Z');
  });

  test('else after now', async () => {
    const before = Date.now();
    const made = await makeContact(ada, { frequency: '7 days' });
    expect(made.next_reminder_at >= iso(before + 7 * DAY)).toBe(true);
    expect(made.next_reminder_at <= iso(Date.now() + 7 * DAY)).toBe(true);
    expect(made.last_seen_at).toBeNull();
  });

  test.each([
    '0 days',
    '1.5 days',
    '-1 days',
    '1 fortnight',
    'weekly',
    '7days',
    '',
    '1 month',
    '99999 days',
    '1 hour',
    ' 1 day',
  ])('%s is no frequency', async (frequency) => expect(await refused({ frequency })).toEqual([400, ['frequency']]));

  test('the furthest frequency stays within the years that a time can say', async () => {
    const made = await makeContact(ada, { frequency: '9999 years', last_seen_at: '9999-12-31T00:00:00Z' });
    expect(made.next_reminder_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  test('last_seen_now sets the time and recomputes', async () => {
    const { id } = await makeContact(ada, { frequency: '7 days', last_seen_at: '2020-01-01T00:00:00Z' });
    const before = iso(Date.now());
    const patched = await patchContact(ada, id, { last_seen_now: true });
    expect(patched.last_seen_at >= before && patched.last_seen_at <= iso(Date.now())).toBe(true);
    expect(Date.parse(patched.next_reminder_at) - Date.parse(patched.last_seen_at)).toBe(7 * DAY);
    const answer = await ada.call('PATCH', `/v2/contacts/${id}`, { last_seen_now: false });
    expect([answer.status, Object.keys(fieldsOf(answer))]).toEqual([400, ['last_seen_now']]);
  });

  test('snooze_days moves only the next reminder, from now', async () => {
    const { id } = await makeContact(ada, { frequency: '7 days', last_seen_at: '2020-01-01T00:00:00Z' });
    const before = Date.now();
    const patched = await patchContact(ada, id, { snooze_days: 30 });
    expect(patched).toMatchObject({ last_seen_at: '2020-01-01T00:00:00.000Z', frequency: '7 days' });
    expect(
      patched.next_reminder_at >= iso(before + 30 * DAY) && patched.next_reminder_at <= iso(Date.now() + 30 * DAY),
    ).toBe(true);
    for (const body of [{ snooze_days: 0 }, { snooze_days: 3651 }, { snooze_days: 5, last_seen_now: true }]) {
      const answer = await ada.call('PATCH', `/v2/contacts/${id}`, body);
      expect([answer.status, Object.keys(fieldsOf(answer))]).toEqual([400, ['snooze_days']]);
    }
    expect((await ada.call('PATCH', `/v2/contacts/${id}`, { snooze_days: 3650 })).status).toBe(200);
  });

  test('action fields belong to PATCH alone', async () => {
    for (const field of [
      { last_seen_now: true },
      { snooze_days: 1 },
      { add_emails: [] },
      { remove_emails: [] },
      { add_phones: [] },
      { remove_phones: [] },
    ]) {
      expect(await refused(field)).toEqual([400, Object.keys(field)]);
      const bulk = await ada.call('PUT', '/v1/contacts', [{ contactId: randomUUID(), data: field }]);
      expect([bulk.status, Object.keys(fieldsOf(bulk))]).toEqual([400, [`[0].data.${Object.keys(field)[0]}`]]);
    }
  });
});

describe('coordinates', () => {
  const at = (latitude: unknown, longitude: unknown) => ({
    coordinates: { operation: 'set', data: { latitude, longitude } },
  });

  test('are set and deleted', async () => {
    const { id } = await makeContact(ada, at(51.5, -0.12));
    expect(await getContact(ada, id)).toMatchObject({ latitude: 51.5, longitude: -0.12 });
    expect(await patchContact(ada, id, { company: 'x' })).toMatchObject({ latitude: 51.5, longitude: -0.12 });
    expect(await patchContact(ada, id, { coordinates: { operation: 'delete' } })).toMatchObject({
      latitude: null,
      longitude: null,
    });
  });

  test('have bounds', async () => {
    for (const [latitude, longitude] of [
      [90, 180],
      [-90, -180],
      [0, 0],
    ]) {
      expect(await makeContact(ada, at(latitude, longitude))).toMatchObject({ latitude, longitude });
    }
    expect(await refused(at(90.0001, 0))).toEqual([400, ['coordinates.data.latitude']]);
    expect(await refused(at(0, -180.0001))).toEqual([400, ['coordinates.data.longitude']]);
    expect(await refused({ coordinates: { operation: 'set' } })).toEqual([400, ['coordinates.data']]);
    expect(
      (await ada.post('/v2/contacts', '{"coordinates":{"operation":"set","data":{"latitude":1e999,"longitude":0}}}'))
        .status,
    ).toBe(400);
  });
});

describe('e-mails and phones through actions', () => {
  test('adding skips what is there, removing goes by value', async () => {
    const { id } = await makeContact(ada, {
      contact_emails: [{ email: 'Keep@example.com', label: 'home' }],
      contact_phone_numbers: [{ phone_number: '+1 212 555 0101' }],
    });
    const added = await patchContact(ada, id, {
      add_emails: [
        { email: 'keep@EXAMPLE.com', label: 'ignored' },
        { email: 'new@example.com', label: 'work' },
        { email: 'NEW@example.com' },
      ],
      add_phones: [{ phone_number: '(212) 555-0101' }, { phone_number: '020 7946 0958', country_code: 'GB' }],
    });
    expect(added.contact_emails).toMatchObject([
      { email: 'Keep@example.com', label: 'home' },
      { email: 'new@example.com', label: 'work' },
    ]);
    expect(added.contact_phone_numbers).toMatchObject([
      { phone_number_sanitized: '+12125550101' },
      { phone_number_sanitized: '+442079460958' },
    ]);
    const removed = await patchContact(ada, id, {
      remove_emails: ['KEEP@example.com', 'absent@example.com'],
      remove_phones: ['+1 (212) 555 0101', '020 7946 0958'],
    });
    expect(removed.contact_emails).toMatchObject([{ email: 'new@example.com' }]);
    expect(removed.contact_phone_numbers).toEqual([]);
  });
});

describe('tags and relations', () => {
  const tagsOf = (contact: Json) => contact.tags_contacts.map(({ tags }: Json) => tags.name).join(' ');

  test('tags are appended, removed and replaced', async () => {
    const [a, b, c] = await Promise.all(['ta', 'tb', 'tc'].map((name) => makeTag(ada, name)));
    const links = (...tags: Json[]) => tags.map(({ id }) => ({ tag_id: id }));
    const { id } = await makeContact(ada, { tags_contacts: links(a) });
    const patch = async (tags_contacts: object) => tagsOf(await patchContact(ada, id, { tags_contacts }));
    expect(await patch({ append: links(b, a) })).toBe('ta tb');
    expect(await patch({ remove: links(a) })).toBe('tb');
    expect(await patch({ remove: links(a) })).toBe('tb');
    expect(await patch({ remove: [{ tag_id: b.id, contact_id: id }] })).toBe('');
    expect(await patch({ replace: links(c) })).toBe('tc');
    expect(await patch({ replace: [], append: links(a) })).toBe('ta');
    expect(await patch({ append: links(b), remove: links(a) })).toBe('tb');
    expect(await patch({})).toBe('tb');
    expect(await patch({ replace: [] })).toBe('');
    const other = await makeContact(ada);
    const wrong = await ada.call('PATCH', `/v2/contacts/${id}`, {
      tags_contacts: { remove: [{ tag_id: a.id, contact_id: other.id }] },
    });
    expect([wrong.status, Object.keys(fieldsOf(wrong))]).toEqual([400, ['tags_contacts.remove[0].contact_id']]);
  });

  test('relations are appended, removed and replaced', async () => {
    const [me, b, c] = await makeContacts(ada, [{}, { full_name: 'B' }, { full_name: 'C' }]);
    const out = 'contact_relations_contact_relations_sourceTocontacts';
    const patch = async (related_contacts: object, id = me.id) =>
      (await patchContact(ada, id, { related_contacts }))[out].map((row: Json) => [
        row.destination,
        row.source_contact,
        row.destination_contact,
      ]);
    expect(
      await patch({ append: [{ destination: b.id, source_contact: 'boss', destination_contact: 'report' }] }),
    ).toEqual([[b.id, 'boss', 'report']]);
    expect(await patch({ append: [{ destination: b.id, source_contact: 'friend' }] })).toEqual([
      [b.id, 'friend', null],
    ]);
    expect(await patch({ append: [{ destination: c.id }] })).toHaveLength(2);
    expect(await patch({ replace: [{ destination: c.id, source_contact: 'x' }] })).toEqual([[c.id, 'x', null]]);
    expect(await patch({ remove: [{ source: me.id, destination: c.id }] }, c.id)).toEqual([]);
    expect((await getContact(ada, me.id))[out]).toEqual([]);
    expect(await patch({ append: [{ destination: b.id }] })).toHaveLength(1);
    expect(await patch({ remove: [{ destination: b.id }] })).toEqual([]);
  });

  test('a relation to oneself is 400', async () => {
    const { id } = await makeContact(ada);
    for (const list of ['append', 'replace']) {
      const answer = await ada.call('PATCH', `/v2/contacts/${id}`, {
        related_contacts: { [list]: [{ destination: id }] },
      });
      expect([answer.status, Object.keys(fieldsOf(answer))]).toEqual([
        400,
        [`related_contacts.${list}[0].destination`],
      ]);
    }
    const own = randomUUID();
    expect(await refused({ id: own, related_contacts: [{ destination: own }] })).toEqual([
      400,
      ['related_contacts[0].destination'],
    ]);
  });

  test('custom fields are upserted by field', async () => {
    const [one, two, list] = [randomUUID(), randomUUID(), randomUUID()];
    const at = { created_at: TIME, updated_at: TIME };
    for (const [id, field_type] of [
      [one, 'input'],
      [two, 'input'],
      [list, 'autocomplete'],
    ] as const) {
      database.insert('custom_fields', { user_id: ada.id, id, name: id, field_type, categories: '[]', ...at });
    }
    const values = (contact: Json) =>
      Object.fromEntries(contact.contacts_custom_fields.map((row: Json) => [row.custom_field_id, row.text_value]));
    const made = await makeContact(ada, {
      custom_fields: [{ id: one, type: 'input', text_value: 'a', custom_field: { any: 1 } }],
    });
    const row = made.contacts_custom_fields[0].id;
    const patched = await patchContact(ada, made.id, { custom_fields: [{ id: two, text_value: 'b' }] });
    expect(values(patched)).toEqual({ [one]: 'a', [two]: 'b' });
    const changed = await patchContact(ada, made.id, { custom_fields: [{ id: one, text_value: 'c' }] });
    expect(changed.contacts_custom_fields.find((value: Json) => value.custom_field_id === one)).toMatchObject({
      id: row,
      text_value: 'c',
    });
    expect(values(await patchContact(ada, made.id, { custom_fields: [{ id: two, text_value: null }] }))).toEqual({
      [one]: 'c',
    });
    expect(values(await patchContact(ada, made.id, { custom_fields: [] }))).toEqual({ [one]: 'c' });
    expect(await refused({ custom_fields: [{ id: list, text_value: 'x' }] })).toEqual([
      400,
      ['custom_fields[0].text_value'],
    ]);
  });

  test('groups are replaced as a list', async () => {
    const [a, b] = [randomUUID(), randomUUID()];
    for (const id of [a, b])
      database.insert('groups', { user_id: ada.id, id, name: id, created_at: TIME, updated_at: TIME });
    const { id } = await makeContact(ada, { groups_contacts: [{ group_id: a }] });
    const patched = await patchContact(ada, id, { groups_contacts: [{ group_id: b }, { group_id: b }] });
    expect(patched.groups_contacts.map((row: Json) => row.group_id)).toEqual([b]);
    expect((await patchContact(ada, id, { groups_contacts: [] })).groups_contacts).toEqual([]);
  });
});

describe('texts', () => {
  test('are kept to the byte: scripts, emoji, line ends, quotes', async () => {
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

  test('NUL and half a surrogate pair are refused, wherever a text goes', async () => {
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

  test('objects of any keys come back as they went in', async () => {
    const odd = { '': 1, 'a.b': [[]], null: null, '\ud800\udc00': '\u0000', number: 1e308, constructor: { x: 1 } };
    const made = await makeContact(ada, { linkedin_data: odd, web_search_summary: odd });
    expect([made.linkedin_data, made.web_search_summary]).toEqual([odd, odd]);
    const answer = await ada.post('/v2/contacts', '{"linkedin_data":{"__proto__":{"polluted":1},"kept":2}}');
    expect(answer.body.data.contact.linkedin_data).toMatchObject({ kept: 2 });
    expect(answer.body.data.contact.linkedin_data).not.toHaveProperty('polluted');
  });

  test('very long texts are kept up to their limit', async () => {
    const long = 'é'.repeat(10_000);
    expect((await makeContact(ada, { description: long })).description).toBe(long);
    expect(await refused({ description: `${long}x` })).toEqual([400, ['description']]);
    const body = { linkedin_data: { text: 'x'.repeat(4 * 1024 * 1024) } };
    expect((await ada.post('/v2/contacts', body)).status).toBe(201);
  });

  test('web addresses must be absolute', async () => {
    for (const image_url of ['nope', '/a.png', '', 'https://'])
      expect(await refused({ image_url })).toEqual([400, ['image_url']]);
  });
});

describe('delete', () => {
  test('takes details, links, values and favorites along', async () => {
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
    // The bin knows what it holds, and the record of a key what was answered.
    const without = database.rowsOf(ada.id).replace(/^(bin|bin_objects|idempotency_records)\n[\s\S]*?\n\n/gm, '');
    expect(without).not.toContain(id);
    expect(database.all('pragma foreign_key_check')).toEqual([]);
    expect((await getContact(ada, other.id)).contact_relations_contact_relations_destinationTocontacts).toEqual([]);
    expect(dataOf(await ada.get('/v2/tags')).tags.find(({ name }: Json) => name === 'doomed')._count).toEqual({
      tags_contacts: 0,
    });
  });

  test('notes and reminders stay while another contact is linked, else go too', async () => {
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

  test('an unlinked note is nobody’s to delete', async () => {
    const note = await makeNote(ada, { note: 'unlinked' });
    const { id } = await makeContact(ada);
    await ada.call('DELETE', `/v2/contacts/${id}`);
    expect((await ada.get(`/v2/timeline/notes/${note.id}`)).status).toBe(200);
  });
});
