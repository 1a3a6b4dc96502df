import { createHmac } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { JobContext } from '../../src/cli/serving/job-context.ts';
import { type JobRunner, startRunner } from '../../src/cli/serving/jobs.ts';
import { inProcess } from '../../src/client/in-process.ts';
import { type Data, openData } from '../../src/service/data.ts';
import type { Channel } from '../../src/service/messages/channel.ts';
import { type DeliveryContext, sendTest } from '../../src/service/messages/deliver.ts';
import { sendMorning } from '../../src/service/messages/morning.ts';
import { sendReminders } from '../../src/service/messages/reminders.ts';
import {
  type MessageSettings,
  planAnew,
  readSettings,
  saveSettings,
  turnOff,
} from '../../src/service/messages/settings.ts';
import { createService } from '../../src/service/service.ts';
import type { Store } from '../../src/service/store/store.ts';
import type { UserRow } from '../../src/service/store/tables.ts';
import { latestLines } from '../../src/service/users/security-log.ts';
import { addUser, changeAccount, userById } from '../../src/service/users/users.ts';
import { databaseUrl, TEST_SECRET } from '../support/engine.ts';
import { CORPUS, HIDDEN, MARKUP } from '../support/hostile.ts';
import { ensureDatabase, TEMPLATE } from '../support/postgres.ts';
import {
  type Endpoint,
  inWords,
  type MailServer,
  readMail,
  startEndpoint,
  startMailServer,
} from '../support/receivers.ts';
import { temporaryFolder } from '../support/service.ts';
import { type SetClock, setClock } from '../support/set-clock.ts';

// Friday, the day before at five in the afternoon, in Berlin.
const START = '2026-11-26T16:00:00.000Z';
const HOUR = 60 * 60_000;
const SECRET = 'a-secret-that-signs';

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await nextTurn();
}

let endpoint: Endpoint;
let mailServer: MailServer;
beforeAll(async () => {
  [endpoint, mailServer] = await Promise.all([startEndpoint(), startMailServer()]);
});
afterAll(() => Promise.all([endpoint.close(), mailServer.close()]));

