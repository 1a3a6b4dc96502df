import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type AgendaRig, agendaRig } from '../support/agenda.ts';
import { dataOf, type Json, makeContact, makeNote } from '../support/people.ts';
import { allDay, type FakeAccount, fakeAccount, timed } from '../support/providers/data.ts';
import { always } from '../support/providers/faults.ts';

let rig: AgendaRig;
let google: FakeAccount;
let office: FakeAccount;
beforeAll(async () => {
  rig = await agendaRig();
  google = fakeAccount('GOOGLE', 'me@gmail.example');
  office = fakeAccount('OFFICE365', 'me@office.example');
  await rig.connect(google);
  await rig.connect(office);
});
beforeEach(() => {
  for (const { calendars, messages } of [google, office]) {
    calendars[0]!.events.splice(0);
    messages.splice(0);
  }
});
afterEach(() => {
  rig.fake.plan = () => undefined;
  expect(rig.faults).toEqual([]);
  expect(rig.fake.violations).toEqual([]);
});
afterAll(() => rig.stop());

const briefing = async (query = '?day=2027-03-01'): Promise<Json> => dataOf(await rig.api.get(`/v2/briefing${query}`));
const put = (account: FakeAccount, ...events: FakeAccount['calendars'][0]['events']) =>
  account.calendars[0]!.events.push(...events);
const idsOf = ({ events }: Json): string[] => events.map(({ providerId }: Json) => providerId);

test('lists upcoming events with their attendees and the last note on each', async () => {
  const ann = await makeContact(rig.api, { full_name: 'Ann Lee', contact_emails: [{ email: 'Ann@X.example' }] });
  const bob = await makeContact(rig.api, { full_name: 'Bob Ray', contact_emails: [{ email: 'bob@x.example' }] });
  const about = { timeline_items_contacts: [{ contact_id: ann.id }] };
  await makeNote(rig.api, { note: 'older', event_time: '2025-01-01T10:00:00Z', ...about });
  const said = { event_time: '2025-02-01T10:00:00Z', meeting_type: 'coffee', note: 'She wants  the\nblue book' };
  await makeNote(rig.api, { ...said, ...about });
  const attendees = ['ann@x.example', 'bob@x.example', 'stranger@x.example'].map((email) => ({ email }));
  put(google, timed('lunch', '2027-03-02T11:00:00Z', 60, { attendees, organizer: google.email }));
  put(office, timed('alone', '2027-03-01T09:00:00Z', 30));
  const data = await briefing();
  expect([idsOf(data), data.warnings]).toEqual([['alone', 'lunch'], []]);
  const person = (contact: Json) => ({ id: contact.id, full_name: contact.full_name, job_title: null, company: null });
  const [alone, lunch] = data.events;
  expect(alone.people).toEqual([]);
  expect(lunch.participants).toHaveLength(4);
  expect(lunch.people).toHaveLength(2);
  expect(lunch.people).toContainEqual({ contact: person(bob), last_said: null });
  expect(lunch.people).toContainEqual({
    contact: person(ann),
    last_said: { type: 'coffee', date: '2025-02-01T10:00:00.000Z', text: 'She wants the blue book' },
  });
});

test("uses the user's day and week: Berlin starts an hour before UTC", async () => {
  put(
    google,
    timed('evening before', '2027-02-28T22:00:00Z', 59),
    timed('first minute', '2027-02-28T23:00:00Z', 15),
    timed('last minute', '2027-03-01T22:59:00Z', 15),
    timed('next day', '2027-03-01T23:00:00Z', 15),
    timed('last of the week', '2027-03-07T22:30:00Z', 15),
    timed('week after', '2027-03-07T23:00:00Z', 15),
    allDay('fair', '2027-03-01', '2027-03-02'),
  );
  const day = ['fair', 'first minute', 'last minute'];
  expect(idsOf(await briefing('?day=2027-03-01&days=1'))).toEqual(day);
  expect(idsOf(await briefing('?day=2027-03-01'))).toEqual([...day, 'next day', 'last of the week']);
});

test('returns an endless calendar and oversized text as one page below 20 KB, soonest first', async () => {
  const long = 'wörd '.repeat(500);
  const attendees = Array.from({ length: 50 }, (_, index) => ({ email: `p${index}@x.example`, name: long }));
  const more = { summary: long, description: long, location: long, attendees, conference: true };
  const at = (index: number) => new Date(Date.UTC(2027, 2, 1, 8, index)).toISOString();
  put(google, ...Array.from({ length: 20 }, (_, index) => timed(`g${index}`, at(index * 2), 15, more)));
  put(office, ...Array.from({ length: 300 }, (_, index) => timed(`o${index}`, at(index * 2 + 1), 15)));
  const answer = await rig.api.get('/v2/briefing?day=2027-03-01&days=1');
  expect(Buffer.byteLength(JSON.stringify(answer.body))).toBeLessThan(20_000);
  const data = dataOf(answer);
  expect(data.truncated).toMatchObject({ events: true, birthdays: false });
  expect(idsOf(data).slice(0, 4)).toEqual(['g0', 'o0', 'g1', 'o1']);
  // An ordinary event stays the same size, whatever text someone put into it.
  expect(data.events.length).toBeGreaterThanOrEqual(5);

  google.calendars[0]!.events.splice(0);
  expect((await briefing('?day=2027-03-01&days=1')).events).toHaveLength(25);
});

test('names an account that fails, and returns the rest', async () => {
  put(google, timed('g', '2027-03-01T10:00:00Z', 30));
  put(office, timed('o', '2027-03-01T11:00:00Z', 30));
  rig.fake.plan = always({ kind: 'status', status: 500 }, ({ email }) => email === google.email);
  const one = await briefing();
  expect([idsOf(one), one.warnings]).toEqual([['o'], ['account:me@gmail.example: unavailable']]);
  rig.fake.plan = always({ kind: 'reset' });
  const none = await briefing();
  expect([none.events, none.warnings.length]).toEqual([[], 2]);
});

test('does not list a person as overdue after mail or a meeting, even without a note', async () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const overdue = { frequency: '7 days', last_seen_at: daysAgo(30) };
  for (const name of ['written', 'met', 'forgotten'])
    await makeContact(rig.api, { full_name: name, contact_emails: [{ email: `${name}@x.example` }], ...overdue });
  const [from, to] = ['Me <me@gmail.example>', 'written@x.example'];
  const time = Date.parse(daysAgo(2));
  google.messages.push({ id: 'm', time, sent: time, subject: 's', snippet: 's', from, to, folder: 'archive' });
  put(office, timed('met', daysAgo(3), 30, { attendees: [{ email: 'met@x.example' }] }));
  const late = async () => (await briefing('')).keep_in_touch.map(({ contact }: Json) => contact.full_name);
  expect(await late()).toEqual(['forgotten']);
  // If mail and calendars are unreadable, only the stored date counts.
  rig.fake.plan = always({ kind: 'status', status: 500 });
  expect((await late()).sort()).toEqual(['forgotten', 'met', 'written']);
});
