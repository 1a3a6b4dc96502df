import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { engine } from '../support/engine.ts';
import { serviceForFile } from '../support/file-service.ts';
import { numbersTo } from '../support/numbers-in-sql.ts';
import {
  dataOf,
  fieldsOf,
  getContact,
  type Json,
  makeContact,
  makeContacts,
  makeNote,
  patchContact,
} from '../support/people.ts';

const { service, database, ada } = await serviceForFile();
let a: string;
let b: string;
beforeEach(async () => {
  [a, b] = (await makeContacts(ada, [{ full_name: 'A' }, { full_name: 'B' }])).map(({ id }) => id) as [string, string];
});

const DAY = 86_400_000;
const links = (...ids: string[]) => ids.map((contact_id) => ({ contact_id }));
const linkedTo = (note: Json) => note.timeline_items_contacts.map((link: Json) => link.contact_id).sort();
const read = async (id: string) => dataOf(await ada.get(`/v2/timeline/notes/${id}`)).note;
const put = (id: string, note: object) => ada.call('PUT', `/v1/timeline/${id}`, { note }, { key: null });
const update = async (id: string, note: object) => dataOf(await put(id, note)).note;
const refused = async (note: object) => {
  const answer = await ada.post('/v2/timeline/notes', { note });
  return [answer.status, Object.keys(fieldsOf(answer))];
};

const FIELDS = `id user_id workspace_id audience note custom_emoji meeting_type meeting_type_id event_time created_at
  google_calendar_event_id_v3 oauth_credential_id calendar_account_email calendar_account_provider reminder_id channels
  meeting_types timeline_items_contacts attachments`.split(/\s+/);

describe('create', () => {
  test('returns every field of the note', async () => {
    const before = Date.now();
    const note = await makeNote(ada, { note: 'Hello' });
    expect(Object.keys(note).sort()).toEqual([...FIELDS].sort());
    expect(note).toMatchObject({
      ...{
        user_id: ada.id,
        audience: 'private',
        note: 'Hello',
        channels: [],
        attachments: [],
        timeline_items_contacts: [],
      },
      ...{ meeting_type: null, meeting_type_id: null, meeting_types: null },
    });
    expect(Date.parse(note.event_time)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(note.event_time)).toBeLessThanOrEqual(Date.now());
    expect(await read(note.id)).toEqual(note);
  });

  test('keeps what is sent', async () => {
    const attachment = { id: randomUUID(), url: 'https://example.com/a.pdf', file_name: 'a.pdf', file_size: 12 };
    const sent = {
      note: 'Ünïcode 🎂\n  text',
      custom_emoji: '👩‍🚀',
      event_time: '2026-01-01T10:00:00+02:00',
      meeting_type: 'coffee',
    };
    const note = await makeNote(ada, {
      ...sent,
      attachments: [attachment, { url: 'mailto:a@b.c' }],
      timeline_items_contacts: [
        { contact_id: a, is_origin: true },
        { contact_id: b, contacts: { any: 1 } },
      ],
    });
    expect(note).toMatchObject({ ...sent, event_time: '2026-01-01T08:00:00.000Z' });
    expect(note.attachments).toEqual([
      attachment,
      { id: expect.any(String), url: 'mailto:a@b.c', file_name: null, file_size: null },
    ]);
    const expected = [
      [a, true],
      [b, false],
    ].sort();
    expect(note.timeline_items_contacts.map((link: Json) => [link.contact_id, link.is_origin]).sort()).toEqual(
      expected,
    );
  });

  test('accepts at most one link as the origin', async () => {
    const origin = (contact_id: string) => ({ contact_id, is_origin: true });
    expect(await refused({ note: 'x', timeline_items_contacts: [origin(a), origin(b)] })).toEqual([
      400,
      ['note.timeline_items_contacts'],
    ]);
    const twice = await makeNote(ada, { note: 'x', timeline_items_contacts: [{ contact_id: a }, origin(a)] });
    expect(twice.timeline_items_contacts).toMatchObject([{ contact_id: a, is_origin: true }]);
  });

  test('names a missing contact, reminder, or type', async () => {
    const gone = randomUUID();
    expect(await refused({ timeline_items_contacts: links(a, gone) })).toEqual([
      404,
      ['note.timeline_items_contacts[1].contact_id'],
    ]);
    expect(await refused({ note: 'x', reminder_id: gone })).toEqual([404, ['note.reminder_id']]);
    expect(await refused({ note: 'x', meeting_type_id: gone })).toEqual([400, ['note.meeting_type_id']]);
    expect(await refused({ note: 'x', attachments: [{ url: 'nope' }] })).toEqual([400, ['note.attachments[0].url']]);
    expect(await refused({ note: 'x', event_time: '2026-01-01' })).toEqual([400, ['note.event_time']]);
  });

  test('stores nothing after a failure', async () => {
    const before = database.rowsOf(ada.id);
    await refused({ note: 'half', timeline_items_contacts: links(a, randomUUID()) });
    expect(database.rowsOf(ada.id)).toBe(before);
  });

  test('attachment urls are stored, never fetched', async () => {
    const url = 'http://127.0.0.1:1/never';
    expect((await makeNote(ada, { note: 'x', attachments: [{ url }] })).attachments[0].url).toBe(url);
  });
});

