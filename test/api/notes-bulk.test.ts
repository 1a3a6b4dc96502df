import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { serviceForFile } from '../support/file-service.ts';
import { dataOf, fieldsOf, getContact, type Json, makeContacts, makeNote, notesFound } from '../support/people.ts';
import { addGroup } from '../support/records.ts';
import type { User } from '../support/service.ts';

const { service, database } = await serviceForFile();
let ada: User;
let ann: string;
let ben: string;
beforeEach(async () => {
  ada = await service.user();
  [ann, ben] = (await makeContacts(ada, [{ full_name: 'Ann' }, { full_name: 'Ben' }])).map(({ id }) => id) as [
    string,
    string,
  ];
});

const links = (...ids: string[]) => ids.map((contact_id) => ({ contact_id }));
const send = (notes: object[], more: object = {}) => ada.post('/v2/timeline/notes/batch', { notes, ...more });
const stored = () => Number(database.all('select count(*) as n from timeline_items where user_id = ?', ada.id)[0]!.n);

describe('bulk create', () => {
  test('gives each row the same result as creating it alone', async () => {
    const fields = [
      { note: 'lunch', meeting_type: 'meal', event_time: '2026-05-01T12:00:00Z', timeline_items_contacts: links(ann) },
      { note: 'call', timeline_items_contacts: [{ contact_id: ben, is_origin: true }, ...links(ann)] },
      { custom_emoji: '🎣', attachments: [{ url: 'https://example.com/a.png' }] },
    ];
    const { status, body } = await send(fields);
    expect(status).toBe(201);
    const alone = [];
    for (const one of fields) alone.push(await makeNote(ada, one));
    const plain = (note: Json) => JSON.parse(JSON.stringify(note, without));
    expect(body.data.notes.map(plain)).toEqual(alone.map(plain));
    expect(body.data.pagination).toEqual({ nextCursor: null, count: 3 });
    expect(body.data.batch).toEqual({
      requested: 3,
      committed: 3,
      committedThrough: 2,
      chunkSize: 100,
      chunks: [{ index: 0, offset: 0, count: 3, status: 'committed' }],
      failedRows: [],
    });
    expect(await notesFound(ada, 'lunch')).toHaveLength(2);
    expect((await getContact(ada, ben)).last_seen_at).not.toBeNull();
  });

  const without = (key: string, value: unknown) =>
    ['id', 'created_at', 'timeline_item_id'].includes(key) ||
    (key === 'event_time' && value !== '2026-05-01T12:00:00.000Z')
      ? undefined
      : value;

  test('accepts 1 to 500', async () => {
    for (const notes of [[], Array.from({ length: 501 }, () => ({ note: 'x' }))]) {
      const answer = await send(notes);
      expect([answer.status, Object.keys(fieldsOf(answer))]).toEqual([400, ['notes']]);
    }
    const { data } = (await send(Array.from({ length: 500 }, (_, index) => ({ note: `n${index}` })))).body;
    expect(data.batch.chunks.map(({ offset }: Json) => offset)).toEqual([0, 100, 200, 300, 400]);
    expect(data.notes.map(({ note }: Json) => note)).toEqual(Array.from({ length: 500 }, (_, index) => `n${index}`));
  });

  test('rejects all for one invalid row, and treats an empty one as invalid', async () => {
    const answer = await send([{ note: 'good' }, { event_time: 'soon' }, {}]);
    expect([answer.status, Object.keys(fieldsOf(answer))]).toEqual([400, ['notes[1].event_time', 'notes[2]']]);
    expect(stored()).toBe(0);
  });

  test('stores the good rows of every chunk with continueOnError', async () => {
    const notes: Json[] = Array.from({ length: 210 }, (_, index) => ({ note: `n${index}` }));
    notes[3] = { event_time: 'soon' };
    notes[150] = { note: 'x', timeline_items_contacts: links(randomUUID()) };
    const { status, body } = await send(notes, { continueOnError: true });
    expect(status).toBe(201);
    expect(body.data.batch).toMatchObject({ requested: 210, committed: 208, committedThrough: 2 });
    expect(body.data.batch.failedRows).toMatchObject([
      { index: 3, error: { code: 'BadRequest' } },
      { index: 150, error: { code: 'NotFound' } },
    ]);
    expect(stored()).toBe(208);
  });

  test("rolls back a failing row's chunk, and does not try later chunks", async () => {
    const notes: Json[] = Array.from({ length: 250 }, (_, index) => ({ note: `n${index}` }));
    notes[120] = { note: 'x', timeline_items_contacts: links(randomUUID()) };
    const { data } = (await send(notes)).body;
    expect(data.batch).toMatchObject({ committed: 100, committedThrough: 99, failedRows: [{ index: 120 }] });
    expect(data.batch.chunks.map(({ status }: Json) => status)).toEqual(['committed', 'failed']);
    expect(data.batch.failedRows[0].error.message).toContain('notes[120]');
    expect(stored()).toBe(100);
  });

  test('keeps no chunk in a dry run', async () => {
    const notes = Array.from({ length: 150 }, () => ({ note: 'n' }));
    const { body } = await ada.post('/v2/timeline/notes/batch?dryRun=true', { notes });
    expect([body.dry_run, body.data.batch.committed, stored()]).toEqual([true, 150, 0]);
  });
});

