import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENDLESS, ENDLESS_READING } from '../support/endless-reading.ts';
import { loopProbe, MAX_STRETCH_MS, pollWhile } from '../support/loop-probe.ts';
import { dataOf } from '../support/people.ts';
import { calendarOf as calendar, eventOf as event, type Publisher, publisher } from '../support/published-calendars.ts';
import { type RunningService, startService, type User } from '../support/service.ts';

// Published calendars may slow down only their own request. They are read through the service on a socket while a
// second user sends requests.

const PATH = '/v2/agenda/calendar/events?dateRange[start]=2026-11-20&dateRange[end]=2026-11-27&limit=50';

const lines = (count: number, line: (number: number) => string) => Array.from({ length: count }, (_, at) => line(at));
const zone = (name: string, rule: string) =>
  [
    ...['BEGIN:VTIMEZONE', `TZID:${name}`, 'BEGIN:STANDARD', 'DTSTART:19700101T000000', 'TZOFFSETFROM:+0200'],
    ...['TZOFFSETTO:+0100', `RRULE:${rule}`, 'END:STANDARD', 'END:VTIMEZONE'],
  ].join('\r\n');
const seen = event('seen', 'DTSTART:20261121T090000Z', 'DTEND:20261121T100000Z');

/** Calendars that once blocked the service for seconds, minutes, or forever. The response lists everything readable. */
const CORPUS: Record<string, () => string> = {
  'a zone that changes each hour': () =>
    calendar(zone('X', 'FREQ=HOURLY'), event('in', 'DTSTART;TZID=X:20261121T090000'), seen),
  'a zone that changes each minute': () =>
    calendar(zone('X', 'FREQ=MINUTELY'), event('in', 'DTSTART;TZID=X:20261121T090000'), seen),
  'a hundred such zones': () =>
    calendar(
      ...lines(100, (at) => zone(`X${at}`, 'FREQ=DAILY')),
      ...lines(500, (at) => event(`e${at}`, `DTSTART;TZID=X${at % 100}:20250101T090000`)),
      seen,
    ),
  'events that never end, behind a broken line': () => calendar('nonsense', ...lines(40_000, () => 'BEGIN:VEVENT')),
  'a line of a hundred thousand parameters': () =>
    calendar(event('in', `ATTENDEE${';A=b'.repeat(100_000)}:mailto:a@b.example`), seen),
  'rules that never come true': () =>
    calendar(
      ...lines(300, (at) =>
        event(`e${at}`, 'DTSTART:20210201T000000Z', 'RRULE:FREQ=MONTHLY;INTERVAL=48;BYDAY=5MO', 'DURATION:PT1H'),
      ),
      seen,
    ),
  'a text that swells with each occurrence': () =>
    calendar(
      event('in', 'DTSTART:20200101T090000Z', 'RRULE:FREQ=HOURLY', `DESCRIPTION:${'<!--'.repeat(100_000)}`),
      seen,
    ),
  'twenty thousand events in the window': () =>
    calendar(...lines(20_500, (at) => event(`e${at}`, 'DTSTART:20261121T120000Z', `SUMMARY:${at}`))),
};

let published: Publisher;
beforeAll(async () => {
  published = await publisher();
});
afterAll(() => published.close());

const connect: Publisher['connect'] = (...what) => published.connect(...what);

describe('a malicious calendar returns its readable events, and delays no other user', () => {
  const probe = loopProbe();
  let service: RunningService;
  let other: User;
  beforeAll(async () => {
    service = await startService(undefined, probe.env);
    other = await service.user();
    // A harmless calendar first, because the first read also loads code.
    const first = await service.user();
    await connect(service, first, 'fine', calendar(seen));
    expect(dataOf(await first.get(PATH)).calendar_events).toHaveLength(1);
  });
  afterAll(() => service.stop());

  test.each(Object.entries(CORPUS))('%s', async (name, text) => {
    const user = await service.user();
    await connect(service, user, name, text());
    await connect(service, user, 'fine', calendar(seen));
    await probe.longest();
    let answer: Awaited<ReturnType<User['get']>> | undefined;
    // On a busy computer, the harmless calendar, read second, may exceed the time limit of one request.
    const isIn = () => !answer!.body.data?.warnings.some((line: string) => line.startsWith('account:fine: '));
    await pollWhile(other, async () => {
      do answer = await user.get(PATH);
      while (answer.status === 200 && !isIn());
    });
    expect(await probe.longest()).toBeLessThan(MAX_STRETCH_MS);
    expect(answer!.status).toBe(200);
    const { calendar_events: events, warnings } = answer!.body.data;
    expect(events.map(({ iCalUID }: { iCalUID: string }) => iCalUID)).toContain('seen');
    expect(warnings.filter((line: string) => line.startsWith(`account:${name}: `))).toHaveLength(1);
  });
});

test.each([
  ['time', ENDLESS_READING, 1, 'timeout'],
  ['memory', { KITH_READ_MEGABYTES: '12', KITH_READ_SECONDS: '3600' }, 60_000, 'truncated'],
])(
  'stops a read that takes more %s than allowed, reports it, and completes the next one',
  async (_, env, events, reason) => {
    const service = await startService(undefined, env);
    try {
      const user = await service.user();
      const large = calendar(
        ...lines(events, (at) => event(`e${at}`, 'DTSTART:20261121T120000Z', `SUMMARY:${ENDLESS}`)),
      );
      await connect(service, user, 'large', large);
      expect((await user.get(PATH)).status).toBe(503);
      await connect(service, user, 'fine', calendar(seen));
      for (const _again of [1, 2]) {
        const { status, body } = await user.get(PATH);
        expect([status, body.data.warnings]).toEqual([200, [`account:large: ${reason}`]]);
        expect(body.data.calendar_events).toHaveLength(1);
      }
    } finally {
      await service.stop();
    }
  },
);
