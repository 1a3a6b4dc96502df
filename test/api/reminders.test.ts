import { beforeEach, expect, test } from 'vitest';
import { clockedServiceForFile } from '../support/clocked.ts';
import type { Api } from '../support/service.ts';

const { service } = await clockedServiceForFile();
let ada: Api;
let contactId: string;
beforeEach(async () => {
  service.now = new Date('2026-10-31T10:00:00Z');
  ada = await service.user('America/New_York');
  contactId = (await ada.post('/v2/contacts', { full_name: 'Grace' })).body.data.contact.id;
});

const create = async (reminder: object) => {
  const { status, body } = await ada.post('/v2/reminders', { reminder: { text: 'Call', ...reminder } });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data.reminder;
};
const change = async (id: string, reminder: object) =>
  (await ada.call('PATCH', `/v2/reminders/${id}`, { reminder })).body.data.reminder;
const get = async (id: string) => (await ada.get(`/v2/reminders/${id}`)).body.data.reminder;
const list = async (query = '') => (await ada.get(`/v2/reminders${query}`)).body.data.reminders;
const texts = async (query: string) => (await list(query)).map(({ text }: { text: string }) => text);

test('returns a reminder with every field', async () => {
  const reminder = await create({
    due_at_time: '2026-11-02T09:00:00+01:00',
    reminders_contacts: [{ contact_id: contactId }],
  });
  expect(reminder).toEqual({
    id: reminder.id,
    user_id: expect.any(String),
    workspace_id: null,
    assignee_id: null,
    text: 'Call',
    due_at_date: null,
    due_at_time: '2026-11-02T08:00:00.000Z',
    is_complete: false,
    is_overdue: false,
    email_sent: false,
    push_notification_sent: false,
    recurrence: null,
    last_completed_at: null,
    next_occurrence_at: null,
    created_at: '2026-10-31T10:00:00.000Z',
    reminders_contacts: [{ reminder_id: reminder.id, contact_id: contactId }],
    users: null,
  });
  expect(await get(reminder.id)).toEqual(reminder);
  const { reminders_contacts } = (await ada.get(`/v2/contacts/${contactId}`)).body.data.contact;
  expect(reminders_contacts).toEqual(reminder.reminders_contacts);
});

test('reads and returns a due date as a day', async () => {
  const reminder = await create({ due_at_date: '2026-11-02' });
  expect(reminder).toMatchObject({ due_at_date: '2026-11-02T00:00:00.000Z', due_at_time: null });
  expect(await change(reminder.id, { due_at_date: reminder.due_at_date })).toEqual(reminder);
});

test.each([
  [{ due_at_date: '2026-11-02' }, 'reminder.text'],
  [{ text: '', due_at_date: '2026-11-02' }, 'reminder.text'],
  [{ text: 'Call' }, 'reminder.due_at_date'],
  [{ text: 'Call', due_at_date: '2026-02-30' }, 'reminder.due_at_date'],
  [{ text: 'Call', due_at_date: '2026-11-02T15:00:00Z' }, 'reminder.due_at_date'],
  [{ text: 'Call', due_at_time: '2026-11-02' }, 'reminder.due_at_time'],
  [{ text: 'Call', due_at_date: '2026-11-02', recurrence: '2 days' }, 'reminder.recurrence'],
])('rejects %j on create', async (reminder, field) => {
  const { status, body } = await ada.post('/v2/reminders', { reminder });
  expect(status).toBe(400);
  expect(Object.keys(body.error.details.fields)).toEqual([field]);
});

test('names an unknown contact, and returns 404 for an unknown reminder, whatever its id looks like', async () => {
  const unknown = '0192aaaa-0000-7000-8000-000000000000';
  const made = await ada.post('/v2/reminders', {
    reminder: { text: 'Call', due_at_date: '2026-11-02', reminders_contacts: [{ contact_id: unknown }] },
  });
  expect(made).toMatchObject({
    status: 404,
    body: { error: { details: { fields: { 'reminder.reminders_contacts[0].contact_id': 'not found' } } } },
  });
  for (const id of [unknown, 'nonsense', '%00', '17']) {
    expect((await ada.get(`/v2/reminders/${id}`)).status).toBe(404);
    expect((await ada.call('DELETE', `/v2/reminders/${id}`)).status).toBe(404);
    expect((await ada.call('PATCH', `/v2/reminders/${id}`, { reminder: { text: 'x' } })).status).toBe(404);
  }
});