describe('meeting types', () => {
  test('include ten built-in ones', async () => {
    const { meeting_types } = dataOf(await ada.get('/v2/timeline/meeting-types'));
    const names = ['call', 'coffee', 'email', 'meal', 'meeting', 'networking', 'note', 'other', 'party', 'text'];
    expect(meeting_types.map(({ name }: Json) => name).sort()).toEqual(names);
    for (const type of meeting_types) expect(Object.keys(type).sort()).toEqual(['created_at', 'emoji', 'id', 'name']);
  });

  test('set the id from the name, and the name from the id', async () => {
    const { meeting_types } = dataOf(await ada.get('/v2/timeline/meeting-types'));
    for (const type of meeting_types) {
      const expected = { meeting_type: type.name, meeting_type_id: type.id, meeting_types: type };
      expect(await makeNote(ada, { meeting_type: type.name })).toMatchObject(expected);
      expect(await makeNote(ada, { meeting_type_id: type.id.toUpperCase() })).toMatchObject(expected);
      expect(await makeNote(ada, { meeting_type: type.name, meeting_type_id: type.id })).toMatchObject(expected);
    }
    const [first, second] = meeting_types;
    expect(await refused({ meeting_type: first.name, meeting_type_id: second.id })).toEqual([
      400,
      ['note.meeting_type_id'],
    ]);
    const { id } = await makeNote(ada, { meeting_type: 'call' });
    const none = { meeting_type: null, meeting_type_id: null, meeting_types: null };
    expect(await update(id, { meeting_type_id: null })).toMatchObject(none);
    await update(id, { meeting_type: 'meal' });
    expect(await update(id, { meeting_type: null })).toMatchObject(none);
  });
});

