import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { originOf } from '../support/browser.ts';
import { chromiumPath, findings, openChromium, signInOn, watchedPage } from '../support/chromium.ts';
import { dataOf, makeContact } from '../support/people.ts';
import { type RunningService, startService, type User } from '../support/service.ts';

let service: RunningService;
let browser: Browser;
let page: Page;
let complaints: string[];
let origin: string;
let grace: { id: string };
let ada: User;
beforeAll(async () => {
  if (!chromiumPath) return;
  [service, browser] = await Promise.all([startService(), openChromium()]);
  origin = originOf(service);
  ada = await service.user();
  grace = await makeContact(ada, {
    full_name: 'Grace Hopper',
    company: 'Navy',
    contact_phone_numbers: [{ phone_number: '+1 555 0100' }],
  });
  const links = [{ contact_id: grace.id }];
  dataOf(
    await ada.post('/v2/timeline/notes', { note: { note: 'Allergic to walnuts', timeline_items_contacts: links } }),
  );
  ({ page, complaints } = await watchedPage(browser));
  await signInOn(page, service, ada);
});
afterAll(async () => {
  if (!chromiumPath) return;
  await browser.close();
  await service.stop();
});

const palette = () => page.getByRole('dialog', { name: 'Search or run a command' });

async function openPalette(): Promise<void> {
  await page.goto(`${origin}/today`);
  await page.keyboard.press('Control+k');
  await palette().getByRole('link', { name: 'Go to People' }).waitFor();
}

describe.runIf(chromiumPath)('the command palette', () => {
  test('opens a person with their name and Enter', async () => {
    await openPalette();
    await page.keyboard.type('hopper');
    await palette().getByText('Call Grace Hopper').waitFor();
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/people/${grace.id}`);
    expect(complaints).toEqual([]);
  });

  test('finds a note by a word in it', async () => {
    await openPalette();
    await page.keyboard.type('walnuts');
    await palette().getByText('Allergic to walnuts').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/people/${grace.id}#note-*`);
    expect(complaints).toEqual([]);
  });

  test('runs what the typed words find, however fast Enter follows', async () => {
    await openPalette();
    await page.keyboard.insertText('hopper');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/people/${grace.id}`);
    expect(complaints).toEqual([]);
  });

  test('offers a new person first if nothing fits', async () => {
    await openPalette();
    await page.keyboard.type('Zelda Quirke');
    await palette().getByText('New person “Zelda Quirke”').waitFor();
    expect(await palette().locator('li :is(a, button)').first().textContent()).toContain('New person');
    expect(await palette().getByText('Log contact with').count()).toBe(0);
  });

  test('fills its list if it opens before htmx has started', async () => {
    const { page: early } = await watchedPage(browser);
    await signInOn(early, service, ada);
    // htmx starts in a timer without a delay.
    await early.addInitScript(() => {
      const timer = setTimeout;
      Object.assign(globalThis, { setTimeout: (run: () => void, delay = 500) => timer(run, delay) });
    });
    await early.goto(`${origin}/today`);
    await early.keyboard.press('Control+k');
    await early.getByRole('dialog').getByRole('link', { name: 'Go to People' }).waitFor();
    await early.close();
  });

  test('opens from the navigation, and adds a person who is not found', async () => {
    await page.goto(`${origin}/people`);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Search' }).click();
    await palette().getByRole('searchbox').fill('Nora Newcomer');
    await palette().getByRole('button', { name: 'New person “Nora Newcomer”' }).click();
    await page.getByRole('heading', { name: 'Nora Newcomer', level: 1 }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('closes with Escape and returns the focus', async () => {
    await openPalette();
    await page.keyboard.press('Escape');
    await palette().waitFor({ state: 'hidden' });
    expect(await page.evaluate('document.activeElement === document.body')).toBe(true);
  });
});
