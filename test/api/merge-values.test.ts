import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { serviceForFile } from '../support/file-service.ts';
import { mergingFor } from '../support/merging.ts';
import { dataOf, type Json, makeContacts, makeNote, makeTag } from '../support/people.ts';

const { database, ada } = await serviceForFile();

const AT = '2026-01-01T00:00:00.000Z';
const { merge, aged, mergedOf } = mergingFor(ada);

describe('merged values', () => {
  test("scalars are the survivor's, or else the first of the others", async () => {
    const merged = await mergedOf(
      { full_name: 'A', company: null, priority_tier: 0 },
      { full_name: 'B', company: 'Acme', education: 'MIT', website: '', linkedin_data: { b: 1 } },
      {
        full_name: 'C',
        company: 'Corp',
        twitter: 'c',
        education: 'ETH',
        priority_tier: 5,
        source: 'mobile',
        linkedin_data: { c: 1 },
      },
    );
    expect(merged).toMatchObject({
      ...{
        full_name: 'A',
        company: 'Acme',
        education: 'MIT',
        twitter: 'c',
        priority_tier: 0,
        source: 'mobile',
        website: '',
      },
      linkedin_data: { b: 1 },
    });
  });

  test('every writable scalar that the survivor lacks comes from the others', async () => {
    const time = '2026-02-03T04:05:06.789Z';
    const fields: Json = {
      image_source: 's',
      birthday_year: 1990,
      frequency: '7 days',
      next_reminder_at: time,
      image_url: 'https://example.com/x',
    };
    const texts = `first_name last_name full_name description job_title legacy_location company education website linkedin
      twitter facebook instagram telegram tiktok youtube whatsapp_message_link whatsapp_message_snippet imessage_message_link
      imessage_message_snippet linkedin_message_link linkedin_last_message_snippet instagram_message_link
      instagram_message_snippet gmail_last_interaction_provider_id gmail_last_interaction_subject
      gcal_last_interaction_provider_id gcal_last_interaction_title phone_call_interaction_snippet`;
    for (const name of texts.split(/\s+/)) fields[name] = `some ${name}`;
    const times = `last_seen_at first_met_at whatsapp_last_message_at imessage_last_message_at linkedin_last_message_at
      instagram_last_message_at gmail_last_interaction_at gcal_last_interaction_at phone_call_last_interaction_at`;
    for (const name of times.split(/\s+/)) fields[name] = time;
    Object.assign(fields, {
      gmail_last_interaction_provider: 'GOOGLE',
      gcal_last_interaction_provider: 'OFFICE365',
      priority_tier: 4,
    });
    Object.assign(fields, {
      business_card_url: 'https://example.com/y',
      web_search_summary: { x: 1 },
      linkedin_data: { y: 1 },
    });
    // Each separately, because a value must not depend on another.
    for (const [field, value] of Object.entries(fields)) {
      expect(await mergedOf({}, { [field]: value }), field).toMatchObject({ [field]: value });
    }
    expect(await mergedOf({}, fields)).toMatchObject(fields);
    const birthday = await mergedOf({}, { birthday: '1990-05-17' });
    expect(birthday).toMatchObject({ birthday: '1990-05-17T00:00:00.000Z', birthday_year: 1990 });
    const place = { coordinates: { operation: 'set', data: { latitude: 0, longitude: -0.5 } } };
    expect(await mergedOf({}, place)).toMatchObject({ latitude: 0, longitude: -0.5 });
  });

  test("the survivor's value is never replaced by an older one", async () => {
    const merged = await mergedOf(
      { next_reminder_at: '2030-01-01T00:00:00Z', image_source: 'mine', birthday: '--05-17' },
      {
        frequency: '7 days',
        next_reminder_at: '2026-01-01T00:00:00Z',
        image_url: 'https://example.com/z',
        image_source: 'theirs',
        birthday: '1980-06-18',
      },
    );
    expect(merged).toMatchObject({
      next_reminder_at: '2030-01-01T00:00:00.000Z',
      frequency: '7 days',
      image_source: 'mine',
      image_url: 'https://example.com/z',
      birthday: '1604-05-17T00:00:00.000Z',
    });
  });

  test('a birthday with a year fills an equal one without, and so does a year alone', async () => {
    for (const other of [{ birthday: '1990-05-17' }, { birthday_year: 1990 }]) {
      const merged = await mergedOf({ birthday: '--05-17' }, other);
      expect(merged).toMatchObject({ birthday: '1990-05-17T00:00:00.000Z', birthday_year: 1990 });
    }
  });

  test("the survivor's message stays if two have the same time", async () => {
    const message = (linkedin_last_message_snippet: string) => ({
      linkedin_last_message_at: '2026-01-01T00:00:00Z',
      linkedin_last_message_snippet,
    });
    expect(await mergedOf(message('mine'), message('theirs'))).toMatchObject({ linkedin_last_message_snippet: 'mine' });
  });

  test('last_… is the latest, first_met_at and created_at the earliest', async () => {
    const [a, b] = await aged(
      {
        last_seen_at: '2026-01-01T00:00:00Z',
        first_met_at: '2020-01-01T00:00:00Z',
        linkedin_last_message_at: '2026-01-01T00:00:00Z',
        linkedin_last_message_snippet: 'old',
      },
      {
        last_seen_at: '2026-02-01T00:00:00Z',
        first_met_at: '2019-01-01T00:00:00Z',
        linkedin_last_message_at: '2026-03-01T00:00:00Z',
        linkedin_last_message_snippet: 'new',
      },
    );
    const { merged } = dataOf(await merge([{ contactIds: [a.id, b.id], primaryContactId: b.id }]));
    expect(merged[0]).toMatchObject({
      last_seen_at: '2026-02-01T00:00:00.000Z',
      first_met_at: '2019-01-01T00:00:00.000Z',
      created_at: a.created_at,
      linkedin_last_message_at: '2026-03-01T00:00:00.000Z',
      linkedin_last_message_snippet: 'new',
    });
  });

  test('starred and never_keep_in_touch: or; is_archived: and', async () => {
    expect(await mergedOf({}, { starred: true, never_keep_in_touch: true, is_archived: true })).toMatchObject({
      ...{ starred: true, never_keep_in_touch: true, is_archived: false },
    });
    expect(await mergedOf({ is_archived: true }, { is_archived: true })).toMatchObject({
      is_archived: true,
      starred: false,
    });
    expect(await mergedOf({ is_archived: true }, {})).toMatchObject({ is_archived: false });
  });

  test('a derived full name is derived again', async () => {
    expect((await mergedOf({ first_name: 'Ada' }, { last_name: 'Lovelace' })).full_name).toBe('Ada Lovelace');
    expect((await mergedOf({ full_name: 'Countess', first_name: 'Ada' }, { last_name: 'Lovelace' })).full_name).toBe(
      'Countess',
    );
    expect((await mergedOf({}, { full_name: 'Countess' })).full_name).toBe('Countess');
    const merged = await mergedOf({}, { full_name: 'Countess' });
    const renamed = dataOf(await ada.call('PATCH', `/v2/contacts/${merged.id}`, { first_name: 'Ada' }));
    expect(renamed.contact.full_name).toBe('Countess');
  });

  test("details join by value, the survivor's first, with ids and labels kept and ranks without gaps", async () => {
    const [a, b, c] = await aged(
      {
        contact_emails: [
          { email: 'a@example.com', label: 'mine', ranking: 9 },
          { email: 'z@example.com', ranking: 3 },
        ],
        contact_phone_numbers: [{ phone_number: '+1 212 555 0101' }],
        legacy_contact_addresses: [{ formatted: '1 Main St' }],
      },
      {
        contact_emails: [
          { email: 'B@example.com', ranking: -5 },
          { email: 'A@EXAMPLE.com', label: 'theirs' },
        ],
        contact_phone_numbers: [{ phone_number: '(212) 555-0101' }, { phone_number: '+1 212 555 0102' }],
        legacy_contact_addresses: [{ formatted: '1  MAIN st' }, { city: 'Ghent' }],
      },
      { contact_emails: [{ email: 'c@example.com' }, { email: 'b@example.com' }] },
    );
    const [merged] = dataOf(await merge([[a.id, b.id, c.id]])).merged;
    expect(merged.contact_emails.map((row: Json) => [row.email, row.ranking, row.contact_id])).toEqual([
      ['z@example.com', 0, a.id],
      ['a@example.com', 1, a.id],
      ['B@example.com', 2, a.id],
      ['c@example.com', 3, a.id],
    ]);
    expect(merged.contact_emails[1]).toMatchObject({
      label: 'mine',
      id: a.contact_emails.find((row: Json) => row.label).id,
    });
    expect(merged.contact_emails[2].id).toBe(b.contact_emails[0].id);
    expect(merged.contact_phone_numbers.map((row: Json) => row.phone_number)).toEqual([
      '+1 212 555 0101',
      '+1 212 555 0102',
    ]);
    expect(merged.legacy_contact_addresses.map((row: Json) => row.formatted ?? row.city)).toEqual([
      '1 Main St',
      'Ghent',
    ]);
  });

  test('all linked records move to the survivor, and duplicates collapse', async () => {
    const [x, y] = await aged({ full_name: 'X' }, { full_name: 'Y' });
    const [red, green] = await Promise.all(['m-red', 'm-green'].map((name) => makeTag(ada, name)));
    const [a, b] = await aged(
      {
        full_name: 'A',
        tags_contacts: [{ tag_id: red.id }],
        related_contacts: [{ destination: x.id, source_contact: 'mine' }],
      },
      { full_name: 'B', tags_contacts: [{ tag_id: red.id }, { tag_id: green.id }] },
    );
    const relate = (from: Json, to: Json, label: string) =>
      ada.call('PATCH', `/v2/contacts/${from.id}`, {
        related_contacts: { append: [{ destination: to.id, source_contact: label }] },
      });
    await relate(b, x, 'double');
    await relate(b, y, 'moved');
    await relate(a, b, 'self');
    await relate(b, a, 'self too');
    await relate(y, b, 'pointed here');
    const both = await makeNote(ada, {
      note: 'both',
      timeline_items_contacts: [{ contact_id: a.id }, { contact_id: b.id, is_origin: true }],
    });
    const own = await makeNote(ada, {
      note: 'of b',
      timeline_items_contacts: [{ contact_id: b.id, is_origin: true }, { contact_id: x.id }],
    });
    const user_id = ada.id;
    const [club, team, shared, likes, remind, twice, favorite] = Array.from({ length: 7 }, () => randomUUID());
    const stamps = { created_at: AT, updated_at: AT };
    for (const id of [club!, team!]) database.insert('groups', { user_id, id, name: id, ...stamps });
    for (const id of [shared!, likes!])
      database.insert('custom_fields', { user_id, id, name: id, field_type: 'input', categories: '[]', ...stamps });
    for (const id of [remind!, twice!]) database.insert('reminders', { user_id, id, created_at: AT });
    for (const [group_id, contact_id] of [
      [club!, a.id],
      [club!, b.id],
      [team!, b.id],
    ])
      database.insert('groups_contacts', { user_id, group_id, contact_id, created_at: AT });
    for (const [custom_field_id, contact_id, text_value] of [
      [shared!, a.id, 'kept'],
      [shared!, b.id, 'doubled'],
      [likes!, b.id, 'moved'],
    ]) {
      database.insert('contacts_custom_fields', {
        user_id,
        id: randomUUID(),
        custom_field_id,
        contact_id,
        text_value,
        folded_value: text_value,
      });
    }
    for (const [reminder_id, contact_id] of [
      [remind!, b.id],
      [twice!, a.id],
      [twice!, b.id],
    ])
      database.insert('reminders_contacts', { user_id, reminder_id, contact_id });
    database.insert('favorites', { user_id, id: favorite!, contact_id: b.id, ...stamps });

    const [merged] = dataOf(await merge([[a.id, b.id]])).merged;
    expect(merged.tags_contacts.map((link: Json) => link.tags.name)).toEqual(['m-green', 'm-red']);
    expect(merged.groups_contacts.map((link: Json) => link.group_id).sort()).toEqual([club, team].sort());
    expect(merged._count.groups_contacts).toBe(2);
    expect(merged.contacts_custom_fields.map((row: Json) => row.text_value).sort()).toEqual(['kept', 'moved']);
    expect(merged.reminders_contacts.map((link: Json) => link.reminder_id).sort()).toEqual([remind, twice].sort());
    const out = merged.contact_relations_contact_relations_sourceTocontacts;
    expect(out.map((row: Json) => [row.destination, row.source_contact]).sort()).toEqual(
      [
        [x.id, 'mine'],
        [y.id, 'moved'],
      ].sort(),
    );
    const into = merged.contact_relations_contact_relations_destinationTocontacts;
    expect(into.map((row: Json) => [row.source, row.source_contact])).toEqual([[y.id, 'pointed here']]);
    const links = merged.timeline_items_contacts.map((link: Json) => [
      link.timeline_item_id,
      link.contact_id,
      link.is_origin,
    ]);
    expect(links.sort()).toEqual(
      [
        [both.id, a.id, true],
        [own.id, a.id, true],
      ].sort(),
    );
    expect(database.all('select contact_id from favorites where id = ?', favorite!)).toEqual([{ contact_id: a.id }]);
    const counts = dataOf(await ada.get('/v2/tags?take=200')).tags;
    for (const tag of [red, green])
      expect(counts.find(({ id }: Json) => id === tag.id)._count).toEqual({ tags_contacts: 1 });
    const note = dataOf(await ada.get(`/v2/timeline/notes/${own.id}`)).note;
    expect(note.timeline_items_contacts.map((link: Json) => link.contact_id).sort()).toEqual([a.id, x.id].sort());
    expect(database.all('pragma foreign_key_check')).toEqual([]);
  });

  test('one of two favorites stays', async () => {
    const [a, b] = await aged({}, {});
    const [mine, theirs] = [randomUUID(), randomUUID()];
    for (const [id, contact_id] of [
      [mine, a.id],
      [theirs, b.id],
    ] as const) {
      database.insert('favorites', { user_id: ada.id, id, contact_id, created_at: AT, updated_at: AT });
    }
    await merge([[a.id, b.id]]);
    expect(database.all('select id from favorites where contact_id in (?, ?)', a.id, b.id)).toEqual([{ id: mine }]);
  });
});

test('a number with + and its dialed form are kept once', async () => {
  const [one, other] = await makeContacts(ada, [
    { full_name: 'Ewa Nowak', contact_phone_numbers: [{ phone_number: '+48 600 123 456' }] },
    { full_name: 'Ewa Nowak', contact_phone_numbers: [{ phone_number: '0048 600 123 456' }] },
  ]);
  dataOf(await ada.post('/v2/contacts/merge', { contactIds: [[one.id, other.id]] }));
  const { contact } = dataOf(await ada.get(`/v2/contacts/${one.id}`));
  expect(contact.contact_phone_numbers.map((row: Json) => row.phone_number)).toEqual(['+48 600 123 456']);
});
