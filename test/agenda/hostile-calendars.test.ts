import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openData } from '../../src/service/data.ts';
import { saveAccount } from '../../src/service/providers/accounts/connect.ts';
import { ENDLESS, ENDLESS_READING } from '../support/endless-reading.ts';
import { engineSettings } from '../support/engine.ts';
import { LONGEST_STRETCH_MS, loopProbe, pollWhile } from '../support/loop-probe.ts';
import { dataOf } from '../support/people.ts';
import { type RunningService, startService, type User } from '../support/service.ts';

// What strangers publish costs its own request alone: read through the service on a socket, with a second user asking.

const PATH = '/v2/agenda/calendar/events?dateRange[start]=2026-11-20&dateRange[end]=2026-11-27&limit=50';

const lines = (count: number, line: (number: number) => string) => Array.from({ length: count }, (_, at) => line(at));
const calendar = (...content: string[]) => ['BEGIN:VCALENDAR', 'VERSION:2.0', ...content, 'END:VCALENDAR'].join('\r\n');
const event = (uid: string, ...content: string[]) =>
  ['BEGIN:VEVENT', `UID:${uid}`, ...content, 'END:VEVENT'].join('\r\n');
const zone = (name: string, rule: string) =>
  [
    ...['BEGIN:VTIMEZONE', `TZID:${name}`, 'BEGIN:STANDARD', 'DTSTART:19700101T000000', 'TZOFFSETFROM:+0200'],
    ...['TZOFFSETTO:+0100', `RRULE:${rule}`, 'END:STANDARD', 'END:VTIMEZONE'],
  ].join('\r\n');
const seen = event('seen', 'DTSTART:20261121T090000Z', 'DTEND:20261121T100000Z');

/** What was seen to hold the service for seconds and minutes, or for ever: the answer shows what can be read of it. */
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

let served = new Map<string, string>();
let publisher: Server;
let address: string;
beforeAll(async () => {
  served = new Map();
  publisher = createServer(({ url }, answer) => answer.end(served.get(url!)));
  await new Promise<void>((resolve) => publisher.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(publisher.address() as AddressInfo).port}`;
});
afterAll(() => void publisher.close());

/** Connects a calendar as `kith connect ics` leaves it, which would refuse some of these. */
async function connect(service: RunningService, user: User, name: string, text: string): Promise<void> {
  const path = `/${encodeURIComponent(name)}`;
  served.set(path, text);
  const { KITH_SECRET, KITH_DATABASE_URL } = { ...process.env, ...(await engineSettings(service.dataDir)) };
  const data = openData(service.dataDir, KITH_SECRET, KITH_DATABASE_URL);
  const credentials = { kind: 'ics', url: `${address}${path}` } as const;
  const account = { provider: 'ICS', email: name, capabilities: ['read_calendar'], credentials } as const;
  await saveAccount(data, user.id, { ...account, capabilities: [...account.capabilities] });
  await data.store.close();
}

describe('a calendar made to do harm is answered for what it is, and nobody else waits', () => {
  const probe = loopProbe();
  let service: RunningService;
  let other: User;
  beforeAll(async () => {
    service = await startService(undefined, probe.env);
    other = await service.user();
    // What starts with the first reading is loaded by a calendar of no harm.
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
    await pollWhile(other, async () => {
      answer = await user.get(PATH);
    });
    expect(await probe.longest()).toBeLessThan(LONGEST_STRETCH_MS);
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
  'a reading that takes more %s than it may is ended, told, and the next one is answered',
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