test('keeps absent fields in an update, clears with null, and replaces the contacts', async () => {
  const { id } = await create({ due_at_date: '2026-11-02', reminders_contacts: [{ contact_id: contactId }] });
  const timed = await change(id, { due_at_time: '2026-11-02T20:00:00Z', due_at_date: null, recurrence: '7 days' });
  expect(timed).toMatchObject({ text: 'Call', due_at_date: null, recurrence: '7 days' });
  expect(timed.reminders_contacts).toHaveLength(1);
  expect((await change(id, { reminders_contacts: [] })).reminders_contacts).toEqual([]);
  const v1 = await ada.call('PUT', `/v1/reminders/${id}`, { reminder: { text: 'Write' } }, { key: null });
  expect(v1.body).toMatchObject({ error: false, data: { reminder: { id, text: 'Write', recurrence: '7 days' } } });
  const cleared = await ada.call('PATCH', `/v2/reminders/${id}`, { reminder: { due_at_time: null } });
  expect(cleared.status).toBe(400);
});

test("computes overdue in the user's time zone", async () => {
  const timed = await create({ due_at_time: '2026-10-31T10:00:00Z' });
  const whole = await create({ due_at_date: '2026-10-31' });
  service.now = new Date('2026-10-31T10:00:00.001Z');
  expect((await get(timed.id)).is_overdue).toBe(true);
  // In New York it is still the 31st.
  service.now = new Date('2026-11-01T03:59:59.999Z');
  expect((await get(whole.id)).is_overdue).toBe(false);
  expect(await list('?isOverdue=true')).toMatchObject([{ id: timed.id }]);
  service.now = new Date('2026-11-01T04:00:00Z');
  expect((await get(whole.id)).is_overdue).toBe(true);
  expect(await list('?isOverdue=false')).toEqual([]);
  await change(whole.id, { is_complete: true });
  expect(await get(whole.id)).toMatchObject({ is_overdue: false, is_complete: true });
});

test('moves a monthly one from the 31st to the 30th, then to the 31st', async () => {
  const { id } = await create({ due_at_date: '2026-10-31', recurrence: '1 mon' });
  expect(await change(id, { is_complete: true })).toMatchObject({
    is_complete: true,
    due_at_date: '2026-10-31T00:00:00.000Z',
    last_completed_at: '2026-10-31T10:00:00.000Z',
    next_occurrence_at: '2026-11-30T05:00:00.000Z',
  });
  service.now = new Date('2026-11-30T04:59:59.999Z');
  expect(await get(id)).toMatchObject({ is_complete: true });
  expect(await list('?isComplete=false')).toEqual([]);
  service.now = new Date('2026-11-30T05:00:00Z');
  const back = { is_complete: false, due_at_date: '2026-11-30T00:00:00.000Z', next_occurrence_at: null };
  expect(await get(id)).toMatchObject(back);
  expect(await list('?isComplete=false')).toMatchObject([back]);
  expect(await change(id, { is_complete: true })).toMatchObject({ next_occurrence_at: '2026-12-31T05:00:00.000Z' });
});

test('does not repeat an occurrence that was completed early', async () => {
  const { id } = await create({ due_at_time: '2026-11-05T12:00:00Z', recurrence: '7 days' });
  // New York's clocks go back on November 1, where noon UTC is then seven in the morning.
  expect(await change(id, { is_complete: true })).toMatchObject({ next_occurrence_at: '2026-11-12T12:00:00.000Z' });
  expect(await change(id, { is_complete: true })).toMatchObject({ next_occurrence_at: '2026-11-12T12:00:00.000Z' });
  expect(await change(id, { is_complete: false })).toMatchObject({ is_complete: false, next_occurrence_at: null });
});

test('skips occurrences that passed before a late completion', async () => {
  const { id } = await create({ due_at_time: '2026-01-31T17:00:00Z', recurrence: '1 mon' });
  const done = await change(id, { is_complete: true });
  // Noon in New York: five hours behind UTC in January, four in October.
  expect(done).toMatchObject({ next_occurrence_at: '2026-10-31T16:00:00.000Z' });
});

test("uses the caller's date for the next occurrence, and keeps the series", async () => {
  const { id } = await create({ due_at_date: '2026-10-31', recurrence: '1 mon', email_sent: true });
  await change(id, { is_complete: true });
  await change(id, { next_occurrence_at: '2026-12-05T15:00:00Z' });
  service.now = new Date('2026-12-06T00:00:00Z');
  expect(await get(id)).toMatchObject({ due_at_date: '2026-12-05T00:00:00.000Z', email_sent: false });
  expect(await change(id, { is_complete: true })).toMatchObject({ next_occurrence_at: '2026-12-31T05:00:00.000Z' });
});

