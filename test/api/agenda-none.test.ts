import { expect, test } from 'vitest';
import { serviceForFile } from '../support/file-service.ts';
import { dataOf, fieldsOf } from '../support/people.ts';

// Agenda responses for a user without connected accounts (docs/api/agenda.md#several-accounts).

const { ada } = await serviceForFile();

const EVENTS = '/v2/agenda/calendar/events';
const TIMES = { start_datetime: '2026-12-01T09:00:00Z', end_datetime: '2026-12-01T10:00:00Z' };

test('returns empty lists with one warning', async () => {
  const nothing = { pagination: { nextCursor: null, count: 0 }, warnings: [expect.stringContaining('connected')] };
  expect(dataOf(await ada.get('/v2/agenda/email/messages'))).toEqual({ email_messages: [], ...nothing });
  expect(dataOf(await ada.get(EVENTS))).toEqual({ calendar_events: [], ...nothing });
  expect(dataOf(await ada.get('/v2/agenda/accounts'))).toEqual({ accounts: [] });
});

test('returns 409 no_connected_account for one event, whatever its id', async () => {
  for (const answer of [
    await ada.get(`${EVENTS}/any.ID_of-a provider`),
    await ada.post(EVENTS, { summary: 'Lunch', ...TIMES }),
    await ada.call('PATCH', `${EVENTS}/x`, { summary: 'Dinner' }),
    await ada.call('DELETE', `${EVENTS}/x`),
  ])
    expect([answer.status, answer.body.error.code]).toEqual([409, 'no_connected_account']);
});

test.each([
  [{}, ['start_datetime', 'summary']],
  [{ summary: ' ', ...TIMES }, ['summary']],
  [{ summary: 'A', start_datetime: TIMES.start_datetime }, ['end_datetime']],
  [{ summary: 'A', ...TIMES, start_date: '2026-12-01' }, ['start_date']],
  [{ summary: 'A', ...TIMES, end_datetime: '2026-12-01T08:59:00Z' }, ['end_datetime']],
  [{ summary: 'A', start_datetime: '2026-12-01T09:00:00', end_datetime: '2026-12-01T10:00:00Z' }, ['start_datetime']],
  [{ summary: 'A', ...TIMES, time_zone: 'Mars/Olympus' }, ['time_zone']],
  [{ summary: 'A', start_date: '2026-12-01', end_date: '2026-12-01' }, ['end_date']],
  [{ summary: 'A', end_date: '2026-12-01' }, ['start_date']],
  [{ summary: 'A', ...TIMES, attendees: [{ email: 'nobody' }] }, ['attendees[0].email']],
  [
    { summary: 'A', ...TIMES, attendees: Array.from({ length: 101 }, (_, n) => ({ email: `a${n}@example.com` })) },
    ['attendees'],
  ],
])('returns 400 for an invalid event before anything else: %o', async (event, fields) => {
  const answer = await ada.post(EVENTS, event);
  expect([answer.status, Object.keys(fieldsOf(answer)).sort()]).toEqual([400, fields]);
});

test('requires a change to change something, and times to come in pairs', async () => {
  for (const [change, field] of [
    [{ account_email: 'ada@example.com' }, 'body'],
    [{ send_invitations: true }, 'body'],
    [{ end_datetime: TIMES.end_datetime }, 'start_datetime'],
  ] as const) {
    const answer = await ada.call('PATCH', `${EVENTS}/x`, change);
    expect([answer.status, Object.keys(fieldsOf(answer))]).toEqual([400, [field]]);
  }
});

test('validates limits, folders, ranges, and cursors', async () => {
  for (const [path, field] of [
    ['/v2/agenda/email/messages?limit=101', 'limit'],
    ['/v2/agenda/email/messages?folder=spam', 'folder'],
    ['/v2/agenda/email/messages?cursor=made-up', 'cursor'],
    ['/v2/agenda/email/messages?dateRange[start]=2026-12-02&dateRange[end]=2026-12-01', 'dateRange.end'],
    [`${EVENTS}?limit=251`, 'limit'],
    [`${EVENTS}?dateRange[start]=soon`, 'dateRange.start'],
    [`${EVENTS}?dateRange[start]=2026-12-02&dateRange[end]=2026-12-01`, 'dateRange.end'],
    [`${EVENTS}?dateRange[start]=2020-01-01&dateRange[end]=2026-12-01`, 'dateRange.end'],
    [`${EVENTS}?cursor=x`, 'cursor'],
    [`${EVENTS}/x?dryRun=true`, 'dryRun'],
  ]) {
    const answer = await ada.get(path!);
    expect([path, answer.status, Object.keys(fieldsOf(answer))]).toEqual([path, 400, [field]]);
  }
});

test('offers no dry run for a write at a provider', async () => {
  const answer = await ada.post(`${EVENTS}?dryRun=true`, { summary: 'Lunch', ...TIMES });
  expect([answer.status, Object.keys(fieldsOf(answer))]).toEqual([400, ['dryRun']]);
});
