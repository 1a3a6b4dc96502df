import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { originOf } from '../support/browser.ts';
import { chromiumPath, findings, newVisitor, openChromium, signInOn } from '../support/chromium.ts';
import { dataOf, makeContact } from '../support/people.ts';
import { type RunningService, startService, temporaryFolder, type User } from '../support/service.ts';

// The web app as an installed app, and without a connection.

const folder = temporaryFolder();
let service: RunningService;
let browser: Browser;
let origin: string;
let ada: User;
let page: Page;
let person: string;

beforeAll(async () => {
  if (!chromiumPath) return;
  [service, browser] = await Promise.all([startService(folder.path), openChromium()]);
  origin = originOf(service);
  ada = await service.user();
  const { id } = await makeContact(ada, { full_name: 'Grace Hopper' });
  person = `/people/${id}`;
  page = await (await newVisitor(browser, { serviceWorker: true })).newPage();
  await signInOn(page, service, ada);
  // A page that loads while the worker starts may stay uncontrolled. The worker controls the next page.
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
  await page.reload();
  expect(await page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true);
});
afterAll(async () => {
  if (chromiumPath) await browser.close();
  if (chromiumPath) await service.stop();
  folder.remove();
});

/** The same service on the same port after an outage. */
async function startAgain(): Promise<void> {
  service = await startService(folder.path, {}, [], Number(new URL(origin).port));
}

describe.runIf(chromiumPath)('the app', () => {
  test('can be installed: its manifest is valid, and its icons have the declared sizes', async () => {
    const session = await page.context().newCDPSession(page);
    const { url, errors, data } = await session.send('Page.getAppManifest');
    expect([url, errors]).toEqual([`${origin}/manifest.webmanifest`, []]);
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    // A window without a profile, as in these tests, cannot install apps.
    expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);
    for (const { src, sizes } of JSON.parse(data!).icons) {
      const size = await page.evaluate(
        `new Promise((done) => { const image = new Image(); image.onload = () => done(image.naturalWidth + 'x' + image.naturalHeight); image.src = ${JSON.stringify(src)}; })`,
      );
      expect(sizes === 'any' ? 'any' : size).toBe(sizes);
    }
  });

  test('caches no personal data, whatever pages were opened', async () => {
    for (const path of ['/today', '/people', '/people?q=hopper', person, '/account']) await page.goto(origin + path);
    const kept = (await page.evaluate(
      `caches.keys().then((names) => Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)))).then((all) => all.flat())`,
    )) as string[];
    expect(kept.filter((path) => !/^\/assets\/(styles|page|icon)-\w+\.(css|js|svg)$/.test(path)).sort()).toEqual([
      '/offline',
      '/offline/unsent',
    ]);
    expect(await page.evaluate(`caches.match('/offline').then((page) => page.text())`)).not.toContain(ada.email);
  });

  test('reports a lost connection on each page, and continues once it is back', async () => {
    await page.context().setOffline(true);
    await page.goto(`${origin}/people?q=hopper`);
    await page.getByRole('heading', { name: 'No connection' }).waitFor();
    expect(await findings(page)).toEqual([]);
    await page.context().setOffline(false);
    await page.getByRole('link', { name: 'Try again' }).click();
    await page.getByText('Results for “hopper”').waitFor();
  });

  test('keeps a form that could not be sent as typed, and applies it once when it is sent again', async () => {
    const text = `<img src=x onerror=alert(1)>"'</textarea>&amp;\nsecond line`;
    await page.goto(origin + person);
    // Without the script that saves in place, the form leaves the page.
    await page.evaluate(
      "document.querySelector('.composer').replaceWith(document.querySelector('.composer').cloneNode(true))",
    );
    await page.getByLabel('What happened?').fill(text);
    await service.stop();
    await page.getByRole('button', { name: 'Save note' }).click();
    await page.getByRole('heading', { name: 'Your input' }).waitFor();
    expect(await page.locator('textarea').inputValue()).toContain(text);
    expect(await findings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByRole('heading', { name: 'Your input' }).waitFor();
    await startAgain();
    await page.getByRole('button', { name: 'Send again' }).dblclick();
    await page.locator('.timeline').getByText('second line').waitFor();
    const { notes } = dataOf(await ada.get('/v2/timeline/notes'));
    expect(notes.map(({ note }: { note: string }) => note)).toEqual([text]);
  });

  test('returns to the form when going back to an answer that cannot be shown again', async () => {
    // A page that answers a POST is in no cache.
    await page.goto(`${origin}${person}`);
    await page.evaluate(
      `document.body.insertAdjacentHTML('beforeend', '<form id="refused" method="post" action="/log"></form>')`,
    );
    await page.evaluate(`document.querySelector('#refused').submit()`);
    await page.getByText('Choose at least one person.').waitFor();
    await page.goto(`${origin}/today`);
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Grace Hopper' }).waitFor();
    expect(await page.getByText('No connection').count()).toBe(0);
  });

  test('accepts no form from another site', async () => {
    const site = createServer((_, answer) =>
      answer
        .setHeader('Content-Type', 'text/html')
        .end(`<form method="post" action="${origin}/people"><input name="name" value="Mallory"></form>`),
    ).listen(0, '127.0.0.1');
    await once(site, 'listening');
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
    await page.evaluate('document.forms[0].submit()');
    await page.getByRole('heading', { name: 'Request from another site' }).waitFor();
    site.close();
    site.closeAllConnections();
    expect(dataOf(await ada.get('/v2/contacts')).contacts).toHaveLength(1);
  });
});
