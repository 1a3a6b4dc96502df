import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AgendaRig, agendaRig } from '../support/agenda.ts';
import { dataOf, type Json } from '../support/people.ts';
import { fakeAccount, spreadMessages, timed } from '../support/providers/data.ts';
import { always, atNumber, type Fault } from '../support/providers/faults.ts';
import { stopUnharmed } from '../support/stop-unharmed.ts';

let rig: AgendaRig;
beforeEach(async () => {
  rig = await agendaRig();
});
afterEach(() => stopUnharmed(rig));

const EMAILS = '/v2/agenda/email/messages?limit=100';
const EVENTS = '/v2/agenda/calendar/events?dateRange[start]=2026-11-20&dateRange[end]=2026-11-30';
const sick = { GOOGLE: 'sick@gmail.example', OFFICE365: 'sick@office.example' };

/** One failing account, and one working account of the same provider. */
async function connectTwo(provider: 'GOOGLE' | 'OFFICE365') {
  const [ill, well] = [fakeAccount(provider, sick[provider]), fakeAccount(provider, `well@${provider}.example`)];
  spreadMessages([ill, well], 12, 11);
  for (const account of [ill, well])
    account.calendars[0]!.events.push(timed(`meeting of ${account.email}`, '2026-11-24T10:00:00Z', 30));
  await rig.connect(ill);
  await rig.connect(well);
  return { ill, well };
}

const PASSING: [string, Fault][] = [
  ['429 without Retry-After', { kind: 'status', status: 429 }],
  ['429 with Retry-After', { kind: 'status', status: 429, retryAfter: 0.2 }],
  ['403 with a reason of quota', { kind: 'status', status: 403, reason: 'userRateLimitExceeded' }],
  ['401 once', { kind: 'status', status: 401 }],
  ['500', { kind: 'status', status: 500 }],
  ['502', { kind: 'status', status: 502 }],
  ['503', { kind: 'status', status: 503 }],
  ['504', { kind: 'status', status: 504 }],
  ['a reset', { kind: 'reset' }],
  ['a body cut short', { kind: 'cut' }],
  ['bad JSON', { kind: 'not json' }],
  ['a page in place of JSON', { kind: 'html' }],
  ['a body without end', { kind: 'huge' }],
  ['no answer', { kind: 'hang' }],
];

describe.each(['GOOGLE', 'OFFICE365'] as const)('%s', (provider) => {
  test.each(PASSING)('recovers from %s without a warning', async (_, fault) => {
    const { ill, well } = await connectTwo(provider);
    // The first request, and one in the middle.
    for (const number of [0, 2]) {
      rig.fake.plan = atNumber(number, fault, ({ email }) => email === ill.email);
      const { email_messages, warnings } = dataOf(await rig.api.get(EMAILS));
      expect([warnings, email_messages.length]).toEqual([undefined, ill.messages.length + well.messages.length]);
      const events = dataOf(await rig.api.get(EVENTS));
      expect([events.warnings, events.calendar_events.length]).toEqual([[], 2]);
      for (const { id } of ill.messages) expect(email_messages.map((one: Json) => one.providerId)).toContain(id);
    }
  });

  test.each([
    ['rate_limited(retry_after=30)', { kind: 'status', status: 429, retryAfter: 30 }],
    ['rate_limited(retry_after=900)', { kind: 'status', status: 429, retryAfter: 31_536_000 }],
    ['timeout', { kind: 'hang' }],
    ['unavailable', { kind: 'status', status: 500 }],
    ['unavailable', { kind: 'not json' }],
    ['reconnect_required', { kind: 'status', status: 401 }],
    ['forbidden', { kind: 'status', status: 403 }],
  ] as [string, Fault][])(
    'turns a lasting failure into a warning %s, and reads the other account',
    async (reason, fault) => {
      const { ill, well } = await connectTwo(provider);
      rig.fake.plan = always(fault, ({ email }) => email === ill.email);
      const warning = `account:${ill.email}: ${reason}`;
      const emails = dataOf(await rig.api.get(EMAILS));
      expect([emails.warnings, emails.email_messages.length]).toEqual([[warning], well.messages.length]);
      const events = dataOf(await rig.api.get(EVENTS));
      expect([events.warnings, events.calendar_events.length]).toEqual([[warning], 1]);
    },
  );
});

test.each(['accessNotConfigured', 'SERVICE_DISABLED'])(
  'names an API that is disabled (%s) and where to enable it, without retries',
  async (reason) => {
    const { ill, well } = await connectTwo('GOOGLE');
    const off = { kind: 'status', status: 403, reason } as const;
    rig.fake.plan = always(off, ({ email }) => email === ill.email);
    const emails = dataOf(await rig.api.get(EMAILS));
    const page = 'https://console.cloud.google.com/apis/library';
    expect([emails.warnings, emails.email_messages.length]).toEqual([
      [`account:${ill.email}: api_disabled(Gmail API: enable it at ${page}/gmail.googleapis.com)`],
      well.messages.length,
    ]);
    expect(rig.fake.count(({ email }) => email === ill.email)).toBe(1);
    const events = dataOf(await rig.api.get(EVENTS));
    expect(events.warnings).toEqual([
      `account:${ill.email}: api_disabled(Google Calendar API: enable it at ${page}/calendar-json.googleapis.com)`,
    ]);
    rig.fake.plan = always(off);
    const answer = await rig.api.get(EVENTS);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, null]);
    expect(answer.body.error.hint).toContain('calendar-json.googleapis.com');
    const one = await rig.api.get('/v2/agenda/calendar/events/x');
    expect([one.status, one.body.error.hint]).toEqual([403, expect.stringContaining('calendar-json.googleapis.com')]);
  },
);

