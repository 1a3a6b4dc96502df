import { once } from 'node:events';
import { connect as connectTo } from 'node:net';
import { beforeEach, expect, test } from 'vitest';
import { accountsOf, connectingForFile, SIGN_IN } from '../support/connecting.ts';
import { dataOf } from '../support/people.ts';
import type { Fault } from '../support/providers/faults.ts';
import type { User } from '../support/service.ts';

// Sign-in at a provider: in a browser, without one, and with failures along the way.

const { fake, service, env, google, office, newUser, start, connect } = await connectingForFile();

let ann: User;
beforeEach(async () => {
  ann = await newUser();
});

test('Google and Microsoft: sign in, list the accounts, read them, disconnect', async () => {
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
  expect(await accountsOf(ann)).toMatchObject([
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
  expect(JSON.parse(listed.stdout)).toEqual((await accountsOf(ann)).map(({ id: _, ...one }) => one));
  const stranger = await service.user();
  expect([await accountsOf(stranger), dataOf(await stranger.get('/v2/agenda/email/messages')).email_messages]).toEqual([
    [],
    [],
  ]);

  const gone = await (await start('disconnect', google.email)).ended;
  expect(gone.stdout).toContain('Revoked its permission at the provider');
  expect(fake.oauth.grants.some(({ email }) => email === google.email)).toBe(false);
  expect((await accountsOf(ann)).map(({ email }) => email)).toEqual([office.email]);
});

test('omits permissions that the person deselects, and renews the one account when it connects again', async () => {
  const { stdout } = await connect(google, ['google'], 'https://www.googleapis.com/auth/gmail.readonly');
  expect(stdout).toContain('is connected: read_email.');
  expect(dataOf(await ann.get('/v2/agenda/calendar/events')).warnings).toEqual([
    expect.stringContaining('no calendar'),
  ]);
  await connect(google, ['google', '--write']);
  expect(await accountsOf(ann)).toMatchObject([{ capabilities: ['read_email', 'read_calendar', 'write_calendar'] }]);
});

test('rejects a foreign callback without disruption, and reports a declined sign-in', async () => {
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
  // No browser sends this, because it is not a URL.
  const socket = connectTo(Number(back.port), '127.0.0.1');
  socket.end('GET //[ HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n').resume();
  await once(socket, 'close');
  expect(await accountsOf(ann)).toEqual([]);
  const taken = await fetch(back);
  expect(taken.status).toBe(200);
  // This page's URL contains the code, so no browser may pass it on or store it.
  expect([taken.headers.get('referrer-policy'), taken.headers.get('cache-control')]).toEqual([
    'no-referrer',
    'no-store',
  ]);
  expect(await run.ended).toMatchObject({ code: 0 });
  // The code was used, and its response has ended.
  expect(
    fake.oauth.token(new URLSearchParams({ grant_type: 'authorization_code', code: back.searchParams.get('code')! })),
  ).toMatchObject({ status: 400 });
  const pasted = await start('connect', 'google', '--paste');
  await pasted.says(SIGN_IN);
  pasted.child.stdin!.write(`${back.href}\n`);
  expect(await pasted.ended).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('does not belong to this sign-in'),
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

test('signs in without a browser by pasted URL, and by device code', async () => {
  const pasted = await start('connect', 'google', '--paste');
  const [, url] = await pasted.says(SIGN_IN);
  pasted.child.stdin!.write(`nonsense\n${fake.oauth.agree(url!, google.email).href}\n`);
  expect((await pasted.ended).stdout).toContain('ann@gmail.example is connected');
  const device = await (await start('connect', 'microsoft', '--device')).ended;
  expect(device.stdout).toMatch(/enter the code ABCD-EFGH[\s\S]*ann@office\.example is connected/);
});

test('survives a broken connection and a failing server during a device sign-in', async () => {
  const faults: Fault[] = [{ kind: 'reset' }, { kind: 'status', status: 503 }, { kind: 'html' }, { kind: 'cut' }];
  fake.plan = ({ path }) => (path.endsWith('/token') || path === '/v1.0/me' ? faults.shift() : undefined);
  const device = await (await start('connect', 'microsoft', '--device')).ended;
  fake.plan = () => undefined;
  expect([device.stdout, faults]).toEqual([expect.stringContaining('ann@office.example is connected'), []]);
});

test("signs in and refreshes at a single organization's endpoint, and requests shared calendars", async () => {
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
});
