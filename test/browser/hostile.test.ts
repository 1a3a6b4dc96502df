import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { originOf } from '../support/browser.ts';
import { chromiumPath, openChromium, signInOn, watchedPage } from '../support/chromium.ts';
import { CORPUS, rewriteTexts } from '../support/hostile.ts';
import { pagePaths } from '../support/page-routes.ts';
import { dataOf } from '../support/people.ts';
import { type RunningService, startService, type User } from '../support/service.ts';
import { makeWorld, type World } from '../support/world.ts';

// Text from others, and attacks from other sites, in a browser that could run them.

/** Breaks out of an attribute, a title, and a text field, and runs as a script, a handler, or a style. */
const SHORT = `'"></title></textarea><img src=x onerror=alert(1)><script>alert(2)</script>`;
const LONG = [
  SHORT,
  ...CORPUS,
  '<svg onload=alert(3)><style>*{display:none}</style><base href=//evil.example>',
  '<form action=//evil.example><input name=q hx-get=/account hx-trigger=load><iframe srcdoc="<script>alert(4)</script>">',
  'javascript:alert(5) {{constructor.constructor("alert(6)")()}} #{alert(7)} <!-- --><![CDATA[',
].join('\n');

let service: RunningService;
let browser: Browser;
let origin: string;
let ada: User;
let world: World;

beforeAll(async () => {
  if (!chromiumPath) return;
  [service, browser] = await Promise.all([startService(), openChromium()]);
  origin = originOf(service);
  ada = await service.user();
  world = await makeWorld(ada, 'made');
  await rewriteTexts(ada, world, LONG, SHORT);
  dataOf(
    await ada.call('PATCH', `/v2/contacts/${world.contact}`, {
      website: 'javascript:alert(8)',
      birthday: new Date().toISOString().slice(5, 10).replace(/^/, '--'),
    }),
  );
  dataOf(
    await ada.call('PATCH', `/v2/contacts/${world.other}`, { full_name: SHORT, company: SHORT, job_title: SHORT }),
  );
});
afterAll(async () => {
  if (!chromiumPath) return;
  await browser.close();
  await service.stop();
  expect(service.log()).not.toContain('unexpected fault');
});

async function signedInPage() {
  const watched = await watchedPage(browser);
  await signInOn(watched.page, service, ada);
  return watched;
}

/** Foreign elements on a page if text were parsed as markup. */
const FOREIGN = `JSON.stringify([...document.querySelectorAll(
  'script:not([type=module][src^="/assets/"]), img:not([src^="/assets/"], [src^="/people/"]), iframe, base, style, [onerror], [onload], a[href^="javascript:" i], body svg[onload], form[action*="evil"]')].map(({ outerHTML }) => outerHTML))`;

describe.runIf(chromiumPath)('text from others', () => {
  test('stays text on every page and in every field, and never runs', async () => {
    const { page, complaints } = await signedInPage();
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      return dialog.dismiss();
    });
    const asked: string[] = [];
    page.on('request', (sent) => asked.push(new URL(sent.url()).origin));
    const shownOn: string[] = [];
    const query = encodeURIComponent(SHORT);
    for (const path of [...pagePaths(world), `/people?q=${query}`, `/sign-in?to=${query}`, `/people?cursor=${query}`]) {
      const answer = await page.goto(origin + path).catch(() => null);
      // A file download.
      if (!answer?.headers()['content-type']?.startsWith('text/html')) continue;
      expect([path, await page.evaluate(FOREIGN)]).toEqual([path, '[]']);
      const text = await page.evaluate(
        `document.body.innerText + [...document.querySelectorAll('input, textarea')].map(({ value }) => value).join()`,
      );
      if (String(text).includes('<img src=x onerror=alert(1)>')) shownOn.push(path);
    }
    expect(shownOn).toEqual(
      expect.arrayContaining([
        '/today',
        '/people',
        `/people/${world.contact}`,
        `/people/${world.contact}/edit`,
        expect.stringContaining('/duplicates/pair?'),
        `/people?q=${query}`,
      ]),
    );
    expect(dialogs).toEqual([]);
    expect([...new Set(asked)]).toEqual([origin]);
    expect(complaints).toEqual([]);
  });
});

test.runIf(chromiumPath)("refuses to show any page in another site's frame", async () => {
  const { page } = await signedInPage();
  const framed = ['/today', '/people', '/account', '/sign-in', '/offline'];
  const site = createServer((_, answer) =>
    answer
      .setHeader('Content-Type', 'text/html')
      .end(framed.map((path) => `<iframe src="${origin}${path}"></iframe>`).join('')),
  ).listen(0, '127.0.0.1');
  await once(site, 'listening');
  await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
  const frames = page.frames().filter((frame) => frame !== page.mainFrame());
  expect(frames).toHaveLength(framed.length);
  for (const frame of frames) {
    // The browser logs it some time after the surrounding page has loaded.
    await expect.poll(() => frame.url()).toMatch(/^chrome-error:/);
    expect(await frame.locator('main').count()).toBe(0);
  }
  site.close();
  site.closeAllConnections();
});
