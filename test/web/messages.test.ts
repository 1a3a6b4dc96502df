import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, newBrowser, originOf, signedIn, withData } from '../support/browser.ts';
import { formIn, plain, press, typed } from '../support/forms.ts';
import { CORPUS } from '../support/hostile.ts';
import { type Endpoint, type MailServer, startEndpoint, startMailServer } from '../support/receivers.ts';
import { type RunningService, startService, type User } from '../support/service.ts';

const MESSAGES = '/settings/messages';
const PATH = '/a-secret-path';

let endpoint: Endpoint;
let mailServer: MailServer;
let service: RunningService;
let ada: User;
let browser: Browser;

beforeAll(async () => {
  [endpoint, mailServer] = await Promise.all([startEndpoint(), startMailServer()]);
  service = await startService(undefined, { KITH_PRIVATE_HOSTS: '127.0.0.1', KITH_SMTP_URL: mailServer.url });
  ada = await service.user('ada@example.com', 'Europe/Berlin');
  browser = await signedIn(service, ada.email);
});
afterAll(async () => {
  await service.stop();
  await Promise.all([endpoint.close(), mailServer.close()]);
  expect(service.log()).not.toContain('unexpected fault');
  expect(service.log()).not.toContain(PATH);
});

const open = async () => (await browser.open(MESSAGES)).text;

/** Fills in the form. Missing values stay as on the page. */
async function set(values: Record<string, string>, without: string[] = []) {
  const fields = formIn(await open(), MESSAGES).filter(([name]) => !without.includes(name));
  return browser.send(MESSAGES, typed(fields, values));
}

/** Presses the button for a test message, long after the last one. */
async function sendNow(): Promise<string> {
  await withData(service, ({ store }) =>
    store.directory((db) => db.updateTable('messages').set({ tested_at: null }).execute()),
  );
  return plain((await press(browser, MESSAGES, `${MESSAGES}/now`)).text);
}

test("messages are off until they are set, and need no input for the user's own address", async () => {
  expect(plain(await open())).toContain('Messages are off.');
  const { text } = await set({ time: '06:45', channel: 'mail' });
  expect(plain(text)).toContain('Messages are on. Next message:');
  expect(text).toMatch(/By email to <bdi>ada@example\.com<\/bdi>/);
  expect(await sendNow()).toContain('Message sent.');
  expect(mailServer.mails.map(({ to, from }) => [from, ...to])).toEqual([['kith@example.com', 'ada@example.com']]);
  const again = await press(browser, MESSAGES, `${MESSAGES}/now`);
  expect([again.status, plain(again.text)]).toEqual([
    409,
    expect.stringMatching(/A test message was just sent\. Wait \d+ seconds/),
  ]);
});

test('a webhook keeps its URL and secret without showing them, and another URL gets another secret or none', async () => {
  const url = `${endpoint.url}${PATH}`;
  const { text } = await set({
    channel: 'webhook',
    webhook_url: url,
    webhook_secret: 'sesame-sesame',
    reminders: 'on',
  });
  expect(text).toContain(`To the webhook at <bdi>${new URL(url).host}</bdi>`);
  for (const secret of [PATH, 'sesame-sesame']) expect(text).not.toContain(secret);
  expect(formIn(text, MESSAGES).map(([name]) => name)).toContain('reminders');
  await set({ time: '07:30' }, ['reminders']);
  expect(formIn(await open(), MESSAGES).map(([name]) => name)).not.toContain('reminders');
  await sendNow();
  const [post] = endpoint.posts.slice(-1);
  expect([post!.path, post!.headers['x-kith-signature']]).toEqual([PATH, expect.stringMatching(/^sha256=/)]);
  await set({ webhook_url: `${url}/other` });
  await sendNow();
  const [other] = endpoint.posts.slice(-1);
  expect([other!.path, other!.headers['x-kith-signature']]).toEqual([`${PATH}/other`, undefined]);
});

test('reports a rejected message, and logs it', async () => {
  endpoint.answers = [{ status: 418 }];
  const { host } = new URL(endpoint.url);
  expect(await sendNow()).toContain(`${host} returned status 418.`);
  expect(await open()).toContain('The last message failed');
  const { text } = await browser.open('/settings/log');
  expect(text).toContain('Message to you failed');
  expect(text).toContain('Message settings changed');
});

test.each([
  [{ channel: 'ntfy', ntfy_url: 'https://ntfy.sh/' }, 'ntfy_url', 'end with the name of an ntfy topic'],
  [{ channel: 'ntfy', ntfy_url: 'http://192.0.2.1/topic' }, 'ntfy_url', 'must start with https://'],
  [
    { channel: 'webhook', webhook_url: 'https://example.com/', webhook_secret: 'two words' },
    'webhook_secret',
    'without spaces',
  ],
  [{ channel: 'mail', to: CORPUS[0]! }, 'to', 'is not an email address'],
  [{ time: 'noon' }, 'time', 'noon is not a time of day'],
  [{ channel: 'pigeon' }, 'channel', 'Choose email, ntfy, or webhook.'],
] as [Record<string, string>, string, string][])(
  'shows %j as an error at its field, and changes nothing',
  async (values, field, words) => {
    const before = await open();
    const { status, text } = await set(values);
    expect(status).toBe(400);
    const [, error] = new RegExp(`id="${field}-error">([^<]*)<`).exec(text) ?? [];
    expect(plain(error ?? '')).toContain(words);
    expect(standing(await open())).toBe(standing(before));
  },
);

const standing = (text: string): string => /id="standing"[\s\S]*?<\/p>/.exec(text)![0];

test('moves the next message with the time zone, and keeps settings while messages are off', async () => {
  const next = async () => /Next message: <time datetime="([^"]+)"/.exec(await open())?.[1];
  const before = Date.parse((await next())!);
  const { text: you } = await browser.open('/settings');
  await browser.send('/settings', typed(formIn(you, '/settings'), { time_zone: 'Asia/Tokyo' }));
  const after = Date.parse((await next())!);
  expect((after - before) % (24 * 60 * 60_000)).not.toBe(0);
  const planned = await withData(service, ({ store }) =>
    store.read('', (db) => db.selectFrom('jobs').select('due_at').where('kind', '=', 'morning-message').execute()),
  );
  expect(planned.map(({ due_at }) => Date.parse(due_at))).toEqual([after]);
  const { text } = await press(browser, MESSAGES, `${MESSAGES}/off`);
  expect(plain(text)).toContain('Messages are off.');
  expect(formIn(text, MESSAGES)).toEqual(
    expect.arrayContaining([
      ['channel', 'webhook'],
      ['time', '07:30'],
    ]),
  );
  await set({});
  expect(await open()).toContain(new URL(endpoint.url).host);
});

test('requires a recent sign-in to set anything', async () => {
  await withData(service, ({ store }) =>
    store.directory((db) => db.updateTable('sessions').set({ created_at: '2026-01-01T00:00:00.000Z' }).execute()),
  );
  const before = standing(await open());
  const { status, text } = await set({ channel: 'webhook', webhook_url: 'https://elsewhere.example/' });
  expect([status, plain(text)]).toEqual([403, expect.stringContaining('kith user link ada@example.com')]);
  expect(standing(await open())).toBe(before);
});

test('does not return typed values to someone who is signed out', async () => {
  const stranger = newBrowser(originOf(service));
  const { status, text } = await stranger.send(MESSAGES, [
    ['channel', 'webhook'],
    ['webhook_url', `https://example.com${PATH}`],
  ]);
  expect(status).toBe(401);
  expect(text).not.toContain(PATH);
});
