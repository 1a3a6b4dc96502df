import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openData } from '../../src/service/data/open-data.ts';
import type { Store } from '../../src/store/store.ts';
import { engineSettings } from '../support/engine.ts';
import { NO_LONG_WAITS } from '../support/no-long-waits.ts';
import { type Endpoint, type MailServer, startEndpoint, startMailServer } from '../support/receivers.ts';
import { kithWith, startHttp, startService, temporaryFolder } from '../support/service.ts';

// The morning message from the command line, sent by processes that are killed and stopped at the worst moment.

const EMAIL = 'ada@example.com';

let folder: ReturnType<typeof temporaryFolder>;
let endpoint: Endpoint;
let mailServer: MailServer;
beforeEach(async () => {
  folder = temporaryFolder();
  [endpoint, mailServer] = await Promise.all([startEndpoint(), startMailServer()]);
});
afterEach(async () => {
  await Promise.all([endpoint.close(), mailServer.close()]);
  folder.remove();
});

const message = async (...args: string[]) =>
  (await kithWith({ KITH_USER: EMAIL, KITH_SMTP_URL: mailServer.url }, folder.path, 'message', ...args)).stdout;
const refused = (...args: string[]): Promise<string> =>
  message(...args).then(
    () => 'was taken',
    ({ stderr }) => stderr,
  );

async function inStore<T>(work: (store: Store) => Promise<T>): Promise<T> {
  const { KITH_SECRET, KITH_DATABASE_URL } = { ...process.env, ...(await engineSettings(folder.path)) };
  const { store } = openData(folder.path, KITH_SECRET, KITH_DATABASE_URL);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Today's message is due, and its former process is long dead. */
const makeDue = () =>
  inStore((store) =>
    store.directory(async (db) => {
      const past = '2026-01-01T00:00:00.000Z';
      await db.updateTable('messages').set({ begins_at: past, at_time: '00:00', when_empty: 1 }).execute();
      await db.updateTable('jobs').set({ due_at: past }).execute();
      await db.updateTable('jobs').set({ lease_until: past }).where('lease_mark', 'is not', null).execute();
    }),
  );
const morningJob = () =>
  inStore((store) =>
    store.read('', (db) => db.selectFrom('jobs').selectAll().where('kind', '=', 'morning-message').executeTakeFirst()),
  );
const sentDay = () =>
  inStore(async (store) => (await store.read('', (db) => db.selectFrom('messages').select('sent_day').execute()))[0]);

test('shows, sets, tests, and disables messages', async () => {
  expect(await message()).toContain('The morning message is off.');
  expect(await refused('--time', '08:00')).toContain('message requires --mail, --ntfy, or --webhook');
  expect(await message('--mail', '--time', '08:15', '--reminders')).toMatch(
    /^The morning message is sent at 08:15 \(.+\), by mail to ada@example\.com\.\nNext: .* 08:15 .*\nReminders with a time are sent at that time\.\n$/,
  );
  expect(await message('--test', '--no-reminders', '--empty-days')).toContain('Last message sent: ');
  expect(mailServer.mails).toHaveLength(1);
  const shown = JSON.parse(await message('--webhook', `${endpoint.url}/hook`, '--json'));
  expect(shown).toMatchObject({
    is_on: true,
    time: '08:15',
    channel: 'webhook',
    leads_to: new URL(endpoint.url).host,
    reminders: false,
    empty_days: true,
    last: { outcome: 'sent' },
  });
  expect(await refused('--ntfy', 'https://ntfy.sh/')).toContain('end with the name of an ntfy topic');
  expect(await refused('--ntfy', 'https://ntfy.sh/a', '--mail')).toContain(
    'accepts only one of --mail, --ntfy, and --webhook',
  );
  expect(await refused('--off', '--test')).toContain('accepts --off only without other options');
  expect(await message('--off')).toMatch(/^The morning message is off\. It was sent to the webhook at /);
  expect(JSON.parse(await message('--time', '09:00', '--json'))).toMatchObject({ is_on: true, channel: 'webhook' });
});

test('kith serve, killed as its message arrives, sends it again as the same one, and never a third time', async () => {
  await message('--webhook', `${endpoint.url}/hook`);
  await makeDue();
  const first = await startService(folder.path);
  const killed = once(first.process, 'exit');
  endpoint.onPost = () => void first.process.kill('SIGKILL');
  await killed;
  expect(endpoint.posts).toHaveLength(1);
  expect(await sentDay()).toEqual({ sent_day: null });
  endpoint.onPost = () => {};
  for (const _ of ['sends it again', 'has nothing to do']) {
    await makeDue();
    const next = await startService(folder.path);
    // A job taken at start is rescheduled to another day.
    while (((await morningJob())?.due_at ?? '') < '2026-02') await nextTurn();
    await next.stop();
  }
  expect(endpoint.posts.map(({ headers }) => headers['idempotency-key'])).toEqual(
    Array(2).fill(endpoint.posts[0]!.headers['idempotency-key']),
  );
});

const WAYS: [string, () => Promise<{ process: ChildProcess }>][] = [
  ['kith serve', () => startService(folder.path, NO_LONG_WAITS)],
  [
    'kith http',
    async () => {
      const env = { ...NO_LONG_WAITS, ...(await engineSettings(folder.path)) };
      return startHttp({ ...env, KITH_DATA_DIR: folder.path, KITH_USER: EMAIL });
    },
  ],
];

test.each(WAYS)('%s exits on SIGTERM during a silent delivery, and releases the job', async (_, start) => {
  await message('--webhook', `${endpoint.url}/hook`);
  await makeDue();
  const silent = new Promise<void>(() => {});
  const arrived = new Promise<void>((resolve) => {
    endpoint.onPost = () => {
      resolve();
      return silent;
    };
  });
  const kith = await start();
  await arrived;
  const exited = once(kith.process, 'exit');
  kith.process.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
  expect(await morningJob()).toMatchObject({ lease_mark: null, lease_until: null, tries: 0, last_error: null });
});
