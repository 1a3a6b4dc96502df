import { readdirSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { newBrowser } from '../support/browser.ts';
import { opened } from '../support/opened.ts';
import { kith, temporaryFolder } from '../support/service.ts';

/** On Windows whoever ends a process ends it at once. */
const canBeAsked = process.platform !== 'win32';
const folder = temporaryFolder();
afterAll(() => folder.remove());

test.runIf(canBeAsked)(
  'kith open shows the people of the local user, by a link of one use, until it is stopped',
  async () => {
    await kith(folder.path, 'add', 'Grace Hopper');
    const { link, stop } = await opened(folder.path, 'open', '--port', '0');
    const browser = newBrowser(link.origin);
    expect((await browser.open('/people')).url.pathname).toBe('/sign-in');
    await browser.send(link, []);
    expect((await browser.open('/people')).text).toContain('Grace Hopper');
    expect((await newBrowser(link.origin).send(link, [])).status).toBe(410);
    expect(await stop()).toEqual([0, null]);
  },
);

test.runIf(canBeAsked)('kith demo --page shows the sample, and leaves nothing', async () => {
  const { link, stop } = await opened(folder.path, 'demo', '--page');
  const browser = newBrowser(link.origin);
  await browser.send(link, []);
  expect((await browser.open('/people?q=amara')).text).toContain('Amara Okafor');
  expect(await stop()).toEqual([0, null]);
  expect(readdirSync(folder.path).filter((name) => name.startsWith('kith-demo-'))).toEqual([]);
});
