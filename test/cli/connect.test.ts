import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect as connectTo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openData } from '../../src/service/data.ts';
import { openDatabase } from '../support/database.ts';
import { engineSettings } from '../support/engine.ts';
import { dataOf, type Json } from '../support/people.ts';
import { fakeAccount, MARKER, moreCalendar, spreadMessages, timed } from '../support/providers/data.ts';
import { FakeProviders } from '../support/providers/fake-providers.ts';
import { always, type Fault, type Seen } from '../support/providers/faults.ts';
import { CLI, type RunningService, startService, temporaryFolder, type User } from '../support/service.ts';
import { testOnce } from '../support/test-once.ts';

// Connecting accounts with the built binary, and reading them through the service on a socket.

let fake: FakeProviders;
let service: RunningService;
let env: Record<string, string>;
const google = fakeAccount('GOOGLE', 'ann@gmail.example');
const office = fakeAccount('OFFICE365', 'ann@office.example');

beforeAll(async () => {
  fake = await new FakeProviders().start();
  fake.accounts.push(google, office);
  fake.deviceOwner = office.email;
  spreadMessages([google, office], 12, 1);
  for (const { calendars } of fake.accounts)
    calendars[0]!.events.push(timed('standup', new Date(Date.now() + 3_600_000).toISOString(), 30));
  env = {
    KITH_GOOGLE_URL: fake.url,
    KITH_MICROSOFT_URL: fake.url,
    KITH_GOOGLE_CLIENT_ID: 'desktop client',
    KITH_GOOGLE_CLIENT_SECRET: 'no secret at all',
    KITH_MICROSOFT_CLIENT_ID: 'public client',
  };
  service = await startService(undefined, env);
});
afterAll(async () => {
  await service.stop();
  await fake.stop();
  expect(fake.violations).toEqual([]);
});

let ann: User;
beforeEach(async () => {
  ann = await service.user();
});

interface Run {
  child: ChildProcess;
  /** What was printed so far, once it has what `looked` finds. */
  says(looked: RegExp): Promise<RegExpExecArray>;
  ended: Promise<{ code: number | null; stdout: string; stderr: string }>;
}

