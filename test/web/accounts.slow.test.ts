import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { saveAccount } from '../../src/providers/accounts/connect.ts';
import { type Browser, newBrowser, originOf, type Page, signedIn, withData } from '../support/browser.ts';
import { formIn, plain, typed } from '../support/forms.ts';
import { CORPUS } from '../support/hostile.ts';
import { dataOf } from '../support/people.ts';
import { fakeAccount } from '../support/providers/data.ts';
import { FakeProviders } from '../support/providers/fake-providers.ts';
import { type RunningService, startService, type User } from '../support/service.ts';

// Mail and calendars connected in the web app: the way to the provider and back, and calendars from a URL.

const SECRET = 'a-secret-address-of-a-calendar';
const PASSWORD = 'pass word/&?';
const ACCOUNTS = '/settings/accounts';

let providers: FakeProviders;
let calendars: Server;
let asked: { path: string; authorization: string | undefined }[];
let service: RunningService;
let ada: User;
let browser: Browser;

beforeAll(async () => {
  providers = await new FakeProviders().start();
  providers.accounts.push(fakeAccount('GOOGLE', 'ada@gmail.example'), fakeAccount('OFFICE365', 'ada@work.example'));
  asked = [];
  calendars = createServer(({ url = '', headers: { authorization } }, response) => {
    asked.push({ path: url, authorization });
    if (url.includes('moved')) response.writeHead(302, { location: 'https://elsewhere.example/' }).end();
    else if (url.includes('page')) response.end('<html>A page of a calendar</html>');
    else if (url.includes('gone')) response.writeHead(404).end();
    else response.end(`BEGIN:VCALENDAR\r\nVERSION:2.0\r\nX-WR-CALNAME:${CORPUS[2]}\r\nEND:VCALENDAR\r\n`);
  });
  await new Promise<void>((resolve) => calendars.listen(0, '127.0.0.1', resolve));
  service = await startService(undefined, {
    KITH_GOOGLE_URL: providers.url,
    KITH_MICROSOFT_URL: providers.url,
    KITH_GOOGLE_CLIENT_ID: 'google-client',
    KITH_GOOGLE_CLIENT_SECRET: 'the-secret-of-google',
    KITH_PRIVATE_HOSTS: '127.0.0.1',
  });
  ada = await service.user(undefined, 'Europe/Berlin');
  browser = await signedIn(service, ada.email);
});
afterAll(async () => {
  await service.stop();
  await Promise.all([providers.stop(), new Promise((resolve) => calendars.close(resolve))]);
  expect(providers.violations).toEqual([]);
  expect(service.log()).not.toContain('unexpected fault');
  expect(service.log()).not.toContain(SECRET);
});

const calendarAt = (path: string): string => `http://127.0.0.1:${(calendars.address() as AddressInfo).port}/${path}`;

/** Presses the button that leads to a provider. Returns where the browser goes. */
async function leaveFor(by: Browser, provider: string, more: Record<string, string> = {}): Promise<URL> {
  const { text } = await by.open(ACCOUNTS);
  const form = text.slice(text.lastIndexOf('<form', text.indexOf(`value="${provider}"`)));
  const page = await by.send(`${ACCOUNTS}/connect`, typed(formIn(form, `${ACCOUNTS}/connect`), more));
  expect(page.status).toBe(303);
  return new URL(page.headers.get('location')!);
}

const giveCalendar = async (by: Browser, values: Record<string, string>): Promise<Page> =>
  by.send(`${ACCOUNTS}/calendar`, typed(formIn((await by.open(ACCOUNTS)).text, `${ACCOUNTS}/calendar`), values));

async function disconnect(by: Browser, page: Page, name: string): Promise<Page> {
  const row = page.text.slice(page.text.indexOf(`<bdi>${name}</bdi>`));
  return by.send(`${ACCOUNTS}/disconnect`, formIn(row, `${ACCOUNTS}/disconnect`));
}

