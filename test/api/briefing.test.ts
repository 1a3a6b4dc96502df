import { beforeEach, expect, test } from 'vitest';
import { clockedServiceForFile } from '../support/clocked.ts';
import { dataOf, type Json, makeContact, makeContacts, makeNote, patchContact } from '../support/people.ts';
import type { Api } from '../support/service.ts';

const { service } = await clockedServiceForFile();
let ada: Api;
beforeEach(async () => {
  // Still the evening of the 10th in New York.
  service.now = new Date('2027-02-11T02:00:00Z');
  ada = await service.user('America/New_York');
});

const briefing = async (query = ''): Promise<Json> => dataOf(await ada.get(`/v2/briefing${query}`));
const namesIn = (list: Json[]): string[] => list.map(({ contact }) => contact.full_name);
const remind = async (reminder: object): Promise<Json> =>
  dataOf(await ada.post('/v2/reminders', { reminder: { text: 'Call', ...reminder } })).reminder;
const daysAgo = (days: number) => new Date(service.now.getTime() - days * 86_400_000).toISOString();

test("covers seven days from today in the user's time zone, or the requested days", async () => {
  expect(await briefing()).toEqual({
    from: '2027-02-10',
    to: '2027-02-16',
    birthdays: [],
    reminders: { due: [], overdue: [] },
    keep_in_touch: [],
    events: [],
    truncated: {
      birthdays: false,
      reminders_due: false,
      reminders_overdue: false,
      keep_in_touch: false,
      events: false,
    },
    warnings: expect.any(Array),
  });
  expect(await briefing('?day=2027-12-31&days=1')).toMatchObject({ from: '2027-12-31', to: '2027-12-31' });
  expect(await briefing('?day=9999-12-30&days=31')).toMatchObject({ from: '9999-12-30', to: '9999-12-31' });
  for (const bad of ['?days=0', '?days=32', '?day=2027-02-30', '?day=soon']) {
    expect((await ada.get(`/v2/briefing${bad}`)).status).toBe(400);
  }
});

test('lists birthdays by day, with the age if the year is known, across New Year', async () => {
  await makeContacts(ada, [
    { full_name: 'Last', birthday: '1990-01-02' },
    { full_name: 'First', birthday: '--12-31' },
    { full_name: 'Outside', birthday: '1990-01-08' },
    { full_name: 'Archived', birthday: '1990-01-02', is_archived: true },
  ]);
  const { birthdays } = await briefing('?day=2027-12-31&days=8');
  expect(birthdays).toMatchObject([
    { contact: { full_name: 'First' }, date: '2027-12-31', turns: null, in_days: 0 },
    { contact: { full_name: 'Last' }, date: '2028-01-02', turns: 38, in_days: 2 },
  ]);
});

test.each([
  ['2027-02-28', '2027-02-28', 27],
  ['2028-02-29', '2028-02-29', 28],
  ['2028-02-28', undefined, undefined],
  ['2027-03-01', undefined, undefined],
])('lists a birthday on February 29 in the briefing of %s', async (day, date, turns) => {
  await makeContact(ada, { full_name: 'Leap', birthday: '2000-02-29' });
  const { birthdays } = await briefing(`?day=${day}&days=1`);
  expect(birthdays.map((birthday: Json) => [birthday.date, birthday.turns])).toEqual(date ? [[date, turns]] : []);
});

test('omits a birthday that was dismissed for this year', async () => {
  const { id } = await makeContact(ada, { full_name: 'Grace', birthday: '1990-02-12' });
  await patchContact(ada, id, { contact_birthdays: { contact_id: id, last_dismissal_year: 2027 } });
  expect((await briefing()).birthdays).toEqual([]);
  expect((await briefing('?day=2028-02-12')).birthdays).toHaveLength(1);
});

test('lists due and overdue reminders once each, with their people', async () => {
  const { id } = await makeContact(ada, { full_name: 'Grace' });
  const links = { reminders_contacts: [{ contact_id: id }] };
  const late = await remind({ due_at_date: '2027-02-09' });
  const earlier = await remind({ due_at_time: '2027-02-11T01:00:00Z' });
  const today = await remind({ due_at_date: '2027-02-10', ...links });
  const last = await remind({ due_at_time: '2027-02-17T04:59:00Z' });
  await remind({ due_at_date: '2027-02-17' });
  await remind({ due_at_date: '2027-02-11', is_complete: true });
  const weekly = await remind({ due_at_date: '2027-02-08', recurrence: '7 days' });
  dataOf(await ada.call('PATCH', `/v2/reminders/${weekly.id}`, { reminder: { is_complete: true } }));
  const { due, overdue } = (await briefing()).reminders;
  const ids = (list: Json[]) => list.map((reminder) => reminder.id);
  expect(ids(overdue)).toEqual([late.id, earlier.id]);
  expect(ids(due)).toEqual([today.id, weekly.id, last.id]);
  expect(due[0].contacts).toEqual([{ id, full_name: 'Grace', job_title: null, company: null }]);
  expect(due[1].due_at_date).toBe('2027-02-15T00:00:00.000Z');
});