/** The binary, with its output as it comes. */
async function start(...args: string[]): Promise<Run> {
  const settings = { ...(await engineSettings(service.dataDir)), KITH_DATA_DIR: service.dataDir };
  const child = spawn(process.execPath, [CLI, ...args, '--user', ann.email], {
    env: { ...process.env, ...settings, ...env },
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  return {
    child,
    async says(looked) {
      for (;;) {
        const found = looked.exec(stdout);
        if (found) return found;
        if (child.stdout.closed) throw new Error(`ended before it said ${looked}: ${stdout}${stderr}`);
        await Promise.race([once(child.stdout, 'data'), once(child, 'close')]);
      }
    },
    ended: once(child, 'close').then(([code]) => ({ code: code as number | null, stdout, stderr })),
  };
}

const SIGN_IN = /^(http\S+[?&]state=\S+)$/m;

/** Goes the way of the browser: agrees at the provider and is sent back to kith. */
async function connect(account: { email: string }, args: string[], scope?: string) {
  const run = await start('connect', ...args);
  const [, url] = await run.says(SIGN_IN);
  const back = fake.oauth.agree(url!, account.email, scope);
  await fetch(back.href.replace('localhost', '127.0.0.1'));
  return { ...(await run.ended), url: url! };
}

const accountsOf = async (user: User): Promise<Json[]> => dataOf(await user.get('/v2/agenda/accounts')).accounts;

test('google and microsoft: sign in, see the accounts, read them, disconnect', async () => {
  const first = await connect(google, ['google']);
  expect([first.code, first.stdout]).toEqual([
    0,
    expect.stringContaining('ann@gmail.example is connected: read_email, read_calendar.'),
  ]);
  const asked = new URL(first.url).searchParams;
  expect(asked.get('scope')).not.toMatch(/calendar\.events( |$)/);
  expect([asked.get('code_challenge_method'), asked.get('access_type')]).toEqual(['S256', 'offline']);
  const second = await connect(office, ['microsoft', '--write']);
  expect(second.stdout).toContain('read_email, read_calendar, write_calendar');
  expect(await accountsOf(ann)).toEqual([
    { email: google.email, provider: 'GOOGLE', status: 'connected', capabilities: ['read_email', 'read_calendar'] },
    {
      email: office.email,
      provider: 'OFFICE365',
      status: 'connected',
      capabilities: ['read_email', 'read_calendar', 'write_calendar'],
    },
  ]);
  expect(dataOf(await ann.get('/v2/agenda/email/messages')).email_messages).toHaveLength(12);
  expect(dataOf(await ann.get('/v2/agenda/calendar/events')).calendar_events).toHaveLength(2);
  const listed = await (await start('accounts', '--json')).ended;
  expect(JSON.parse(listed.stdout)).toEqual(await accountsOf(ann));
  const stranger = await service.user();
  expect([await accountsOf(stranger), dataOf(await stranger.get('/v2/agenda/email/messages')).email_messages]).toEqual([
    [],
    [],
  ]);

  const gone = await (await start('disconnect', google.email)).ended;
  expect(gone.stdout).toContain('taken back at the provider');
  expect(fake.oauth.grants.some(({ email }) => email === google.email)).toBe(false);
  expect((await accountsOf(ann)).map(({ email }) => email)).toEqual([office.email]);
});

testOnce('what the person unticks is not there; connecting again renews the one account', async () => {
  const { stdout } = await connect(google, ['google'], 'https://www.googleapis.com/auth/gmail.readonly');
  expect(stdout).toContain('is connected: read_email.');
  expect(dataOf(await ann.get('/v2/agenda/calendar/events')).warnings).toEqual([
    expect.stringContaining('no calendar'),
  ]);
  await connect(google, ['google', '--write']);
  expect(await accountsOf(ann)).toMatchObject([{ capabilities: ['read_email', 'read_calendar', 'write_calendar'] }]);
});

testOnce('a foreign answer is turned away and disturbs nothing; a declined sign-in is told', async () => {
  const run = await start('connect', 'google');
  const [, url] = await run.says(SIGN_IN);
  const back = fake.oauth.agree(url!, google.email);
  for (const [name, value] of [
    ['state', 'forged'],
    ['state', ''],
  ] as const) {
    const forged = new URL(back);
    forged.searchParams.set(name, value);
    expect((await fetch(forged)).status).toBe(404);
  }
  // No browser sends this: it is not an address.
  const socket = connectTo(Number(back.port), '127.0.0.1');
  socket.end('GET //[ HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n').resume();
  await once(socket, 'close');
  expect(await accountsOf(ann)).toEqual([]);
  const taken = await fetch(back);
  expect(taken.status).toBe(200);
  // The address of this page holds the code: no browser tells it onwards or keeps it.
  expect([taken.headers.get('referrer-policy'), taken.headers.get('cache-control')]).toEqual([
    'no-referrer',
    'no-store',
  ]);
  expect(await run.ended).toMatchObject({ code: 0 });
  // The code was used, and its answer is over.
  expect(
    fake.oauth.token(new URLSearchParams({ grant_type: 'authorization_code', code: back.searchParams.get('code')! })),
  ).toMatchObject({ status: 400 });
  const pasted = await start('connect', 'google', '--paste');
  await pasted.says(SIGN_IN);
  pasted.child.stdin!.write(`${back.href}\n`);
  expect(await pasted.ended).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('not the answer to this sign-in'),
  });
  const declined = await start('connect', 'google');
  const [, other] = await declined.says(SIGN_IN);
  const no = new URL(fake.oauth.agree(other!, google.email));
  no.searchParams.delete('code');
  no.searchParams.set('error', 'access_denied');
  await fetch(no);
  expect(await declined.ended).toMatchObject({ code: 1, stderr: expect.stringContaining('access_denied') });
  expect(await accountsOf(ann)).toHaveLength(1);
});

testOnce('without a browser: the pasted address, and the device code', async () => {
  const pasted = await start('connect', 'google', '--paste');
  const [, url] = await pasted.says(SIGN_IN);
  pasted.child.stdin!.write(`nonsense\n${fake.oauth.agree(url!, google.email).href}\n`);
  expect((await pasted.ended).stdout).toContain('ann@gmail.example is connected');
  const device = await (await start('connect', 'microsoft', '--device')).ended;
  expect(device.stdout).toMatch(/type in ABCD-EFGH[\s\S]*ann@office\.example is connected/);
});