describe.each(['sqlite', 'postgres'] as const)('on %s', (engine) => {
  let folder: ReturnType<typeof temporaryFolder>;
  let stores: Store[];
  let runners: JobRunner[];
  let data: Data;
  let clock: SetClock;
  let user: UserRow;
  let faults: unknown[];

  beforeEach(async () => {
    folder = temporaryFolder();
    if (engine === 'postgres') await ensureDatabase(databaseUrl(folder.path), TEMPLATE);
    [stores, runners, faults] = [[], [], []];
    clock = setClock(START);
    data = open();
    const { id } = await addUser(data.store, data.secret, { email: 'ada@example.com', timeZone: 'Europe/Berlin' });
    user = (await userById(data.store, id))!;
    Object.assign(endpoint, { posts: [], answers: [], onPost() {} });
    Object.assign(mailServer, { mails: [], refusals: [] });
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await Promise.all(runners.map((runner) => runner.stop()));
    await Promise.all(stores.map((store) => store.close()));
    folder.remove();
    expect(faults).toEqual([]);
  });

  function open(): Data {
    const one = openData(folder.path, TEST_SECRET, engine === 'postgres' ? databaseUrl(folder.path) : undefined);
    stores.push(one.store);
    return one;
  }

  const serviceOf = (own: Data) =>
    createService({ ...own, version: 'test', authenticate: async () => undefined, onFault() {}, now: clock.date });
  const callerOf = () => ({ user, permissions: 'write' }) as const;

  /** A process that sends messages; with a `crash` its store stops at a moment, as if the process were killed. */
  function kith({ crash = (store: Store) => store } = {}): JobRunner {
    const opened = open();
    const own = { ...opened, store: crash(opened.store) };
    const service = serviceOf(own);
    const delivery = (context: JobContext): DeliveryContext => ({
      ...context,
      origin: 'https://kith.example.com',
      briefing: async (day) => (await context.client.call('get_briefing', { day, days: 1 })).data,
      mail: { url: mailServer.url, from: 'Kith <kith@example.com>', allowClear: false },
    });
    const runner = startRunner({
      open: async () => ({ ...own, service }),
      kinds: {
        'morning-message': async () => (_, context) => sendMorning(delivery(context)),
        'reminder-messages': async () => (_, context) => sendReminders(delivery(context), context.userData),
      },
      place: { isLocal: false, origin: undefined },
      onFault: (error) => `fault ${faults.push(error)}`,
      clock,
      now: clock.date,
    });
    runners.push(runner);
    return runner;
  }

  const leases = () =>
    data.store.read('', (db) => db.selectFrom('jobs').select('id').where('lease_mark', 'is not', null).execute());
  const isQuiet = async () => (await leases()).length === 0 && clock.waiting() === runners.length;
  /** Nothing runs, and each looks later: asked twice, since one may have been about to begin. */
  const quiet = () => until(async () => (await isQuiet()) && (await isQuiet()));
  /** Lets time pass, with looks between. */
  async function pass(milliseconds: number, step = 2 * HOUR): Promise<void> {
    await quiet();
    for (const end = clock.now() + milliseconds; clock.now() < end; ) {
      clock.advance(Math.min(step, end - clock.now()));
      await quiet();
    }
  }
  const to = async (instant: string, step?: number) => pass(Date.parse(instant) - clock.now(), step);

  const webhook = (): Channel => ({ kind: 'webhook', url: `${endpoint.url}/hook`, secret: SECRET });
  const save = (changes: Partial<MessageSettings> = {}) =>
    saveSettings(
      data,
      user,
      { time: '07:00', channel: webhook(), reminders: false, whenEmpty: false, ...changes },
      { now: clock.date(), allowHttp: false },
    );
  const kept = async () => (await readSettings(data, user, clock.date()))!;
  const bodies = () => endpoint.posts.map(({ body }) => JSON.parse(body));
  const log = async () =>
    (await latestLines(data.store, user.user_id, { take: 50 }))
      .filter(({ event }) => event.startsWith('message.'))
      .map(({ event, detail }) => `${event} ${detail}`)
      .reverse();

  function client() {
    const service = serviceOf(data);
    return inProcess(
      (...call) => service.call(callerOf(), ...call),
      async () => {},
    );
  }
  const person = async (full_name: string, more: object = {}): Promise<string> =>
    (await client().call('create_contact', { full_name, ...more })).data.contact.id;
  const remind = async (text: string, due: object, contact?: string): Promise<string> => {
    const reminders_contacts = contact ? [{ contact_id: contact }] : [];
    return (await client().call('create_reminder', { text, ...due, reminders_contacts })).data.reminder.id;
  };

  test('it comes each morning, signed and once, whatever starts again', async () => {
    await person('Grace Hopper', { birthday: '1906-11-27' });
    await remind('Call the bank', { due_at_date: '2026-11-27' });
    await save();
    kith();
    await to('2026-11-27T05:59:00.000Z');
    expect(endpoint.posts).toEqual([]);
    await to('2026-11-27T06:00:00.000Z');
    expect(endpoint.posts).toHaveLength(1);
    const [{ headers, body }] = endpoint.posts as [Endpoint['posts'][number]];
    const sent = JSON.parse(body);
    expect(headers['idempotency-key']).toBe(sent.id);
    expect(headers['x-kith-signature']).toBe(`sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`);
    expect(sent).toMatchObject({
      kind: 'morning',
      day: '2026-11-27',
      time_zone: 'Europe/Berlin',
      title: 'Friday, November 27: 1 reminder, 1 birthday',
      text: 'Birthdays\n- Grace Hopper turns 120\n\nReminders\n- Call the bank\n\nhttps://kith.example.com/today\n',
      link: 'https://kith.example.com/today',
      briefing: { birthdays: [{ turns: 120 }], reminders: { due: [{ text: 'Call the bank' }] } },
    });
    expect(await kept()).toMatchObject({
      nextAt: '2026-11-28T06:00:00.000Z',
      retryAt: null,
      last: { outcome: 'sent', at: '2026-11-27T06:00:00.000Z' },
    });
    await Promise.all(runners.map((runner) => runner.stop()));
    runners.length = 0;
    kith();
    kith();
    await pass(20 * HOUR);
    expect(endpoint.posts).toHaveLength(1);
    await to('2026-11-28T06:00:00.000Z');
    expect(bodies().map(({ day }) => day)).toEqual(['2026-11-27', '2026-11-28']);
    expect(new Set(bodies().map(({ id }) => id)).size).toBe(2);
    expect(await log()).toEqual(['message.set webhook', ...Array(2).fill('message.sent morning by webhook')]);
  });

  test('of two processes, one killed once the message was accepted: the other sends it as the same message', async () => {
    await remind('Call the bank', { due_at_date: '2026-11-27' });
    await save();
    let isKilled = false;
    endpoint.onPost = () => {
      isKilled = true;
    };
    const never = new Promise<never>(() => {});
    const stopped = setClock('2026-11-27T06:00:00.000Z');
    const live = clock;
    // The one that dies has a clock of its own, which stops with it.
    clock = stopped;
    kith({
      crash: (store) => ({ ...methodsOf(store), directory: (work) => (isKilled ? never : store.directory(work)) }),
    });
    await until(() => isKilled);
    runners.length = 0;
    clock = live;
    clock.advance(Date.parse('2026-11-27T06:00:30.000Z') - clock.now());
    kith();
    await until(() => clock.waiting() === 1);
    expect(endpoint.posts).toHaveLength(1);
    // The lease of the dead one is over.
    clock.advance(30_000);
    await until(() => endpoint.posts.length > 1);
    await quiet();
    await pass(20 * HOUR);
    const [first, second, ...more] = endpoint.posts;
    expect(more).toEqual([]);
    expect(second!.headers['idempotency-key']).toBe(first!.headers['idempotency-key']);
    expect(bodies()[1].day).toBe('2026-11-27');
  });

  test('ntfy: title, tags, priority, where a tap leads, the token, and a text that fits', async () => {
    for (let n = 0; n < 25; n++) await remind(`Überfällig ${n}: ${'ä'.repeat(200)}`, { due_at_date: '2026-11-27' });
    await save({ channel: { kind: 'ntfy', url: `${endpoint.url}/my-topic`, token: 'tk_secret' } });
    kith();
    await to('2026-11-27T06:00:00.000Z');
    const [{ path, headers, body }] = endpoint.posts as [Endpoint['posts'][number]];
    expect(path).toBe('/my-topic');
    expect(headers).toMatchObject({
      authorization: 'Bearer tk_secret',
      title: 'Friday, November 27: 25 reminders',
      tags: 'sunrise',
      priority: '3',
      click: 'https://kith.example.com/today',
      'x-sequence-id': expect.stringMatching(/^[-\w]{1,64}$/),
    });
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(4096);
    expect(body).toMatch(/^Reminders\n- Überfällig/);
    expect(body.endsWith('…\n')).toBe(true);
  });

  test('mail: to the own address or another, plain and HTML, hostile texts escaped', async () => {
    for (const text of [...CORPUS, MARKUP]) await remind(text, { due_at_date: '2026-11-27' });
    await save({ channel: { kind: 'mail' } });
    kith();
    await to('2026-11-27T06:00:00.000Z');
    expect(mailServer.mails).toHaveLength(1);
    const [{ from, to: rcpt, raw }] = mailServer.mails as [MailServer['mails'][number]];
    expect([from, rcpt]).toEqual(['kith@example.com', ['ada@example.com']]);
    const { headers, text, html } = readMail(raw);
    expect(headers).toMatchObject({
      from: 'Kith <kith@example.com>',
      to: 'ada@example.com',
      subject: `Friday, November 27: ${CORPUS.length + 1} reminders`,
      'message-id': expect.stringMatching(/^<kith-morning-[0-9a-f]{32}@example\.com>$/),
      'auto-submitted': 'auto-generated',
    });
    expect(text).toContain(MARKUP);
    expect(text.replace(/\n|\u200c|\u200d|\ufe0f/g, '')).not.toMatch(HIDDEN);
    expect(html).not.toMatch(/<(script|img|textarea|system)/);
    expect(html).toContain('&lt;script&gt;alert(2)&lt;/script&gt;&amp;amp;');
    await save({ channel: { kind: 'mail', to: 'somebody@elsewhere.example' }, whenEmpty: true });
    await to('2026-11-28T06:00:00.000Z');
    expect(mailServer.mails[1]!.to).toEqual(['somebody@elsewhere.example']);
  });

  test('what is refused is tried again, told once, and over with its day', async () => {
    await remind('Call the bank', { due_at_date: '2026-11-27' });
    await save({ channel: { kind: 'mail' } });
    mailServer.refusals = [451, 451, 552];
    kith();
    await to('2026-11-27T06:00:00.000Z');
    expect(mailServer.mails).toEqual([]);
    const failed = await kept();
    const words = 'The mail server 127.0.0.1 refused the message (451).';
    expect(failed).toMatchObject({ last: { outcome: 'failed', words } });
    expect(Date.parse(failed.retryAt!)).toBeLessThanOrEqual(clock.now() + 60_000);
    await pass(HOUR, HOUR / 12);
    expect(mailServer.mails).toHaveLength(1);
    expect(mailServer.refusals).toEqual([]);
    const set = 'message.set mail';
    const told = ['message.failed morning by mail: 451', 'message.failed morning by mail: 552'];
    expect(await log()).toEqual([set, ...told, 'message.sent morning by mail']);
    mailServer.refusals = Array(100).fill(550);
    await to('2026-11-28T23:30:00.000Z', HOUR / 2);
    const left = mailServer.refusals.length;
    expect(left).toBeLessThan(90);
    expect(await kept()).toMatchObject({ nextAt: '2026-11-29T06:00:00.000Z', last: { outcome: 'failed' } });
    mailServer.refusals = [];
    await to('2026-11-29T06:00:00.000Z');
    expect(mailServer.mails).toHaveLength(2);
    expect((await log()).filter((line) => line.startsWith('message.failed'))).toHaveLength(3);
  });

  test('a webhook that asks to wait is waited for, and a redirect elsewhere gets nothing', async () => {
    await remind('Call the bank', { due_at_date: '2026-11-27' });
    await save();
    endpoint.answers = [{ status: 503, headers: { 'retry-after': '1800' } }];
    kith();
    await to('2026-11-27T06:25:00.000Z');
    expect(endpoint.posts).toHaveLength(1);
    await to('2026-11-27T06:30:00.000Z');
    expect(endpoint.posts).toHaveLength(2);
    expect(await kept()).toMatchObject({ last: { outcome: 'sent' } });
    endpoint.answers = [{ status: 307, headers: { location: 'https://elsewhere.example/' } }];
    await to('2026-11-28T06:00:00.000Z');
    expect((await kept()).last?.words).toContain('points to another host, https://elsewhere.example');
  });

  test('a day with nothing to say has no message, unless wished', async () => {
    await save();
    kith();
    await to('2026-11-27T10:00:00.000Z');
    expect(endpoint.posts).toEqual([]);
    expect(await kept()).toMatchObject({ last: { outcome: 'nothing' }, nextAt: '2026-11-28T06:00:00.000Z' });
    await save({ whenEmpty: true });
    await to('2026-11-28T10:00:00.000Z');
    expect(bodies()).toMatchObject([
      { title: 'Saturday, November 28', text: expect.stringContaining('Nothing is to be done') },
    ]);
    await turnOff(data, user.user_id);
    await to('2026-11-30T10:00:00.000Z');
    expect(endpoint.posts).toHaveLength(1);
    expect((await log()).at(-1)).toBe('message.off null');
  });

  test('another time or zone moves the next one, and a day has one', async () => {
    await save({ whenEmpty: true, time: '18:30' });
    kith();
    await to('2026-11-26T17:30:00.000Z');
    expect(bodies()).toMatchObject([{ day: '2026-11-26' }]);
    await save({ whenEmpty: true, time: '19:00' });
    expect((await kept()).nextAt).toBe('2026-11-27T18:00:00.000Z');
    const zone = 'America/New_York';
    await changeAccount(data.store, user.user_id, { ...user, time_zone: zone });
    await planAnew(data, user.user_id, zone, clock.date());
    user = (await userById(data.store, user.user_id))!;
    await to('2026-11-27T18:30:00.000Z');
    expect(endpoint.posts).toHaveLength(1);
    await to('2026-11-28T00:00:00.000Z');
    expect(bodies()[1]).toMatchObject({ day: '2026-11-27', time_zone: zone });
  });

  test('a reminder with a time comes at it, once; one with a day does not; a moved one comes again', async () => {
    const ada = await person('Grace Hopper');
    await remind('In the past', { due_at_time: '2026-11-26T15:00:00Z' });
    await remind('On a day', { due_at_date: '2026-11-26' });
    const call = await remind('Call 🎉', { due_at_time: '2026-11-26T17:10:00Z' }, ada);
    await remind('At the same time', { due_at_time: '2026-11-26T17:10:00Z' });
    const weekly = await remind('Every week', { due_at_time: '2026-11-26T17:20:00Z', recurrence: '7 days' });
    await save({ reminders: true });
    kith();
    kith();
    await to('2026-11-26T17:09:00.000Z');
    expect(endpoint.posts).toEqual([]);
    await to('2026-11-26T17:10:00.000Z');
    await quiet();
    const texts = () => bodies().map(({ reminder }) => reminder?.text);
    expect(texts().sort()).toEqual(['At the same time', 'Call 🎉']);
    expect(bodies().find(({ reminder }) => reminder.id === call)).toMatchObject({
      kind: 'reminder',
      title: 'Reminder: Call 🎉',
      text: 'Reminder\n- 18:10  Call 🎉 (Grace Hopper)\n\nhttps://kith.example.com/reminders\n',
      reminder: { contacts: [{ full_name: 'Grace Hopper' }] },
    });
    await client().call('update_reminder', { reminderId: call, due_at_time: '2026-11-26T17:30:00Z' });
    await to('2026-11-26T17:20:00.000Z');
    await client().call('update_reminder', { reminderId: weekly, is_complete: true });
    await to('2026-11-26T18:00:00.000Z');
    expect(texts().slice(2)).toEqual(['Every week', 'Call 🎉']);
    clock.advance(6 * 24 * HOUR);
    await to('2026-12-03T17:20:00.000Z');
    await quiet();
    expect(texts().filter((text) => text === 'Every week')).toHaveLength(2);
    expect(new Set(bodies().map(({ id }) => id)).size).toBe(endpoint.posts.length);
  });

  test('a reminder whose channel is away comes late; after a day it is left to the morning', async () => {
    await remind('Soon', { due_at_time: '2026-11-26T16:30:00Z' });
    await save({ reminders: true, channel: { kind: 'ntfy', url: `${endpoint.url}/topic` }, time: '12:00' });
    endpoint.answers = [{ status: 500 }, { status: 500 }];
    kith();
    await to('2026-11-26T17:00:00.000Z', HOUR / 30);
    expect(endpoint.posts).toHaveLength(3);
    expect(endpoint.posts.map(({ headers }) => headers['x-sequence-id'])).toEqual(
      Array(3).fill(endpoint.posts[0]!.headers['x-sequence-id']),
    );
    expect(inWords(String(endpoint.posts[2]!.headers.title))).toBe('Reminder: Soon');
    await Promise.all(runners.map((runner) => runner.stop()));
    runners.length = 0;
    await remind('Long ago', { due_at_time: '2026-11-26T18:00:00Z' });
    clock.advance(30 * HOUR);
    kith();
    await to('2026-11-28T11:00:00.000Z');
    expect(endpoint.posts.slice(3).map(({ body }) => body)).toEqual([expect.stringContaining('Overdue\n- Soon')]);
    expect(endpoint.posts[3]!.body).toContain('Long ago');
  });

  test('what others may name lies on the public internet, or is listed', async () => {
    await remind('Call the bank', { due_at_date: '2026-11-27' });
    await save({ channel: { kind: 'webhook', url: endpoint.url, isPublic: true } });
    kith();
    await to('2026-11-27T06:00:00.000Z');
    expect(endpoint.posts).toEqual([]);
    expect((await kept()).last?.words).toMatch(/not an address of the public internet.*KITH_PRIVATE_HOSTS/);
    vi.stubEnv('KITH_PRIVATE_HOSTS', '127.0.0.1');
    await pass(HOUR);
    expect(endpoint.posts).toHaveLength(1);
  });

  // Of no engine.
  test.runIf(engine === 'sqlite').each([
    [{ time: '7:00' }, 'time', '7:00 is not a time of the day'],
    [{ time: '24:00' }, 'time', 'not a time'],
    [{ channel: { kind: 'webhook', url: 'http://example.com/' } }, 'url', 'must begin with https://'],
    [{ channel: { kind: 'webhook', url: 'https://a:b@example.com/' } }, 'url', 'no user and no password'],
    [{ channel: { kind: 'webhook', url: 'https://example.com/', secret: 'with space' } }, 'secret', 'without spaces'],
    [{ channel: { kind: 'ntfy', url: 'https://ntfy.sh/' } }, 'url', 'ends with its name'],
    [{ channel: { kind: 'mail', to: 'nobody' } }, 'to', 'not an e-mail address'],
    [{ channel: { kind: 'mail', to: 'a@b.example\r\nBcc: c@d.example' } }, 'to', 'not an e-mail address'],
  ] as [Partial<MessageSettings>, string, string][])(
    '%j is refused, and changes nothing',
    async (changes, field, words) => {
      await save();
      const before = await kept();
      await expect(save(changes)).rejects.toMatchObject({
        status: 400,
        message: expect.stringContaining(words),
        details: { field },
      });
      expect(await kept()).toEqual(before);
    },
  );

  test('one is sent now, counts for no day, and not twice in a moment; nothing secret is stored in clear', async () => {
    await save();
    const context: DeliveryContext = {
      ...data,
      user,
      now: clock.date,
      origin: undefined,
      briefing: async (day) => (await client().call('get_briefing', { day, days: 1 })).data,
      mail: undefined,
    };
    await sendTest(context, '2026-11-26');
    expect(bodies()).toMatchObject([{ kind: 'test', link: null, text: expect.stringContaining('This is a test') }]);
    await expect(sendTest(context, '2026-11-26')).rejects.toMatchObject({ status: 409 });
    clock.advance(HOUR);
    endpoint.answers = [{ status: 401 }];
    await expect(sendTest(context, '2026-11-26')).rejects.toMatchObject({
      message: expect.stringMatching(/answered 401/),
    });
    expect((await kept()).nextAt).toBe('2026-11-27T06:00:00.000Z');
    const rows = await data.store.read('', (db) => db.selectFrom('messages').selectAll().execute());
    expect(JSON.stringify(rows)).not.toMatch(/hook|secret-that/);
    expect(await log()).toEqual([
      'message.set webhook',
      'message.sent test by webhook',
      'message.failed test by webhook: 401',
    ]);
  });
});

/** A store's methods as functions, so that some can be others. */
const methodsOf = (store: Store): Store => ({
  read: (...args) => store.read(...args),
  write: (...args) => store.write(...args),
  directory: (work) => store.directory(work),
  ready: () => store.ready(),
  close: () => store.close(),
});