describe('the count', () => {
  const count = async (query = '') => dataOf(await ada.get(`/v2/timeline/notes/count${query}`)).count;

  test('equals the number of search results, with every filter', async () => {
    const group = await addGroup(ada, 'G', { groups_contacts: links(ben) });
    const types = dataOf(await ada.get('/v2/timeline/meeting-types')).meeting_types;
    const coffee = types.find(({ name }: Json) => name === 'coffee').id;
    await send([
      { note: 'sea and sand', event_time: '2026-01-10T10:00:00Z', timeline_items_contacts: links(ann) },
      {
        note: 'sea',
        event_time: '2026-02-10T10:00:00Z',
        meeting_type: 'coffee',
        timeline_items_contacts: links(ann, ben),
      },
      { note: 'sand', event_time: '2026-03-10T10:00:00Z' },
    ]);
    const counts = {
      '': 3,
      '?searchQuery=sea': 2,
      '?searchQuery=sea%20sand': 1,
      [`?contactId=${ann}`]: 2,
      [`?contactId=${ann}&searchQuery=sand`]: 1,
      [`?groupId=${group}`]: 1,
      '?startDate=2026-02-10&endDate=2026-02-10': 1,
      [`?includeMeetingTypeId=${coffee}`]: 1,
      [`?excludeMeetingTypeId=${coffee}`]: 2,
      '?createdAfter=2020-01-01': 3,
      '?createdBefore=2020-01-01': 0,
    };
    for (const [query, expected] of Object.entries(counts)) {
      expect([query, await count(query)]).toEqual([query, expected]);
      const { notes } = dataOf(await ada.get(`/v2/timeline/notes/search${query}`));
      // Notes with only some of the words follow the counted ones.
      if (query.includes('%20')) expect(notes.length).toBeGreaterThanOrEqual(expected);
      else expect([query, notes.length]).toEqual([query, expected]);
    }
    expect((await ada.get(`/v2/timeline/notes/count?contactId=${randomUUID()}`)).status).toBe(404);
    expect((await ada.get(`/v2/timeline/notes/count?take=3`)).status).toBe(400);
  });
});

test('filters notes by creation time, whatever their event time', async () => {
  await send([{ note: 'old', event_time: '2020-01-01T00:00:00Z' }, { note: 'new' }]);
  database.all(
    "update timeline_items set created_at = '2024-03-02T12:00:00.000Z' where note = 'old' and user_id = ?",
    ada.id,
  );
  const listed = async (query: string) =>
    dataOf(await ada.get(`/v2/timeline/notes?${query}`)).notes.map(({ note }: Json) => note);
  expect(await listed('createdAfter=2024-03-03')).toEqual(['new']);
  expect(await listed('createdBefore=2024-03-02')).toEqual(['old']);
  expect(await listed('createdBefore=2024-03-02T11:59:59Z')).toEqual([]);
  expect(await listed('createdAfter=2024-03-02&createdBefore=2024-03-02')).toEqual(['old']);
  const twisted = await ada.get('/v2/timeline/notes?createdAfter=2024-03-03&createdBefore=2024-03-02');
  expect([twisted.status, Object.keys(fieldsOf(twisted))]).toEqual([400, ['createdBefore']]);
});