testOnce('a device sign-in outlasts a connection that breaks and a server in trouble', async () => {
  const faults: Fault[] = [{ kind: 'reset' }, { kind: 'status', status: 503 }, { kind: 'html' }, { kind: 'cut' }];
  fake.plan = ({ path }) => (path.endsWith('/token') || path === '/v1.0/me' ? faults.shift() : undefined);
  const device = await (await start('connect', 'microsoft', '--device')).ended;
  fake.plan = () => undefined;
  expect([device.stdout, faults]).toEqual([expect.stringContaining('ann@office.example is connected'), []]);
});

testOnce(
  'a registration for one organization signs in and refreshes there; shared calendars are asked for',
  async () => {
    env.KITH_MICROSOFT_TENANT = 'club.example';
    const { url } = await connect(office, ['microsoft', '--write']);
    delete env.KITH_MICROSOFT_TENANT;
    expect(new URL(url).pathname).toBe('/club.example/oauth2/v2.0/authorize');
    expect(new URL(url).searchParams.get('scope')!.split(' ')).toEqual(
      expect.arrayContaining(['Calendars.ReadWrite', 'Calendars.Read.Shared']),
    );
    fake.oauth.expire(office.email);
    const before = fake.seen.length;
    expect(dataOf(await ann.get('/v2/agenda/email/messages')).warnings).toBeUndefined();
    expect(fake.seen.slice(before).map(({ path }) => path)).toContain('/club.example/oauth2/v2.0/token');
    env.KITH_MICROSOFT_TENANT = '../evil';
    const refused = await (await start('connect', 'microsoft')).ended;
    delete env.KITH_MICROSOFT_TENANT;
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('KITH_MICROSOFT_TENANT')]);
  },
);

