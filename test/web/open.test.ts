import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { newBrowser } from '../support/browser.ts';
import { opened, openedInBrowser } from '../support/opened.ts';
import { kith, temporaryFolder } from '../support/service.ts';

/** On Windows, ending a process kills it. */
const canBeAsked = process.platform !== 'win32';
const folder = temporaryFolder();
afterAll(() => folder.remove());

test.runIf(canBeAsked)(
  "kith open shows the local user's people through a single-use link, until it is stopped",
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

test.runIf(canBeAsked)(
  'kith open gives the browser a file that only its owner can read, and removes it at the sign-in',
  async () => {
    const own = temporaryFolder();
    const { link, given, stop } = await openedInBrowser(own.path);
    const address = given.at(-1)!;
    expect(given.join(' ')).not.toContain(link.pathname.split('/').at(-1));
    const file = fileURLToPath(address);
    expect([statSync(file).mode & 0o777, statSync(dirname(file)).mode & 0o777]).toEqual([0o600, 0o700]);
    expect(readFileSync(file, 'utf8')).toContain(`content="0; url=${link.href}"`);
    const left = () => readdirSync(own.path).filter((name) => name.startsWith('kith-open-'));
    expect(left()).toHaveLength(1);
    await newBrowser(link.origin).send(link, []);
    expect(left()).toEqual([]);
    await stop();
    own.remove();
  },
);

test.runIf(canBeAsked)('kith open leaves no file if it is stopped before the sign-in', async () => {
  const own = temporaryFolder();
  const { stop } = await openedInBrowser(own.path);
  expect(await stop()).toEqual([0, null]);
  expect(readdirSync(own.path).filter((name) => name.startsWith('kith-open-'))).toEqual([]);
  own.remove();
});

test.runIf(canBeAsked)('kith demo --page shows the sample, and leaves nothing', async () => {
  const { link, stop } = await opened(folder.path, 'demo', '--page');
  const browser = newBrowser(link.origin);
  await browser.send(link, []);
  expect((await browser.open('/people?q=amara')).text).toContain('Amara Okafor');
  expect(await stop()).toEqual([0, null]);
  expect(readdirSync(folder.path).filter((name) => name.startsWith('kith-demo-'))).toEqual([]);
});