test('lists the soonest first, by due date or time, page by page', async () => {
  await create({ text: 'c', due_at_time: '2026-11-03T03:00:00Z' }); // still the 2nd in New York
  await create({ text: 'b', due_at_date: '2026-11-02' });
  await create({ text: 'd', due_at_date: '2026-11-03' });
  const weekly = await create({ text: 'a', due_at_date: '2026-10-25', recurrence: '7 days' });
  expect(await texts('')).toEqual(['a', 'b', 'c', 'd']);
  await change(weekly.id, { is_complete: true });
  service.now = new Date('2026-11-01T12:00:00Z');
  const first = (await ada.get('/v2/reminders?take=2')).body.data;
  expect(first.pagination.count).toBe(2);
  expect(first.reminders).toMatchObject([{ text: 'a', due_at_date: '2026-11-01T00:00:00.000Z' }, { text: 'b' }]);
  await ada.call('DELETE', `/v2/reminders/${first.reminders[1].id}`);
  const second = await ada.get(`/v2/reminders?take=2&cursor=${first.pagination.nextCursor}`);
  expect(second.body.data.reminders).toMatchObject([{ text: 'c' }, { text: 'd' }]);
  expect(second.body.data.pagination.nextCursor).toBeNull();
  const elsewhere = await ada.get(`/v2/reminders?isComplete=false&cursor=${first.pagination.nextCursor}`);
  expect(elsewhere.status).toBe(400);
});

test('filters by contact and by days', async () => {
  await create({ text: 'before', due_at_time: '2026-11-02T04:59:59Z' });
  await create({ text: 'whole', due_at_date: '2026-11-02', reminders_contacts: [{ contact_id: contactId }] });
  await create({ text: 'late', due_at_time: '2026-11-03T04:59:59.999Z' });
  await create({ text: 'after', due_at_time: '2026-11-03T05:00:00Z' });
  expect(await texts('?dueAfter=2026-11-02&dueBefore=2026-11-02')).toEqual(['whole', 'late']);
  expect(await texts('?dueBefore=2026-11-01')).toEqual(['before']);
  // A day is not over at noon.
  expect(await texts('?dueAfter=2026-11-02T17:00:00Z')).toEqual(['whole', 'late', 'after']);
  expect(await texts(`?contactId=${contactId}`)).toEqual(['whole']);
  expect((await ada.get('/v2/reminders?contactId=0192aaaa-0000-7000-8000-000000000000')).status).toBe(404);
});

test('lists recurring reminders on one page, with their contacts on request', async () => {
  await create({ text: 'once', due_at_date: '2026-11-02' });
  const done = await create({ text: 'done', due_at_date: '2026-11-05', recurrence: '1 year' });
  await create({
    text: 'open',
    due_at_date: '2026-11-03',
    recurrence: '7 days',
    reminders_contacts: [{ contact_id: contactId }],
  });
  await change(done.id, { is_complete: true });
  const { data } = (await ada.get('/v2/reminders/recurring?include[contacts]=true')).body;
  expect(data.pagination).toEqual({ nextCursor: null, count: 2 });
  expect(data.reminders).toMatchObject([
    { text: 'open', reminders_contacts: [{ contacts: { full_name: 'Grace' } }] },
    { text: 'done' },
  ]);
});

test("removes a deleted reminder from its note, and deletes a contact's own reminders", async () => {
  const lone = await create({ due_at_date: '2026-11-02', reminders_contacts: [{ contact_id: contactId }] });
  const note = await ada.post('/v2/timeline/notes', { note: { note: 'Called', reminder_id: lone.id } });
  const noteAt = `/v2/timeline/notes/${note.body.data.note.id}`;
  const free = await create({ text: 'free', due_at_date: '2026-11-03' });
  await ada.call('DELETE', `/v2/contacts/${contactId}`);
  expect(await texts('')).toEqual(['free']);
  expect((await ada.get(noteAt)).body.data.note.reminder_id).toBeNull();
  const gone = await ada.call('DELETE', `/v2/reminders/${free.id}`);
  expect(gone).toMatchObject({ status: 200, body: { data: { affected: 1, ids: [free.id] } } });
  expect((await ada.get(`/v2/reminders/${free.id}`)).status).toBe(404);
});

test("shows the next occurrence in a completion's dry run, and keeps nothing", async () => {
  const { id } = await create({ due_at_date: '2026-10-31', recurrence: '1 mon' });
  const tried = await ada.call('PATCH', `/v2/reminders/${id}?dryRun=true`, { reminder: { is_complete: true } });
  expect(tried.body).toMatchObject({ dry_run: true, data: { reminder: { is_complete: true } } });
  expect(await get(id)).toMatchObject({ is_complete: false, next_occurrence_at: null });
});
