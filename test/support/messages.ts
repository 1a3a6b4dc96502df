import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest';
import { inProcessClient } from '../../src/client/in-process.ts';
import { latestLines } from '../../src/identity/users/security-log.ts';
import { addUser, userById } from '../../src/identity/users/users.ts';
import type { JobContext } from '../../src/server/jobs/job-context.ts';
import { type JobRunner, startRunner } from '../../src/server/jobs/runner.ts';
import { type Data, openData } from '../../src/service/data/open-data.ts';
import type { Channel } from '../../src/service/messages/channel.ts';
import type { DeliveryContext } from '../../src/service/messages/deliver.ts';
import { sendMorning } from '../../src/service/messages/morning.ts';
import { sendReminders } from '../../src/service/messages/reminders.ts';
import { type MessageSettings, readSettings, reschedule, saveSettings } from '../../src/service/messages/settings.ts';
import { createService } from '../../src/service/service.ts';
import type { Db, Store } from '../../src/store/store.ts';
import type { UserRow } from '../../src/store/tables.ts';
import { databaseUrl, TEST_SECRET } from './engine.ts';
import { ensureDatabase, TEMPLATE } from './postgres.ts';
import { type Endpoint, type MailServer, startEndpoint, startMailServer } from './receivers.ts';
import { temporaryFolder } from './service.ts';
import { type SetClock, setClock } from './set-clock.ts';

// kith's messages, from a user's settings to delivery, with a test clock.

/** Thursday, November 26, at 17:00 in Berlin. */
const START = '2026-11-26T16:00:00.000Z';
export const HOUR = 60 * 60_000;
/** Signs webhook requests. */
export const SECRET = 'a-secret-that-signs';

export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await nextTurn();
}

interface Receivers {
  endpoint: Endpoint;
  mailServer: MailServer;
}

/** Servers that receive the messages of a file's tests. Call it at the file's top level. */
export async function receiversForFile(): Promise<Receivers> {
  const [endpoint, mailServer] = await Promise.all([startEndpoint(), startMailServer()]);
  afterAll(() => Promise.all([endpoint.close(), mailServer.close()]));
  return { endpoint, mailServer };
}

/** A user whose messages go to `receivers`, recreated for each test in a `describe` block. */
export function messagesOn(engine: 'sqlite' | 'postgres', { endpoint, mailServer }: Receivers) {
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
    await stopAll();
    await Promise.all(stores.map((store) => store.close()));
    folder.remove();
    expect(faults).toEqual([]);
  });

  function open(): Data {
    const one = openData(folder.path, TEST_SECRET, engine === 'postgres' ? databaseUrl(folder.path) : undefined);
    stores.push(one.store);
    return one;
  }

  const serviceOf = (own: Data, now: () => Date) =>
    createService({ ...own, version: 'test', authenticate: async () => undefined, onFault() {}, now });

  /** A process that sends messages. */
  function kith(): void {
    runners.push(run(open(), clock));
  }

  /** A process with a frozen clock, whose store stops once `isKilled`, as if the process were killed. */
  function doomedKith(at: string, isKilled: () => boolean): void {
    const own = open();
    const directory = own.store.directory.bind(own.store) as Store['directory'];
    own.store.directory = (work) => (isKilled() ? new Promise<never>(() => {}) : directory(work));
    run(own, setClock(at));
  }

  function run(own: Data, ownClock: SetClock): JobRunner {
    const service = serviceOf(own, ownClock.date);
    const delivery = (context: JobContext): DeliveryContext => ({
      ...context,
      origin: 'https://kith.example.com',
      briefing: async (day) => (await context.client.call('get_briefing', { day, days: 1 })).data,
      mail: { url: mailServer.url, from: 'Kith <kith@example.com>', allowClear: false },
    });
    return startRunner({
      open: async () => ({ ...own, service }),
      kinds: {
        'morning-message': async () => (_, context) => sendMorning(delivery(context)),
        'reminder-messages': async () => (_, context) => sendReminders(delivery(context), context.userData),
      },
      place: { isLocal: false, origin: undefined },
      onFault: (error) => `fault ${faults.push(error)}`,
      clock: ownClock,
      now: ownClock.date,
    });
  }

  async function stopAll(): Promise<void> {
    await Promise.all(runners.map((runner) => runner.stop()));
    runners = [];
  }

  const leases = () =>
    data.store.read('', (db) => db.selectFrom('jobs').select('id').where('lease_mark', 'is not', null).execute());
  const isQuiet = async () => (await leases()).length === 0 && clock.waiting() === runners.length;
  /** Waits until nothing runs and each runner sleeps. Checks twice, because a runner may be about to start. */
  const quiet = () => until(async () => (await isQuiet()) && (await isQuiet()));
  /** Advances the time, with checks in between. */
  async function pass(milliseconds: number, step = 2 * HOUR): Promise<void> {
    await quiet();
    for (const end = clock.now() + milliseconds; clock.now() < end; ) {
      clock.advance(Math.min(step, end - clock.now()));
      await quiet();
    }
  }

  const webhook = (): Channel => ({ kind: 'webhook', url: `${endpoint.url}/hook`, secret: SECRET });

  function client() {
    const service = serviceOf(data, clock.date);
    return inProcessClient(
      (...call) => service.call({ user, permissions: 'write' }, ...call),
      async () => {},
    );
  }

  return {
    get data() {
      return data;
    },
    get clock() {
      return clock;
    },
    get user() {
      return user;
    },
    ...{ kith, doomedKith, stopAll, quiet, pass, client },
    to: async (instant: string, step?: number) => pass(Date.parse(instant) - clock.now(), step),
    save: (changes: Partial<MessageSettings> = {}) =>
      saveSettings(
        data,
        user,
        { time: '07:00', channel: webhook(), reminders: false, whenEmpty: false, ...changes },
        { now: clock.date(), allowHttp: false },
      ),
    kept: async () => (await readSettings(data, user, clock.date()))!,
    async moveTo(zone: string): Promise<void> {
      const users = (db: Db) => db.updateTable('users').set({ time_zone: zone });
      await data.store.directory((db) => users(db).where('user_id', '=', user.user_id).execute());
      await reschedule(data, user.user_id, zone, clock.date());
      user = (await userById(data.store, user.user_id))!;
    },
    bodies: () => endpoint.posts.map(({ body }) => JSON.parse(body)),
    log: async () =>
      (await latestLines(data.store, user.user_id, { take: 50 }))
        .filter(({ event }) => event.startsWith('message.'))
        .map(({ event, detail }) => `${event} ${detail}`)
        .reverse(),
    person: async (full_name: string, more: object = {}): Promise<string> =>
      (await client().call('create_contact', { full_name, ...more })).data.contact.id,
    remind: async (text: string, due: object, contact?: string): Promise<string> => {
      const reminders_contacts = contact ? [{ contact_id: contact }] : [];
      return (await client().call('create_reminder', { text, ...due, reminders_contacts })).data.reminder.id;
    },
  };
}
