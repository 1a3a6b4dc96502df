import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { linkFor, originOf } from '../support/browser.ts';
import { chromiumPath, newVisitor, openChromium } from '../support/chromium.ts';
import { authorization, registered, type WireHost } from '../support/oauth-wire.ts';
import { type RunningService, startService } from '../support/service.ts';

// An app on another origin that opens the sign-in in a popup and waits for the callback.

/** The app's page. Its callback reports the result to its opener, as such apps' SDKs do. */
const APP = `<!doctype html><title>app</title><script>
  if (location.pathname === '/callback') opener?.postMessage(location.search, location.origin);
  addEventListener('message', ({ data }) => { document.title = data });
</script>`;

describe.runIf(chromiumPath)('a popup from another origin', () => {
  let service: RunningService;
  let browser: Browser;
  let app: Server;
  let host: WireHost;
  let home: string;

  beforeAll(async () => {
    app = createServer((_, answer) => answer.writeHead(200, { 'content-type': 'text/html' }).end(APP));
    app.listen(0, '127.0.0.1');
    await once(app, 'listening');
    home = `http://127.0.0.1:${(app.address() as AddressInfo).port}`;
    [service, browser] = await Promise.all([startService(), openChromium()]);
    host = await registered(originOf(service), `${home}/callback`);
  });
  afterAll(async () => {
    app.closeAllConnections();
    app.close();
    await Promise.all([browser.close(), service.stop()]);
  });

  async function opened(url: URL | string) {
    const page = await (await newVisitor(browser)).newPage();
    await page.goto(home);
    const popup = page.waitForEvent('popup');
    await page.evaluate(`popup = open(${JSON.stringify(`${url}`)}, 'popup', 'popup')`);
    return { page, popup: await popup };
  }
  const isClosed = (page: Page) => page.evaluate('popup.closed');
  const hasOpener = (popup: Page) => popup.evaluate('opener !== null');
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

  test('keeps its opener from the sign-in to the callback', async () => {
    const { email } = await service.user();
    const { url, state } = authorization(host);
    const { page, popup } = await opened(url);
    const still = async (path: string) => {
      await popup.waitForURL(`**${path}`);
      expect([path, await isClosed(page), await hasOpener(popup)]).toEqual([path, false, true]);
    };
    await still('/sign-in?**');
    const to = new URL(popup.url()).searchParams.get('to')!;
    await popup.evaluate(`location.href = ${JSON.stringify(`${await linkFor(service, email)}?to=${to}`)}`);
    await still('/sign-in/link/**');
    await press(popup, 'Sign in');
    await still('/account/passkeys/new?**');
    await popup.getByText('Not now').click();
    await still('/authorize/**');
    await press(popup, 'Allow');
    await still('/callback?**');
    await page.waitForFunction(`document.title.includes(${JSON.stringify(state)})`);
    expect(await page.title()).toMatch(/[?&]code=/);
  });

  test('keeps its opener on the page that reports a bad request', async () => {
    const { url } = authorization(host, { redirect_uri: `${home}/else` });
    const { page, popup } = await opened(url);
    await popup.waitForSelector('text=This app can’t connect');
    expect([await isClosed(page), await hasOpener(popup)]).toEqual([false, true]);
  });

  test('loses its opener on any other page', async () => {
    const { page, popup } = await opened(`${originOf(service)}/offline`);
    await popup.waitForURL('**/offline');
    await popup.waitForLoadState();
    expect([await isClosed(page), await hasOpener(popup)]).toEqual([true, false]);
  });
});