describe('update', () => {
  test('keeps an absent field, and clears with null', async () => {
    const made = await makeNote(ada, {
      note: 'N',
      custom_emoji: '☕',
      meeting_type: 'call',
      event_time: '2026-01-01T00:00:00Z',
      attachments: [{ url: 'https://example.com' }],
      timeline_items_contacts: links(a),
    });
    const answer = await put(made.id, { note: 'M' });
    expect([answer.status, answer.body]).toEqual([200, { error: false, data: { note: { ...made, note: 'M' } } }]);
    expect(await update(made.id, { custom_emoji: null })).toMatchObject({
      note: 'M',
      custom_emoji: null,
      meeting_type: 'call',
    });
    expect(await update(made.id, { note: null })).toMatchObject({ note: null });
    expect(await update(made.id, { attachments: [] })).toMatchObject({ attachments: [] });
    expect(await update(made.id, { event_time: '2026-02-01T00:00:00Z' })).toMatchObject({
      event_time: '2026-02-01T00:00:00.000Z',
    });
    expect(await read(made.id)).toMatchObject({ created_at: made.created_at });
    expect((await put(made.id, { event_time: null })).status).toBe(400);
  });

  test('replaces the links with a list of contacts, and keeps the origin', async () => {
    const { id } = await makeNote(ada, { note: 'x', timeline_items_contacts: [{ contact_id: a, is_origin: true }] });
    const both = await update(id, {
      timeline_items_contacts: [
        { contact_id: b, is_origin: true },
        { contact_id: a, is_origin: true },
      ],
    });
    expect(
      Object.fromEntries(both.timeline_items_contacts.map((link: Json) => [link.contact_id, link.is_origin])),
    ).toEqual({ [a]: true, [b]: false });
    expect(linkedTo(await update(id, { timeline_items_contacts: links(b) }))).toEqual([b]);
    expect(linkedTo(await update(id, { note: 'y' }))).toEqual([b]);
    expect(linkedTo(await update(id, { timeline_items_contacts: [] }))).toEqual([]);
    const answer = await put(id, { note: 'half', timeline_items_contacts: links(a, randomUUID()) });
    expect([answer.status, Object.keys(fieldsOf(answer))]).toEqual([
      404,
      ['note.timeline_items_contacts[1].contact_id'],
    ]);
    expect(await read(id)).toMatchObject({ note: 'y', timeline_items_contacts: [] });
  });

  test("moves an event in its contact's timeline", async () => {
    const { id } = await makeNote(ada, {
      note: 'moved',
      event_time: '2026-03-01T00:00:00Z',
      timeline_items_contacts: links(a),
    });
    const other = await makeNote(ada, {
      note: 'other',
      event_time: '2026-02-01T00:00:00Z',
      timeline_items_contacts: links(a),
    });
    await update(id, { event_time: '2026-01-01T00:00:00Z' });
    expect((await getContact(ada, a)).last_note.id).toBe(other.id);
  });

  test('returns 404 for an unknown note', async () => {
    expect((await put(randomUUID(), { note: 'x' })).status).toBe(404);
    expect((await ada.get(`/v2/timeline/notes/${randomUUID()}`)).status).toBe(404);
  });
});

describe('delete', () => {
  test('removes the links, and keeps the contacts', async () => {
    const { id } = await makeNote(ada, { note: 'doomed words', timeline_items_contacts: links(a, b) });
    expect(dataOf(await ada.call('DELETE', `/v2/timeline/notes/${id}`, undefined, { key: null }))).toEqual({
      affected: 1,
      ids: [id],
    });
    expect((await ada.get(`/v2/timeline/notes/${id}`)).status).toBe(404);
    expect((await ada.call('DELETE', `/v2/timeline/notes/${id}`)).status).toBe(404);
    expect(await getContact(ada, a)).toMatchObject({ timeline_items_contacts: [], last_note: null });
    expect(dataOf(await ada.get('/v2/timeline/notes/search?searchQuery=doomed')).notes).toEqual([]);
  });
});

describe('last seen', () => {
  const seen = async (id: string) => {
    const { last_seen_at, next_reminder_at } = await getContact(ada, id);
    return [last_seen_at, next_reminder_at];
  };

  test('moves forward with a note, never back, and recomputes the next reminder', async () => {
    await patchContact(ada, a, { frequency: '7 days', last_seen_at: '2026-01-10T00:00:00Z' });
    const noteAt = (event_time: string) =>
      makeNote(ada, { note: 'met', event_time, timeline_items_contacts: links(a, b) });
    await noteAt('2026-01-05T00:00:00Z');
    expect(await seen(a)).toEqual(['2026-01-10T00:00:00.000Z', '2026-01-17T00:00:00.000Z']);
    expect(await seen(b)).toEqual(['2026-01-05T00:00:00.000Z', null]);
    await noteAt('2026-01-20T00:00:00Z');
    expect(await seen(a)).toEqual(['2026-01-20T00:00:00.000Z', '2026-01-27T00:00:00.000Z']);
    await patchContact(ada, a, { snooze_days: 100 });
    const snoozed = await seen(a);
    await noteAt('2026-01-19T00:00:00Z');
    expect(await seen(a)).toEqual(snoozed);
  });

  test('does not move with a note in the future', async () => {
    const event_time = new Date(Date.now() + DAY).toISOString();
    await makeNote(ada, { note: 'planned', event_time, timeline_items_contacts: links(a) });
    expect(await seen(a)).toEqual([null, null]);
  });

  test('moves with a note at the present time', async () => {
    const note = await makeNote(ada, { note: 'now', timeline_items_contacts: links(a) });
    expect((await seen(a))[0]).toBe(note.event_time);
  });
});

