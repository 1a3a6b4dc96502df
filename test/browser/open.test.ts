import { afterAll, expect, test } from 'vitest';
import { chromiumPath, newVisitor, openChromium } from '../support/chromium.ts';
import { openedInBrowser } from '../support/opened.ts';
import { temporaryFolder } from '../support/service.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

test.runIf(chromiumPath)('kith open gives the browser a file that redirects to the sign-in', async () => {
  const [{ link, given, stop }, browser] = await Promise.all([openedInBrowser(folder.path), openChromium()]);
  const page = await (await newVisitor(browser)).newPage();
  await page.goto(given.at(-1)!);
  await page.waitForURL(link.href);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(`${link.origin}/today`);
  await browser.close();
  expect(await stop()).toEqual([0, null]);
});
