import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { originOf } from '../support/browser.ts';
import { chromiumPath, findings, openChromium, signInOn, watchedPage } from '../support/chromium.ts';
import { type Json, makeContact } from '../support/people.ts';
import { type RunningService, startService } from '../support/service.ts';

let service: RunningService;
let browser: Browser;
let page: Page;
let complaints: string[];
let origin: string;
let hub: Json;

beforeAll(async () => {
  if (!chromiumPath) return;
  [service, browser] = await Promise.all([startService(), openChromium()]);
  origin = originOf(service);
  const ada = await service.user();
  hub = await makeContact(ada, { full_name: 'Hub' });
  for (let at = 0; at < 160; at++)
    await makeContact(ada, {
      full_name: `Spoke ${at}`,
      related_contacts: [{ destination: hub.id, source_contact: 'friend', destination_contact: 'friend' }],
    });
  await makeContact(ada, { full_name: 'Loner' });
  ({ page, complaints } = await watchedPage(browser));
  await signInOn(page, service, ada);
});
afterAll(async () => {
  if (!chromiumPath) return;
  await browser.close();
  await service.stop();
});

describe.runIf(chromiumPath)('the network of all people', () => {
  test('draws the most connected people, says that others are left out, and opens one', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${origin}/people`);
    await page.getByRole('link', { name: 'Network' }).first().click();
    await page.getByText('150 people with 149 relationships').waitFor();
    await page.getByText('The 150 people with the most relationships are shown.').waitFor();
    const drawn = page.locator('.graph a');
    await drawn.first().waitFor();
    expect([await drawn.count(), await page.locator('.graph line').count()]).toEqual([150, 149]);
    expect(await page.locator('.graph').getByText('Loner').count()).toBe(0);
    expect(await findings(page)).toEqual([]);
    await page.locator(`.graph a[href="/people/${hub.id}"]`).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/people/${hub.id}`);
    expect(complaints).toEqual([]);
  });

  test('is a list without scripts, and a hint for someone without relationships', async () => {
    const bob = await service.user();
    const { page: plain } = await watchedPage(browser, { javaScript: false });
    await signInOn(plain, service, bob);
    await plain.goto(`${origin}/network`);
    await plain.getByText('No relationships yet.').waitFor();
    await makeContact(bob, {
      full_name: 'Ann',
      related_contacts: [
        {
          destination: (await makeContact(bob, { full_name: 'Ben' })).id,
          source_contact: 'mother',
          destination_contact: 'son',
        },
      ],
    });
    await plain.reload();
    await plain.getByText('List of relationships').click();
    await plain.getByText('mother of Ben').waitFor();
    await plain.context().close();
  });
});
