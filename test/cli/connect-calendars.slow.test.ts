import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accountsOf, connectingForFile } from '../support/connecting.ts';
import { openDatabase } from '../support/database.ts';
import { dataOf, type Json } from '../support/people.ts';
import { moreCalendar } from '../support/providers/data.ts';
import { type SecretCalendar, startSecretCalendar } from '../support/secret-calendar.ts';
import { temporaryFolder, type User } from '../support/service.ts';

// Selection of an account's calendars, and calendars from a URL or file.

const { service, office, newUser, start, connect } = await connectingForFile();

let ann: User;
beforeEach(async () => {
  ann = await newUser();
});

test('kith calendars lists calendars, and selects them by name', async () => {
  office.calendars.push(moreCalendar('AAA', { name: 'Birthdays', canEdit: false }));
  await connect(office, ['microsoft']);
  const run = async (...args: string[]) => (await start('calendars', ...args)).ended;
  const main = office.calendars[0]!.id;
  expect((await run()).stdout).toBe(
    `[x] ${main}  (${office.email}, primary, read only)\n[ ] Birthdays  (${office.email}, birthdays, read only)\n`,
  );
  const chosen = await run('--show', 'birthdays', '--hide', main, '--json');
  expect(JSON.parse(chosen.stdout).calendars.map(({ selected }: Json) => selected)).toEqual([false, true]);
  expect((await run()).stdout).toMatch(/^\[ \] .*\n\[x\] Birthdays/);
  const unknown = await run('--hide', 'Birthday');
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('Birthdays')]);
  office.calendars.pop();
});

describe('a calendar from a URL', () => {
  let calendar: SecretCalendar;
  beforeAll(async () => {
    calendar = await startSecretCalendar('Chess');
  });
  afterAll(() => calendar.close());
  const weeks = '/v2/agenda/calendar/events?dateRange[start]=2026-11-20&dateRange[end]=2026-12-20';

  test('is read, with its recurrence, and fetched again only after a change', async () => {
    const { stdout } = await (await start('connect', 'ics', calendar.address)).ended;
    expect(stdout).toBe('Club is connected: read_calendar.\n');
    const titles = async () =>
      dataOf(await ann.get(weeks)).calendar_events.map((one: Json) => [one.summaryOfEvent, one.dateTime]);
    const times = ['2026-11-23T18:00:00.000Z', '2026-11-30T18:00:00.000Z', '2026-12-07T18:00:00.000Z'];
    calendar.given = 0;
    expect(await titles()).toEqual(times.map((time) => ['Chess', time]));
    expect(await titles()).toHaveLength(3);
    expect(calendar.given).toBe(1);
    calendar.title = 'Go';
    expect(await titles()).toEqual(times.map((time) => ['Go', time]));
    const write = await ann.post('/v2/agenda/calendar/events', { summary: 'A', start_date: '2026-12-01' });
    expect([write.status, write.body.error.code]).toEqual([403, 'Forbidden']);
    const one = dataOf(await ann.get(weeks)).calendar_events[1];
    expect(
      dataOf(await ann.get(`/v2/agenda/calendar/events/${encodeURIComponent(one.providerId)}`)).calendar_event,
    ).toEqual({ ...one, recurrenceRule: 'FREQ=WEEKLY;COUNT=3' });
    // If the source disappears, the account needs reconnecting. Once it is back, the account works again.
    calendar.title = 'withdrawn';
    expect((await ann.get(weeks)).status).toBe(503);
    expect(await accountsOf(ann)).toMatchObject([{ status: 'reconnect_required' }]);
    calendar.title = 'Go';
    expect(await titles()).toHaveLength(3);
    expect(await accountsOf(ann)).toMatchObject([{ status: 'connected' }]);
  });

  test.each<[() => string, string]>([
    [() => `${calendar.address}x`, 'Access to this address is denied'],
    [() => calendar.address.replace('127.0.0.1', 'localhost').replace('http:', 'https:'), 'Could not connect'],
    [() => 'package.json', 'not a calendar'],
    [() => 'test', 'cannot be read'],
    [() => 'no-such-file.ics', 'does not exist'],
    [() => 'C:\\no-such-file.ics', 'does not exist'],
    [() => 'http://example.com/secret/a.ics', 'https://'],
  ])('is rejected with a reason, without its URL, if the source is no calendar: %#', async (target, reason) => {
    const { code, stderr } = await (await start('connect', 'ics', target())).ended;
    expect([code, stderr.includes('secret/')]).toEqual([2, false]);
    expect(stderr).toContain(reason);
  });
});

describe('a local calendar', () => {
  const folder = temporaryFolder();
  const file = join(folder.path, 'Bin Days.ics');
  beforeAll(() => writeFileSync(file, 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:a\r\nEND:VCALENDAR\r\n'));
  afterAll(() => folder.remove());
  const names = async () => (await accountsOf(ann)).map(({ email }) => email);

  test('keeps the given name in its case, and is found in any case', async () => {
    await (await start('connect', 'ics', file, '--name', 'Chess Club')).ended;
    await (await start('connect', 'ics', file, '--name', 'CHESS club')).ended;
    expect(await names()).toEqual(['CHESS club']);
    const gone = await (await start('disconnect', 'chess CLUB')).ended;
    expect([gone.code, gone.stdout, await names()]).toEqual([0, 'CHESS club is disconnected.\n', []]);
  });

  test('without a name uses its file name', async () => {
    await (await start('connect', 'ics', file)).ended;
    expect(await names()).toEqual(['Bin Days']);
    expect(await (await start('disconnect', 'bin days')).ended).toMatchObject({ code: 0 });
    expect(await names()).toEqual([]);
  });

  test('connected without a name uses its provider', async () => {
    await (await start('connect', 'ics', file)).ended;
    const database = openDatabase(service.dataDir);
    database.all("update connected_accounts set email = '' returning id");
    database.close();
    const { stdout } = await (await start('accounts')).ended;
    expect(stdout).toContain('kith disconnect --provider ics');
    expect(await (await start('disconnect', '--provider', 'yahoo')).ended).toMatchObject({ code: 2 });
    expect(await (await start('disconnect', '--provider', 'ics')).ended).toMatchObject({ code: 0 });
    expect(await names()).toEqual([]);
  });
});