test('ranks overdue people by their keep-in-touch frequency', async () => {
  await makeContacts(ada, [
    { full_name: 'Yearly', frequency: '1 year', last_seen_at: daysAgo(385) },
    { full_name: 'Weekly', frequency: '7 days', last_seen_at: daysAgo(17) },
    { full_name: 'Monthly', frequency: '1 mon', last_seen_at: daysAgo(60) },
    { full_name: 'Not yet', frequency: '1 mon', last_seen_at: daysAgo(20) },
    { full_name: 'Never', frequency: '7 days', last_seen_at: daysAgo(90), never_keep_in_touch: true },
    { full_name: 'Archived', frequency: '7 days', last_seen_at: daysAgo(90), is_archived: true },
    { full_name: 'No rhythm', last_seen_at: daysAgo(900) },
  ]);
  const { keep_in_touch } = await briefing();
  expect(namesIn(keep_in_touch)).toEqual(['Weekly', 'Monthly', 'Yearly']);
  expect(keep_in_touch[0]).toMatchObject({ frequency: '7 days', days_overdue: 10, last_contact_at: daysAgo(17) });
});

test('lists starred people before others who are equally overdue', async () => {
  const late = { frequency: '14 days', last_seen_at: daysAgo(20) };
  await makeContacts(ada, [
    { full_name: 'Plain', ...late },
    { full_name: 'Starred', starred: true, ...late },
    { full_name: 'First tier', priority_tier: 1, ...late },
  ]);
  expect(namesIn((await briefing()).keep_in_touch)).toEqual(['First tier', 'Starred', 'Plain']);
});

test("snoozes until the day in the user's time zone", async () => {
  const { id } = await makeContact(ada, { full_name: 'Grace', frequency: '7 days', last_seen_at: daysAgo(30) });
  await patchContact(ada, id, { snooze_days: 3 });
  expect((await briefing()).keep_in_touch).toEqual([]);
  expect((await briefing('?day=2027-02-12')).keep_in_touch).toEqual([]);
  expect(namesIn((await briefing('?day=2027-02-13')).keep_in_touch)).toEqual(['Grace']);
});

test('counts newer contact, wherever it is recorded', async () => {
  const [met, called, planned] = await makeContacts(ada, [
    { full_name: 'Met', frequency: '7 days', last_seen_at: daysAgo(30) },
    { full_name: 'Called', frequency: '7 days', last_seen_at: daysAgo(30) },
    { full_name: 'Planned', frequency: '7 days', last_seen_at: daysAgo(30) },
  ]);
  const link = (contact: Json) => ({ timeline_items_contacts: [{ contact_id: contact.id }] });
  await makeNote(ada, { note: 'Lunch', event_time: daysAgo(2), ...link(met) });
  await patchContact(ada, called.id, { phone_call_last_interaction_at: daysAgo(1) });
  await makeNote(ada, { note: 'Dinner', event_time: daysAgo(-1), ...link(planned) });
  expect(namesIn((await briefing()).keep_in_touch)).toEqual(['Planned']);
  service.now = new Date(service.now.getTime() + 2 * 86_400_000);
  expect((await briefing()).keep_in_touch).toEqual([]);
});

test("moves a date on after newer contact, and never before the user's own date", async () => {
  const { id } = await makeContact(ada, { full_name: 'Grace', frequency: '7 days', last_seen_at: daysAgo(30) });
  await patchContact(ada, id, { next_reminder_at: daysAgo(2), phone_call_last_interaction_at: daysAgo(20) });
  const [late] = (await briefing()).keep_in_touch;
  expect(late).toMatchObject({ due_at: daysAgo(2), days_overdue: 2, last_contact_at: daysAgo(20) });
});

test('returns the last note, shortened, and none from the future', async () => {
  const { id } = await makeContact(ada, { full_name: 'Grace', frequency: '7 days', last_seen_at: daysAgo(90) });
  const timeline_items_contacts = [{ contact_id: id }];
  await makeNote(ada, { note: 'older', event_time: daysAgo(60), timeline_items_contacts });
  await makeNote(ada, { note: `talked ${'on and '.repeat(80)}`, event_time: daysAgo(40), timeline_items_contacts });
  await makeNote(ada, { note: 'to come', event_time: daysAgo(-5), timeline_items_contacts });
  const [{ last_said }] = (await briefing()).keep_in_touch;
  expect(last_said).toMatchObject({ type: 'note', date: daysAgo(40) });
  expect(last_said.text).toMatch(/^talked on .*…$/);
});

test('stays one page smaller than 20 KB, and reports what was cut', async () => {
  const long = 'é'.repeat(280);
  await makeContacts(
    ada,
    Array.from({ length: 40 }, (_, index) => ({
      full_name: `${index} ${long}`,
      company: long,
      birthday: '--02-12',
      frequency: '7 days',
      last_seen_at: daysAgo(30 + index),
    })),
  );
  for (let index = 0; index < 30; index++) await remind({ text: long, due_at_date: '2027-02-12' });
  const answer = await ada.get('/v2/briefing');
  expect(Buffer.byteLength(JSON.stringify(answer.body))).toBeLessThan(20_000);
  const { birthdays, keep_in_touch, reminders, truncated } = dataOf(answer);
  for (const list of [birthdays, keep_in_touch, reminders.due]) expect(list.length).toBeGreaterThan(2);
  expect(truncated).toEqual({
    birthdays: true,
    reminders_due: true,
    reminders_overdue: false,
    keep_in_touch: true,
    events: false,
  });
  expect(keep_in_touch[0].contact.full_name).toMatch(/^39 /);
});
