import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { latestLines } from '../../src/identity/users/security-log.ts';
import { withData } from '../support/browser.ts';
import { dataOf } from '../support/people.ts';
import { type SecretCalendar, startSecretCalendar } from '../support/secret-calendar.ts';
import { type RunningService, startService, type User } from '../support/service.ts';

// Connecting a calendar by its address and disconnecting accounts, over REST.

const ACCOUNTS = '/v2/agenda/accounts';

let service: RunningService;
let calendar: SecretCalendar;
let ada: User;
let bob: User;
beforeAll(async () => {
  calendar = await startSecretCalendar('Chess');
  service = await startService(undefined, { KITH_PRIVATE_HOSTS: '127.0.0.1' });
  [ada, bob] = [await service.user(), await service.user()];
});
afterAll(async () => {
  await service.stop();
  await calendar.close();
});

const accountsOf = async (user: User) => dataOf(await user.get(ACCOUNTS)).accounts;

test('connects a calendar, reads it, and disconnects it', async () => {
  const key = randomUUID();
  const connected = await ada.post(ACCOUNTS, { address: calendar.address, name: 'Club' }, { key });
  expect(connected.status).toBe(201);
  const { account } = dataOf(connected);
  const known = { email: 'Club', provider: 'ICS', status: 'connected', capabilities: ['read_calendar'] };
  expect(account).toEqual({ id: expect.any(String), ...known });
  expect(JSON.stringify(connected.body)).not.toContain(calendar.address);
  expect((await ada.post(ACCOUNTS, { address: calendar.address, name: 'Club' }, { key })).body).toEqual(connected.body);
  expect(await accountsOf(ada)).toEqual([account]);
  const range = 'dateRange[start]=2026-11-20&dateRange[end]=2026-12-20';
  const { calendar_events } = dataOf(await ada.get(`/v2/agenda/calendar/events?${range}`));
  expect(calendar_events).toMatchObject([{ summaryOfEvent: 'Chess' }, {}, {}]);

  expect(await accountsOf(bob)).toEqual([]);
  expect((await bob.call('DELETE', `${ACCOUNTS}/${account.id}`)).status).toBe(404);
  expect(dataOf(await ada.call('DELETE', `${ACCOUNTS}/${account.id}`))).toEqual({
    ...{ account, permission: 'none', revoke_pages: [] },
  });
  expect(await accountsOf(ada)).toEqual([]);
  expect((await ada.call('DELETE', `${ACCOUNTS}/${account.id}`)).status).toBe(404);
  const lines = await withData(service, ({ store }) => latestLines(store, ada.id, { take: 50 }));
  const events = lines.map(({ event }) => event).filter((event) => event.startsWith('account.'));
  expect(events).toEqual(['account.disconnected', 'account.connected']);
});

test.each([
  ['a file', '/etc/hostname', 'must begin with https://'],
  ['a file URL', 'file:///etc/hostname', 'must begin with https://'],
  ['a private network', 'https://10.0.0.1/calendar.ics', 'Could not connect to this address'],
  ['an address without a calendar', () => `${calendar.address}x`, 'Access to this address is denied'],
])('refuses %s', async (_, given, message) => {
  const address = typeof given === 'string' ? given : given();
  const refused = await ada.post(ACCOUNTS, { address });
  expect([refused.status, refused.body.error.message]).toEqual([400, expect.stringContaining(message)]);
  expect(await accountsOf(ada)).toEqual([]);
});
