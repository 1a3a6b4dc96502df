import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AgendaRig, agendaRig } from '../support/agenda.ts';
import { dataOf, type Json } from '../support/people.ts';
import { type FakeAccount, type FakeCalendar, fakeAccount, moreCalendar, timed } from '../support/providers/data.ts';
import { stopUnharmed } from '../support/stop-unharmed.ts';

// Which of an account's calendars are read, and the warnings about unreadable ones.

let rig: AgendaRig;
beforeEach(async () => {
  rig = await agendaRig();
});
afterEach(() => stopUnharmed(rig));

const EVENTS = '/v2/agenda/calendar/events?dateRange[start]=2026-11-20&dateRange[end]=2026-11-30';
const list = async (): Promise<Json> => dataOf(await rig.api.get(EVENTS));
const titles = ({ calendar_events }: Json): string[] => calendar_events.map(({ providerId }: Json) => providerId);
const holding = (id: string, day: number) => [timed(id, `2026-11-${day}T10:00:00Z`, 30)];

async function connected(provider: FakeAccount['provider'], ...more: FakeCalendar[]): Promise<FakeAccount> {
  const account = fakeAccount(provider, `ann@${provider.toLowerCase()}.example`);
  account.calendars[0]!.events.push(...holding('mine', 21));
  account.calendars.push(...more);
  await rig.connect(account);
  return account;
}

describe.each(['GOOGLE', 'OFFICE365'] as const)('%s', (provider) => {
  test.each([
    [404, 'not_found'],
    [403, 'forbidden'],
    [500, 'unavailable'],
  ])('warns about a calendar that answers %d, and reads the others', async (refused, reason) => {
    const team = moreCalendar('team', { name: 'Team (north)', owner: 'boss@x.example', refused });
    const account = await connected(provider, team, moreCalendar('more', { events: holding('theirs', 22) }));
    const found = await list();
    expect(titles(found)).toEqual(['mine', 'theirs']);
    expect(found.warnings).toEqual([`account:${account.email}: ${reason}(calendar=Team  north)`]);
    const timeline = dataOf(await rig.api.get('/v2/timeline?sources=events&startDate=2026-11-01&endDate=2026-11-30'));
    expect([timeline.items.length, timeline.warnings]).toEqual([2, found.warnings]);
    // Looking up one event skips the failing calendar too.
    expect((await rig.api.get('/v2/agenda/calendar/events/theirs')).status).toBe(200);
    const nowhere = await rig.api.get('/v2/agenda/calendar/events/nowhere');
    expect(nowhere.status).toBe(refused === 500 ? 503 : 404);
  });

  test('reports an account as failed if none of its calendars can be read', async () => {
    const account = await connected(provider, moreCalendar('more', { refused: 404 }));
    account.calendars[0]!.refused = 403;
    const answer = await rig.api.get(EVENTS);
    expect(answer.status).toBe(503);
    expect(answer.body.error.details.accounts).toEqual([{ account: account.email, reason: 'forbidden' }]);
  });

  test('skips holidays and birthdays, which the provider fills in', async () => {
    const [holidays, birthdays] =
      provider === 'GOOGLE'
        ? ['de.german#holiday@group.v.calendar.google.com', 'addressbook#contacts@group.v.calendar.google.com']
        : ['AAA holidays', 'AAA birthdays'];
    const filled = { canEdit: false };
    await connected(
      provider,
      moreCalendar(holidays!, { ...filled, name: 'Feiertage in Deutschland', events: holding('a day off', 22) }),
      moreCalendar(birthdays!, { ...filled, name: 'Geburtstage', events: holding('cake', 23) }),
      // Out-of-office days are in a separate calendar.
      moreCalendar('away', { name: 'Holidays', events: holding('at the sea', 24) }),
      moreCalendar('club', { ...filled, name: 'Club', events: holding('match', 25) }),
    );
    expect(titles(await list())).toEqual(['mine', 'at the sea', 'match']);
  });
});

test('reports attendees that Google omits, and does not uninvite them', async () => {
  const account = await connected('GOOGLE');
  Object.assign(account.calendars[0]!.events[0]!, { attendees: [{ email: 'a@x.example' }], attendeesOmitted: true });
  const warnings = [`account:${account.email}: truncated(attendees)`];
  expect((await list()).warnings).toEqual(warnings);
  expect(dataOf(await rig.api.get('/v2/agenda/calendar/events/mine')).warnings).toEqual(warnings);
  account.calendars[0]!.events.push(...holding('whole', 22));
  expect(dataOf(await rig.api.get('/v2/agenda/calendar/events/whole'))).not.toHaveProperty('warnings');
  const change = { attendees: [{ email: 'b@x.example' }] };
  const answer = await rig.api.call('PATCH', '/v2/agenda/calendar/events/mine', change);
  expect([answer.status, Object.keys(answer.body.error.details.fields)]).toEqual([400, ['attendees']]);
});

test('reads, changes, answers, and deletes events of a shared Outlook calendar in place', async () => {
  const shared = moreCalendar('team', { owner: 'boss@x.example', events: holding('theirs', 22) });
  const account = await connected('OFFICE365', shared);
  const path = '/v2/agenda/calendar/events/theirs';
  expect(dataOf(await rig.api.get(path)).calendar_event.providerId).toBe('theirs');
  expect((await rig.api.call('PATCH', path, { summary: 'Ours' })).status).toBe(200);
  Object.assign(shared.events[0]!, { organizer: 'boss@x.example', attendees: [{ email: account.email }] });
  expect((await rig.api.post(`${path}/respond`, { response: 'accepted' })).status).toBe(200);
  expect(shared.events[0]).toMatchObject({ summary: 'Ours', attendees: [{ response: 'accepted' }] });
  expect((await rig.api.call('DELETE', path)).status).toBe(200);
  expect(shared.events).toEqual([]);
});