test.each(['GOOGLE', 'OFFICE365'] as const)('%s: honors and reports a date in Retry-After', async (provider) => {
  const { ill } = await connectTwo(provider);
  const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toUTCString();
  rig.fake.plan = always({ kind: 'status', status: 429, retryAfter: at(120) }, ({ email }) => email === ill.email);
  const [warning] = dataOf(await rig.api.get(EMAILS)).warnings;
  const seconds = Number(/^account:\S+: rate_limited\(retry_after=(\d+)\)$/.exec(warning)?.[1]);
  expect(seconds).toBeGreaterThan(100);
  expect(seconds).toBeLessThanOrEqual(120);
});

const accounts = async (): Promise<Json[]> => dataOf(await rig.api.get('/v2/agenda/accounts')).accounts;
const stateOf = async (email: string) => (await accounts()).find((one) => one.email === email.toLowerCase())!.status;

test.each(['GOOGLE', 'OFFICE365'] as const)(
  '%s: marks an account whose new token is rejected too, and clears the mark after the next success',
  async (provider) => {
    const { ill, well } = await connectTwo(provider);
    rig.fake.plan = always({ kind: 'status', status: 401 }, ({ email }) => email === ill.email);
    await rig.api.get(EMAILS);
    expect([await stateOf(ill.email), await stateOf(well.email)]).toEqual(['reconnect_required', 'connected']);
    expect(rig.fake.oauth.refreshes).toBe(1);
    // Each later read tries the token once, and requests no other.
    const seen = rig.fake.count(({ email }) => email === ill.email);
    expect(dataOf(await rig.api.get(EVENTS)).warnings).toEqual([`account:${ill.email}: reconnect_required`]);
    expect([rig.fake.oauth.refreshes, rig.fake.count(({ email }) => email === ill.email) - seen]).toEqual([1, 1]);
    rig.fake.plan = () => undefined;
    expect(dataOf(await rig.api.get(EVENTS)).warnings).toEqual([]);
    expect(await stateOf(ill.email)).toBe('connected');
  },
);

test('does not mark a reconnected account when its old tokens are rejected', async () => {
  const { ill } = await connectTwo('GOOGLE');
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  rig.fake.plan = always({ kind: 'status', status: 401 }, ({ email }) => email === ill.email);
  rig.fake.hold = ({ email }) => (email === ill.email && rig.fake.oauth.refreshes === 1 ? held : undefined);
  const looking = rig.api.get(EVENTS);
  await rig.fake.until(({ email }) => email === ill.email && rig.fake.oauth.refreshes === 1);
  await rig.connect(ill);
  release();
  expect(dataOf(await looking).warnings).toEqual([`account:${ill.email}: reconnect_required`]);
  expect(await stateOf(ill.email)).toBe('connected');
});

test('skips a message deleted between listing and reading', async () => {
  const { ill } = await connectTwo('GOOGLE');
  const gone = ill.messages[0]!.id;
  rig.fake.plan = always({ kind: 'status', status: 404 }, ({ path }) => path.endsWith(`/${gone}`));
  const data = dataOf(await rig.api.get(EMAILS));
  expect([data.warnings, data.email_messages.length]).toEqual([undefined, 11]);
});

test('sends Graph at most four requests per mailbox at a time', async () => {
  const account = fakeAccount('OFFICE365', 'busy@office.example');
  spreadMessages([account], 30, 2);
  await rig.connect(account);
  rig.fake.latency = 10;
  const answers = await Promise.all(Array.from({ length: 8 }, () => rig.api.get(`${EMAILS}&folder=all`)));
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
});

test("stays within Gmail's quota costs: a page costs its list and its messages, and a repeat nothing", async () => {
  const account = fakeAccount('GOOGLE', 'ann@gmail.example');
  spreadMessages([account], 40, 3);
  await rig.connect(account);
  await rig.api.get('/v2/agenda/email/messages?limit=10');
  expect(rig.fake.units).toBeLessThanOrEqual(5 + 20 * 12);
  const before = rig.fake.units;
  await rig.api.get('/v2/agenda/email/messages?limit=10');
  expect(rig.fake.units - before).toBe(5);
});

test('reports a used-up quota before exceeding it', async () => {
  await rig.stop();
  rig = await agendaRig({ callMs: 1_500 });
  const account = fakeAccount('GOOGLE', 'ann@gmail.example');
  spreadMessages([account], 400, 3);
  await rig.connect(account);
  let warned: string[] = [];
  let cursor = '';
  const started = rig.clock.now();
  for (let page = 0; page < 4 && warned.length === 0; page++) {
    const answer = await rig.api.get(`${EMAILS}${cursor}`);
    if (answer.status === 503) {
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      warned = ['503'];
    } else {
      warned = answer.body.data.warnings ?? [];
      cursor = `&cursor=${answer.body.data.pagination.nextCursor}`;
    }
  }
  expect(warned).toHaveLength(1);
  // One minute's quota, plus the units that have been refilled since.
  expect(rig.fake.units).toBeLessThanOrEqual(6_000 + (rig.clock.now() - started) / 10);
});

test('keeps a hanging provider from blocking others or the database', async () => {
  const { well } = await connectTwo('OFFICE365');
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  rig.fake.hold = ({ email }) => (email === well.email ? undefined : held);
  const arrived = rig.fake.until(({ email }) => email !== well.email);
  const slow = rig.api.get(EMAILS);
  await arrived;
  expect((await rig.api.get('/v2/contacts')).status).toBe(200);
  expect((await rig.api.post('/v2/contacts', { full_name: 'Meanwhile' })).status).toBe(201);
  release();
  expect((await slow).status).toBe(200);
});