describe('a provider account', () => {
  test('is connected with a button, shown with its permissions, and disconnected with them', async () => {
    const page = await browser.open(ACCOUNTS);
    expect(page.text).toContain('No accounts yet');
    expect(page.headers.get('content-security-policy')).toContain(`form-action 'self' ${providers.url};`);
    const url = await leaveFor(browser, 'GOOGLE');
    expect(url.origin).toBe(providers.url);
    const { redirect_uri, scope } = Object.fromEntries(url.searchParams);
    expect(redirect_uri).toBe(`${originOf(service)}${ACCOUNTS}/callback`);
    expect(scope).not.toMatch(/calendar\.events(?!\.readonly)/);

    const back = providers.oauth.agree(url.href, 'ada@gmail.example');
    const connected = await browser.open(back);
    expect(connected.url.pathname).toBe(ACCOUNTS);
    expect(plain(connected.text)).toContain(
      '<bdi>ada@gmail.example</bdi> connected: kith reads emails and reads events.',
    );
    expect(connected.text).not.toMatch(/the-secret-of-google|a-[0-9a-f]{8}-|r-[0-9a-f]{8}-/);
    const { calendars: known } = dataOf(await ada.get('/v2/agenda/calendars'));
    expect(known).toMatchObject([{ account: 'ada@gmail.example' }]);

    const again = await browser.open(back);
    expect([again.status, plain(again.text)]).toEqual([409, expect.stringContaining('was already finished')]);
    const gone = await disconnect(browser, await browser.open(ACCOUNTS), 'ada@gmail.example');
    expect(gone.text).toContain('Its permission was revoked at the provider.');
    expect(gone.text).toContain('No accounts yet');
    expect(providers.oauth.grants).toEqual([]);
  });

  test('may write if requested, and says when it needs a new sign-in', async () => {
    const url = await leaveFor(browser, 'GOOGLE', { write: 'on' });
    const page = await browser.open(providers.oauth.agree(url.href, 'ada@gmail.example'));
    expect(page.text).toContain('reads emails, reads events, and changes events.');
    providers.oauth.revoke('ada@gmail.example');
    await ada.get('/v2/agenda/email/messages');
    const over = await browser.open(ACCOUNTS);
    expect(over.text).toContain('badge warning');
    const row = over.text.slice(over.text.indexOf('<bdi>ada@gmail.example</bdi>'));
    const sent = await browser.send(`${ACCOUNTS}/connect`, formIn(row, `${ACCOUNTS}/connect`));
    const again = new URL(sent.headers.get('location')!);
    expect(again.searchParams.get('scope')).toMatch(/calendar\.events(?!\.readonly)/);
    const signed = await browser.open(providers.oauth.agree(again.href, 'ada@gmail.example'));
    expect(signed.text).not.toContain('badge warning');
    await disconnect(browser, signed, 'ada@gmail.example');
  });

  test('is connected only to the requesting user, in the same browser', async () => {
    const eve = await service.user();
    const other = await signedIn(service, eve.email);
    const url = await leaveFor(browser, 'GOOGLE');
    const back = providers.oauth.agree(url.href, 'ada@gmail.example');
    // Another user, the same user in another browser, and no user: following the link connects nothing.
    for (const by of [other, await signedIn(service, ada.email)]) {
      const page = await by.open(back);
      expect([page.status, page.text.includes('began in another browser')]).toEqual([409, true]);
    }
    const nobody = await newBrowser(originOf(service)).open(back);
    expect(nobody.url.href).toBe(`${originOf(service)}/sign-in?to=${encodeURIComponent(ACCOUNTS)}`);
    const forged = new URL(back);
    forged.searchParams.set('state', 'x'.repeat(43));
    expect((await browser.open(forged)).status).toBe(409);
    expect((await browser.open(`${ACCOUNTS}/callback`)).status).toBe(409);
    // It still works for the requesting user.
    const page = await browser.open(back);
    expect(page.text).toContain('</bdi> connected');
    const [mine] = formIn(page.text, `${ACCOUNTS}/disconnect`).filter(([name]) => name === 'id');
    const theirs = await other.send(`${ACCOUNTS}/disconnect`, [mine!]);
    expect(theirs.status).toBe(404);
    expect((await other.open(ACCOUNTS)).text).not.toContain('ada@gmail.example');
    await disconnect(browser, page, 'ada@gmail.example');
  });

  test('explains a declined or interrupted sign-in', async () => {
    const declined = providers.oauth.agree((await leaveFor(browser, 'GOOGLE')).href, 'ada@gmail.example');
    declined.searchParams.delete('code');
    declined.searchParams.set('error', 'access_denied');
    declined.searchParams.set('error_description', CORPUS[2]!);
    const page = await browser.open(declined);
    expect([page.status, page.text.includes('Permission was denied in the browser.')]).toEqual([403, true]);
    expect(page.text).not.toContain('<system>');
    const wrong = providers.oauth.agree((await leaveFor(browser, 'GOOGLE')).href, 'ada@gmail.example');
    wrong.searchParams.set('code', 'of-somebody-else');
    const refused = await browser.open(wrong);
    expect([refused.status, refused.text.includes('The provider rejected the sign-in: invalid_grant.')]).toEqual([
      403,
      true,
    ]);
    expect(refused.text).toContain('No accounts yet');
    providers.plan = ({ path }) => (path.endsWith('/token') ? { kind: 'reset' } : undefined);
    const down = await browser.open(
      providers.oauth.agree((await leaveFor(browser, 'GOOGLE')).href, 'ada@gmail.example'),
    );
    providers.plan = () => undefined;
    expect([down.status, down.text.includes('Could not reach the provider')]).toEqual([503, true]);
  });

  test('sends the person to the administrator if a provider is not set up', async () => {
    const { text } = await browser.open(ACCOUNTS);
    const microsoft = text.slice(text.indexOf('id="office365"'), text.indexOf('id="calendar"'));
    expect(microsoft).toContain('Ask your administrator to set up Microsoft.');
    expect(microsoft).not.toContain('<form');
    const page = await browser.send(`${ACCOUNTS}/connect`, [['provider', 'OFFICE365']]);
    expect([page.status, page.text.includes('KITH_MICROSOFT_CLIENT_ID is not set.')]).toEqual([400, true]);
    expect((await browser.send(`${ACCOUNTS}/connect`, [['provider', 'ICS']])).status).toBe(404);
  });
});