describe('list', () => {
  test('is newest event first, by contact and by day', async () => {
    const bob = await service.user();
    const { id } = await makeContact(bob, { full_name: 'Bob’s' });
    const times = ['2026-01-01T00:00:00Z', '2026-01-02T23:59:59.999Z', '2026-01-03T00:00:00Z', '2026-01-02T00:00:00Z'];
    for (const [index, event_time] of times.entries())
      await makeNote(bob, { note: `${index}`, event_time, timeline_items_contacts: index % 2 ? links(id) : [] });
    const bodies = async (query: string) =>
      dataOf(await bob.get(`/v2/timeline/notes?${query}`))
        .notes.map(({ note }: Json) => note)
        .join('');
    expect(await bodies('')).toBe('2130');
    expect(await bodies(`contactId=${id}`)).toBe('13');
    expect(await bodies('startDate=2026-01-02')).toBe('213');
    expect(await bodies('endDate=2026-01-02')).toBe('130');
    expect(await bodies('startDate=2026-01-02&endDate=2026-01-02')).toBe('13');
    expect(await bodies('startDate=2026-01-02T00:00:00.001Z&endDate=2026-01-02T23:59:59.999Z')).toBe('1');
    expect(await bodies('endDate=2026-01-02T00:00:00Z')).toBe('30');
    expect(await bodies(`endDate=${encodeURIComponent('2026-01-02T02:00:00+02:00')}`)).toBe('30');
    expect((await bob.get('/v2/timeline/notes?startDate=yesterday')).status).toBe(400);
    expect((await bob.get('/v2/timeline/notes?startDate=2026-02-30')).status).toBe(400);
    expect((await bob.get(`/v2/timeline/notes?contactId=${randomUUID()}`)).status).toBe(404);
    expect((await bob.get('/v2/timeline/notes?take=201')).status).toBe(400);
    const page = dataOf(await bob.get('/v2/timeline/notes?take=3'));
    expect([
      page.pagination.count,
      dataOf(await bob.get(`/v2/timeline/notes?cursor=${page.pagination.nextCursor}`)).notes.length,
    ]).toEqual([3, 1]);
  });

  test('has 50 per page by default', async () => {
    const bob = await service.user();
    await Promise.all(Array.from({ length: 51 }, () => makeNote(bob, { note: 'x' })));
    expect(dataOf(await bob.get('/v2/timeline/notes')).pagination.count).toBe(50);
  });
});

test('keeps a very long body', async () => {
  const note = 'Lorem ipsum ほげ 🎂 '.repeat(30_000).slice(0, 500_000).toWellFormed();
  const made = await makeNote(ada, { note });
  expect((await read(made.id)).note).toBe(made.note);
  expect(await refused({ note: 'x'.repeat(500_001) })).toEqual([400, ['note.note']]);
});

// More than the parameters of one SQLite statement. On PostgreSQL the same parts take far longer to delete.
const NOTES = engine === 'postgres' ? 2_000 : 33_000;

test(`deletes a contact with ${NOTES} notes`, async () => {
  const note = await makeNote(ada, { note: 'model', timeline_items_contacts: links(a) });
  const copies = (table: string, key: string) => {
    const columns = Object.keys(database.all(`select * from ${table} limit 1`)[0]!);
    const picked = columns.map((name) =>
      name === key ? "substr(cast(100000000 + i as text), 2) || '-0000-4000-8000-000000000000'" : name,
    );
    database.all(
      `insert into ${table} (${columns}) select ${picked} from ${table},
       ${numbersTo(NOTES)} where ${key} = ?`,
      note.id,
    );
  };
  copies('timeline_items', 'id');
  copies('timeline_items_contacts', 'timeline_item_id');
  // It may take longer than the service keeps an idle connection, whose end must be noticed before the next request.
  await nextTurn();
  expect((await ada.call('DELETE', `/v2/contacts/${a}`)).status).toBe(200);
  expect(database.all("select count(*) as n from timeline_items where note = 'model'")).toEqual([{ n: 0 }]);
});