testOnce('kith calendars lists them, and chooses by name', async () => {
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

testOnce('an account whose permission is gone says so everywhere, until it is connected again', async () => {
  await connect(google, ['google']);
  await connect(office, ['microsoft']);
  fake.oauth.expire(google.email);
  fake.oauth.revoke(google.email);
  const emails = dataOf(await ann.get('/v2/agenda/email/messages'));
  expect(emails.warnings).toEqual(['account:ann@gmail.example: reconnect_required']);
  expect(emails.email_messages.length).toBe(office.messages.length);
  expect(await accountsOf(ann)).toMatchObject([{ status: 'reconnect_required' }, { status: 'connected' }]);
  expect((await (await start('accounts')).ended).stdout).toContain('must be connected again: kith connect google');
  const asked = fake.seen.length;
  await ann.get('/v2/agenda/email/messages?folder=all');
  expect(fake.seen.slice(asked).some(({ path }) => path === '/token')).toBe(false);
  await connect(google, ['google']);
  expect(await accountsOf(ann)).toMatchObject([{ status: 'connected' }, { status: 'connected' }]);
});

test('tokens are refreshed once, by whichever process comes first, and the rotated one is kept', async () => {
  await connect(office, ['microsoft']);
  const stale = fake.oauth.stale.length;
  const other = await startService(service.dataDir, env);
  const twin = (path: string) =>
    fetch(other.baseUrl + path, { headers: { authorization: `Bearer ${ann.apiKey}` } }).then(({ status }) => status);
  for (let round = 1; round <= 2; round++) {
    fake.oauth.expire(office.email);
    const before = fake.oauth.refreshes;
    const path = '/v2/agenda/email/messages';
    const answers = await Promise.all([ann.get(path), ann.get(path), twin(path), twin(path)]);
    expect(answers.map((answer) => (typeof answer === 'number' ? answer : answer.status))).toEqual([
      200, 200, 200, 200,
    ]);
    expect(fake.oauth.refreshes - before).toBe(1);
  }
  expect(fake.oauth.stale).toHaveLength(stale);

  // One is so slow that another takes its turn, with a refresh token that is spent by then.
  const isRefresh = ({ path }: Seen) => path.endsWith('/token');
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  fake.oauth.expire(office.email);
  const before = fake.oauth.refreshes;
  fake.hold = (seen) => (isRefresh(seen) && fake.oauth.stale.length === stale ? held : undefined);
  const asked = fake.until(isRefresh);
  const slow = ann.get('/v2/agenda/email/messages');
  await asked;
  const database = openDatabase(service.dataDir);
  database.all("update connected_accounts set refresh_until = '2026-01-01' where user_id = ?", ann.id);
  database.close();
  expect(await twin('/v2/agenda/email/messages')).toBe(503);
  release();
  expect([(await slow).status, await twin('/v2/agenda/email/messages')]).toEqual([200, 200]);
  expect(await accountsOf(ann)).toMatchObject([{ status: 'connected' }]);
  expect([fake.oauth.refreshes - before, fake.oauth.stale.length - stale]).toEqual([1, 1]);
  await other.stop();
});

describe('a calendar by its address', () => {
  const calendar = (title: string) =>
    [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'X-WR-CALNAME:Club',
      'BEGIN:VEVENT',
      'UID:1@club',
      'DTSTART;TZID=Europe/Berlin:20261123T190000',
      'DURATION:PT2H',
      'RRULE:FREQ=WEEKLY;COUNT=3',
      `SUMMARY:${title}`,
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ].join('\r\n');
  let server: Server;
  let title = 'Chess';
  let full = 0;
  beforeAll(async () => {
    server = createServer(({ url, headers }, response) => {
      if (url !== '/secret/calendar.ics' || title === 'withdrawn') return response.writeHead(404).end();
      if (headers['if-none-match'] === `"${title}"`) return response.writeHead(304).end();
      full++;
      return response.writeHead(200, { 'content-type': 'text/calendar', etag: `"${title}"` }).end(calendar(title));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => server.close());
  const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret/calendar.ics`;
  const weeks = '/v2/agenda/calendar/events?dateRange[start]=2026-11-20&dateRange[end]=2026-12-20';

  testOnce('is read, with its recurrence, and fetched again only when it changed', async () => {
    const { stdout } = await (await start('connect', 'ics', address())).ended;
    expect(stdout).toBe('Club is connected: read_calendar.\n');
    const titles = async () =>
      dataOf(await ann.get(weeks)).calendar_events.map((one: Json) => [one.summaryOfEvent, one.dateTime]);
    const times = ['2026-11-23T18:00:00.000Z', '2026-11-30T18:00:00.000Z', '2026-12-07T18:00:00.000Z'];
    full = 0;
    expect(await titles()).toEqual(times.map((time) => ['Chess', time]));
    expect(await titles()).toHaveLength(3);
    expect(full).toBe(1);
    title = 'Go';
    expect(await titles()).toEqual(times.map((time) => ['Go', time]));
    const write = await ann.post('/v2/agenda/calendar/events', { summary: 'A', start_date: '2026-12-01' });
    expect([write.status, write.body.error.code]).toEqual([403, 'Forbidden']);
    const one = dataOf(await ann.get(weeks)).calendar_events[1];
    expect(
      dataOf(await ann.get(`/v2/agenda/calendar/events/${encodeURIComponent(one.providerId)}`)).calendar_event,
    ).toEqual({ ...one, recurrenceRule: 'FREQ=WEEKLY;COUNT=3' });
    // Taken away, it is an account to be connected again; back, it is one that is well.
    title = 'withdrawn';
    expect((await ann.get(weeks)).status).toBe(503);
    expect(await accountsOf(ann)).toMatchObject([{ status: 'reconnect_required' }]);
    title = 'Go';
    expect(await titles()).toHaveLength(3);
    expect(await accountsOf(ann)).toMatchObject([{ status: 'connected' }]);
  });

  testOnce.each<[() => string, string]>([
    [() => `${address()}x`, 'Nothing may be read at this address'],
    [() => address().replace('127.0.0.1', 'localhost').replace('http:', 'https:'), 'could not be reached'],
    [() => 'package.json', 'not a calendar'],
    [() => 'test', 'cannot be read'],
    [() => 'no-such-file.ics', 'no such file'],
    [() => 'http://example.com/secret/a.ics', 'https://'],
  ])('a source that is not a calendar is refused with its reason, without its address: %#', async (target, reason) => {
    const { code, stderr } = await (await start('connect', 'ics', target())).ended;
    expect([code, stderr.includes('secret/')]).toEqual([2, false]);
    expect(stderr).toContain(reason);
  });
});

describe('a calendar of this machine', () => {
  const folder = temporaryFolder();
  const file = join(folder.path, 'Bin Days.ics');
  beforeAll(() => writeFileSync(file, 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:a\r\nEND:VCALENDAR\r\n'));
  afterAll(() => folder.remove());
  const names = async () => (await accountsOf(ann)).map(({ email }) => email);

  testOnce('goes by the name it was given, in its case, and is found in any', async () => {
    await (await start('connect', 'ics', file, '--name', 'Chess Club')).ended;
    await (await start('connect', 'ics', file, '--name', 'CHESS club')).ended;
    expect(await names()).toEqual(['CHESS club']);
    const gone = await (await start('disconnect', 'chess CLUB')).ended;
    expect([gone.code, gone.stdout, await names()]).toEqual([0, 'CHESS club is disconnected.\n', []]);
  });

  testOnce('without a name goes by its file', async () => {
    await (await start('connect', 'ics', file)).ended;
    expect(await names()).toEqual(['Bin Days']);
    expect(await (await start('disconnect', 'bin days')).ended).toMatchObject({ code: 0 });
    expect(await names()).toEqual([]);
  });

  testOnce('that was connected without a name goes by its provider', async () => {
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

/** All files below a folder. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesIn(path) : [path];
  });

test('nothing of a message, an event or a token stands in clear: not in the data, the log, a record or a cursor', async () => {
  await connect(google, ['google', '--write']);
  await connect(office, ['microsoft', '--write']);
  const lunch = { summary: `${MARKER} lunch`, description: `${MARKER} text`, start_date: '2026-12-01' };
  for (const account_email of [google.email, office.email]) {
    const made = dataOf(await ann.post('/v2/agenda/calendar/events', { ...lunch, account_email })).calendar_event;
    const path = `/v2/agenda/calendar/events/${encodeURIComponent(made.providerId)}`;
    const moved = { location: `${MARKER} street`, account_email };
    expect((await ann.call('PATCH', path, moved)).status).toBe(200);
    expect((await ann.call('DELETE', path)).status).toBe(200);
  }
  // Writes that fail leave no more behind.
  fake.plan = always({ kind: 'status', status: 507 }, ({ method }) => method === 'POST');
  expect((await ann.post('/v2/agenda/calendar/events', lunch)).status).toBe(503);
  fake.plan = () => undefined;
  const cursors: string[] = [];
  for (const path of ['/v2/agenda/email/messages?limit=3', '/v2/timeline?take=3&sources[0]=emails']) {
    const { nextCursor } = dataOf(await ann.get(`${path}&searchQuery=${MARKER}`)).pagination;
    cursors.push(nextCursor, Buffer.from(nextCursor, 'base64url').toString('latin1'));
  }
  await ann.get('/v2/briefing');

  const database = openDatabase(service.dataDir);
  const rows = [...database.keysOfTables().keys()]
    .map((table) => JSON.stringify(database.all(`select * from ${table}`)))
    .join('\n');
  const records = database.all('select sealed from idempotency_records where user_id = ?', ann.id);
  database.close();
  // Sealed as they are, records of writes hold nothing but where the event is.
  const { KITH_SECRET, KITH_DATABASE_URL } = { ...process.env, ...(await engineSettings(service.dataDir)) };
  const { secret, store } = openData(service.dataDir, KITH_SECRET, KITH_DATABASE_URL);
  await store.close();
  const opened = records.map(({ sealed }) => JSON.parse(secret.open('idempotency', String(sealed))));
  expect(opened.map((record) => Object.keys(record).sort())).toEqual(Array(6).fill(['account', 'id']));
  const files = filesIn(service.dataDir).map((path) => readFileSync(path, 'latin1'));
  const tokens = fake.oauth.grants.flatMap(({ accessToken, refreshToken }) => [accessToken, refreshToken]);
  for (const text of [rows, JSON.stringify(opened), service.log(), ...cursors, ...files])
    for (const word of [MARKER, 'secret/calendar', ...tokens]) expect(text.includes(word), word).toBe(false);
});