describe('a calendar from a URL', () => {
  test('is connected, with user name and password if required, and shows neither', async () => {
    const address = calendarAt(SECRET);
    const page = await giveCalendar(browser, { address, name: 'Home', user: 'ada@dav', password: PASSWORD });
    expect(page.text).toContain('<bdi>Home</bdi> connected: kith reads events.');
    expect(page.text).not.toContain(SECRET);
    expect(asked.at(-1)).toEqual({
      path: `/${SECRET}`,
      authorization: `Basic ${Buffer.from(`ada@dav:${PASSWORD}`).toString('base64')}`,
    });
    expect(dataOf(await ada.get('/v2/agenda/calendars')).calendars).toMatchObject([{ account: 'Home' }]);
    const gone = await disconnect(browser, page, 'Home');
    expect(gone.text).toContain('account disconnected. ');
    const unnamed = await giveCalendar(browser, { address: calendarAt('b') });
    expect(unnamed.text).not.toContain(CORPUS[2]);
    expect(plain(unnamed.text)).toContain(`<bdi>${CORPUS[2]}</bdi> connected`);
    expect(
      plain((await disconnect(browser, unnamed, unnamed.text.match(/<strong><bdi>(.*?)<\/bdi>/)![1]!)).text),
    ).toContain('No account');
  });

  test.each([
    ['no address', 'home', 'must begin with https:// or webcal://'],
    ['a file of this machine', '/etc/hostname', 'must begin with https:// or webcal://'],
    ['a file by its address', 'file:///etc/hostname', 'must begin with https:// or webcal://'],
    ['plain http elsewhere', 'http://calendar.example/x', 'must begin with https:// or webcal://'],
    ['this machine by another name', () => calendarAt('x').replace('127.0.0.1', 'localhost'), 'Could not connect'],
    ['a private network', 'https://10.0.0.1/x', 'Could not connect'],
    ['this machine in IPv6', 'http://[::1]:1/x', 'Could not connect'],
    ['a page', () => calendarAt('page'), 'is not a calendar'],
    ['nothing', () => calendarAt('gone'), 'Access to this address is denied.'],
    ['another host', () => calendarAt('moved'), 'The address redirects to https://elsewhere.example.'],
  ])('is rejected with an explanation and the entered values except the secret: %s', async (_, given, words) => {
    const address = `${typeof given === 'string' ? given : given()}?${SECRET}`;
    const page = await giveCalendar(browser, { address, name: 'My "calendar"', password: PASSWORD });
    expect([page.status, plain(page.text)]).toEqual([400, expect.stringContaining(words)]);
    expect(Object.fromEntries(formIn(page.text, `${ACCOUNTS}/calendar`))).toMatchObject({ name: 'My "calendar"' });
    expect(page.text).not.toContain(SECRET);
    expect(page.text).not.toContain('pass word');
    expect(page.text).not.toContain('kith connect');
    expect(asked.some(({ path }) => path.startsWith('/x'))).toBe(false);
  });

  test('is not shown again to someone who is signed out', async () => {
    const page = await newBrowser(originOf(service)).send(`${ACCOUNTS}/calendar`, [['address', calendarAt(SECRET)]]);
    expect([page.status, page.text.includes(SECRET)]).toEqual([401, false]);
  });

  test('is read only at public addresses for a remote user, and anywhere for a local one', async () => {
    const grace = await service.user();
    const url = calendarAt('later').replace('127.0.0.1', 'localhost');
    const connect = (email: string, isPublic?: true) =>
      withData(service, (data) =>
        saveAccount(data, grace.id, {
          ...{ provider: 'ICS', email, capabilities: ['read_calendar'] },
          credentials: { kind: 'ics', url: `${url}-${email}`, ...(isPublic && { isPublic }) },
        }),
      );
    await connect('here');
    await connect('elsewhere', true);
    const { warnings } = dataOf(await grace.get('/v2/agenda/calendar/events'));
    expect(warnings).toEqual(['account:elsewhere: unavailable']);
    expect(asked.filter(({ path }) => path.startsWith('/later')).map(({ path }) => path)).toEqual(['/later-here']);
  });
});
