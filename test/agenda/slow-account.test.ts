import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LIMITS } from '../../src/providers/requests/call.ts';
import { type AgendaRig, agendaRig } from '../support/agenda.ts';
import { dataOf, type Json, makeNote } from '../support/people.ts';
import { type FakeAccount, fakeAccount, spreadMessages, timed } from '../support/providers/data.ts';
import { always } from '../support/providers/faults.ts';
import { stopUnharmed } from '../support/stop-unharmed.ts';

// One account hangs. Times come from the test clock, which stops while a request is processed.

let rig: AgendaRig;
beforeEach(async () => {
  rig = await agendaRig({ patienceMs: PATIENCE_MS });
});
afterEach(() => stopUnharmed(rig));

const PATIENCE_MS = LIMITS.patienceMs;
const DAYS = 'dateRange[start]=2026-11-20&dateRange[end]=2026-11-30';
const RANGE = 'startDate=2026-11-01&endDate=2026-11-30';

async function connect(provider: FakeAccount['provider'], name: string): Promise<FakeAccount> {
  const account = fakeAccount(provider, `${name}@x.example`);
  account.calendars[0]!.events.push(timed(`${name} meets`, '2026-11-21T10:00:00Z', 30));
  spreadMessages([account], 1, 1);
  await rig.connect(account);
  return account;
}

/** The response, and how long it took. */
async function timedGet(path: string): Promise<{ data: Json; ms: number }> {
  const began = rig.clock.now();
  const data = dataOf(await rig.api.get(path));
  return { data, ms: rig.clock.now() - began };
}

describe.each(['GOOGLE', 'OFFICE365'] as const)('a %s account that does not respond', (provider) => {
  let slow: FakeAccount;
  const hang = () => {
    rig.fake.plan = always({ kind: 'hang' }, ({ email }) => email === slow.email);
  };
  beforeEach(async () => {
    slow = await connect(provider, 'slow');
    hang();
  });

  test.each([
    ['calendars', '/v2/agenda/calendars', 'calendars', 1],
    ['events', `/v2/agenda/calendar/events?${DAYS}`, 'calendar_events', 1],
    ['e-mails', '/v2/agenda/email/messages?folder=all', 'email_messages', 1],
  ])("delays the other accounts' %s by at most three seconds", async (_, path, list, count) => {
    await connect('GOOGLE', 'quick');
    const { data, ms } = await timedGet(path);
    expect([data[list].length, data.warnings[0]]).toEqual([count, `account:${slow.email}: timeout`]);
    expect(ms).toBeLessThanOrEqual(PATIENCE_MS);
  });

  test("delays a timeline's notes by at most three seconds", async () => {
    await makeNote(rig.api, { note: 'Met', event_time: '2026-11-19T10:00:00Z' });
    const { data, ms } = await timedGet(`/v2/timeline?${RANGE}`);
    expect(data.items.map(({ type }: Json) => type)).toEqual(['note']);
    expect(data.warnings).toContain(`account:${slow.email}: timeout`);
    expect(ms).toBeLessThanOrEqual(PATIENCE_MS);
  });

  test('delays a briefing by at most three seconds, even as the only account', async () => {
    const { data, ms } = await timedGet('/v2/briefing');
    expect(JSON.stringify(data)).toContain(`account:${slow.email}: timeout`);
    expect(ms).toBeLessThanOrEqual(2 * PATIENCE_MS);
  });

  test('delays a list without other accounts', async () => {
    const began = rig.clock.now();
    const answer = await rig.api.get(`/v2/agenda/calendar/events?${DAYS}`);
    expect([answer.status, answer.body.error.details.accounts]).toEqual([
      503,
      [{ account: slow.email, reason: 'timeout' }],
    ]);
    expect(rig.clock.now() - began).toBeGreaterThan(PATIENCE_MS);
  });

  test('gets no more requests after its list is returned', async () => {
    await connect('GOOGLE', 'quick');
    let asked = 0;
    rig.fake.plan = ({ email }) => {
      if (email !== slow.email) return undefined;
      asked++;
      return { kind: 'hang' };
    };
    await rig.api.get(`/v2/agenda/calendar/events?${DAYS}`);
    const before = asked;
    rig.clock.advance(60_000);
    await rig.api.get('/v2/contacts');
    expect([before, asked]).toEqual([1, 1]);
  });
});
