import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { originOf } from '../support/browser.ts';
import { chromiumPath, openChromium, signInOn, watchedPage } from '../support/chromium.ts';
import { type Json, makeContact, makeContacts } from '../support/people.ts';
import { type RunningService, startService, type User } from '../support/service.ts';

// Findings of a design review that no other test covers. The daily tasks are in tasks.test.ts.

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const ZONE = 'America/Los_Angeles';

let service: RunningService;
let browser: Browser;
let origin: string;
let ada: User;
let page: Page;
let complaints: string[];
let grace: Json;

beforeAll(async () => {
  if (!chromiumPath) return;
  [service, browser] = await Promise.all([startService(), openChromium()]);
  origin = originOf(service);
  ada = await service.user(undefined, 'UTC');
  const year = new Date().getUTCFullYear();
  await makeContacts(
    ada,
    Array.from({ length: 60 }, (_, at) => ({
      full_name: `Person ${String(at).padStart(2, '0')}`,
      company: 'Navy',
      frequency: '7 days',
      last_seen_at: new Date(Date.UTC(year - 2, 0, 1 + at)).toISOString(),
      contact_emails: [{ email: `person${at}@example.com` }],
      contact_phone_numbers: [{ phone_number: `+1 202 555 01${String(at).padStart(2, '0')}` }],
    })),
  );
  grace = await makeContact(ada, { full_name: 'Grace Hopper', birthday: new Date().toISOString().slice(0, 10) });
  ({ page, complaints } = await watchedPage(browser));
  await page.setViewportSize(WIDE);
  await signInOn(page, service, ada);
});
afterAll(async () => {
  if (!chromiumPath) return;
  await browser.close();
  await service.stop();
  expect(service.log()).not.toContain('unexpected fault');
});

const top = async (locator: Locator): Promise<number> => (await locator.first().boundingBox())!.y;
const activeName = () => page.evaluate('document.activeElement.id || document.activeElement.name');
const go = async (path: string, size = WIDE): Promise<void> => {
  await page.setViewportSize(size);
  await page.goto(origin + path);
};
const peopleRows = () => page.locator('.people tr:has([name=id])');

describe.runIf(chromiumPath)('the list of people', () => {
  test('shows 14 rows, their number, and their order on a wide screen', async () => {
    await go('/people');
    expect(await top(peopleRows().nth(13))).toBeLessThan(900 - 44);
    expect(await page.locator('#told').textContent()).toContain('61');
    expect(await page.getByRole('columnheader', { name: 'Name' }).getByRole('link').isVisible()).toBe(true);
    expect((await page.locator('#main').boundingBox())!.width).toBeGreaterThan(1000);
  });

  test('offers a new person wherever it is scrolled', async () => {
    await go('/people');
    const link = page.getByRole('link', { name: 'New', exact: true }).first();
    for (const at of ['0', 'document.body.scrollHeight']) {
      await page.evaluate(`scrollTo(0, ${at})`);
      expect(await top(link)).toBeGreaterThanOrEqual(0);
      expect(await top(link)).toBeLessThan(900);
    }
  });

  test('moves the focus into the filter, and keeps it in the search after Enter', async () => {
    await go('/people');
    await page.keyboard.press('f');
    await expect
      .poll(() => page.evaluate('document.activeElement.closest("details, [popover], form") !== null'))
      .toBe(true);
    await go('/people');
    await page.locator('#q').fill('person 1');
    await page.keyboard.press('Enter');
    await peopleRows().first().waitFor();
    await expect.poll(activeName).toBe('q');
  });

  test('starts high on a phone, below a tab bar that is in reach', async () => {
    await go('/people', PHONE);
    expect(await top(peopleRows())).toBeLessThan(280);
    const tabs = page.locator('nav.tabs');
    expect(await tabs.getByRole('link').allTextContents()).toEqual(
      ['Today', 'People', 'New', 'Search', 'More'].map((text) => expect.stringContaining(text)),
    );
    expect((await tabs.boundingBox())!.y).toBeGreaterThan(PHONE.height - 90);
    expect(await page.getByRole('button', { name: 'Sign out' }).filter({ visible: true }).count()).toBe(0);
  });
});

describe.runIf(chromiumPath)('Today', () => {
  test('shows a birthday of today on the first screen, above or beside those to reach', async () => {
    for (const size of [WIDE, PHONE]) {
      await go('/today', size);
      const birthday = page.locator('#part-birthdays').getByText('Grace Hopper');
      expect(await top(birthday)).toBeLessThan(size.height - 60);
    }
  });

  test('offers a call and a message beside each person, and the rest on another page', async () => {
    await go('/today');
    const row = page.locator('#part-reach li').first();
    expect(await row.getByRole('link', { name: /^Call/ }).getAttribute('href')).toMatch(/^tel:\+1202555/);
    await page
      .getByRole('link', { name: /^Show all/ })
      .first()
      .click();
    await page.locator('#told').getByText('60').waitFor();
  });

  test('names the person and what will happen, in different words for each choice', async () => {
    const told: string[] = [];
    for (const choice of ['In a month', 'Stop reminding']) {
      await go('/today');
      const row = page.locator('#part-reach li').first();
      const name = (await row.locator('.about a').textContent())!;
      await row.locator('summary').first().click();
      await row.getByRole('button', { name: choice }).click();
      const message = page.locator('#toast').getByText(name);
      await message.first().waitFor();
      told.push((await page.locator('#toast').textContent())!.replaceAll(name, ''));
    }
    expect(told[0]).toContain('next reminder');
    expect(told[1]).not.toContain('next reminder');
    expect(complaints).toEqual([]);
  });
});

describe.runIf(chromiumPath)('every list', () => {
  test('has a face for each person', async () => {
    await go('/today');
    expect(await page.locator('#part-reach li .face').count()).toBe(await page.locator('#part-reach li').count());
    await go('/people');
    expect(await page.locator('.people tr .face').count()).toBe(await peopleRows().count());
    await go('/search?q=grace');
    expect(await page.locator('#main .face').count()).toBeGreaterThan(0);
  });
});

describe.runIf(chromiumPath)('a person', () => {
  test('has the focus where the user goes on after a note and a tag', async () => {
    await go(`/people/${grace.id}`);
    await page.keyboard.press('n');
    await page.keyboard.type('Focus stays');
    await page.keyboard.press('Control+Enter');
    await page.locator('#happened').getByText('Focus stays').waitFor();
    await expect.poll(activeName).toBe(`${grace.id}-note`);
    await page.locator('summary', { hasText: 'Add tag' }).click();
    await page.getByLabel('Add tag').fill('navy');
    await page.keyboard.press('Enter');
    await page.locator('#part-tags').getByText('navy', { exact: true }).waitFor();
    await expect.poll(() => page.evaluate('document.activeElement !== document.body')).toBe(true);
  });

  test('puts the focus in a form that unfolds, and back with Escape', async () => {
    await go(`/people/${grace.id}`);
    for (const [summary, field] of [
      ['Add tag', 'tags-name'],
      ['Add phone', 'phone.new0.phone_number'],
      ['Add reminder', 'reminder-text'],
    ] as const) {
      await page.locator('summary', { hasText: summary }).click();
      await expect.poll(activeName).toBe(field);
      await page.keyboard.press('Escape');
      expect(await page.evaluate('document.activeElement.textContent')).toContain(summary);
    }
  });

  test('keeps Delete in a menu, and Save in sight on the edit page', async () => {
    for (const size of [WIDE, PHONE]) {
      await go(`/people/${grace.id}`, size);
      expect(await page.getByRole('button', { name: 'Delete', exact: true }).filter({ visible: true }).count()).toBe(0);
      await go(`/people/${grace.id}/edit`, size);
      const { y, height } = (await page.getByRole('button', { name: 'Save', exact: true }).first().boundingBox())!;
      expect(y + height).toBeLessThanOrEqual(size.height);
    }
  });

  test('is printed without navigation, buttons, and forms', async () => {
    await go(`/people/${grace.id}`);
    await page.emulateMedia({ media: 'print' });
    const shown = page.locator('nav, button, form textarea, .button').filter({ visible: true });
    expect(await shown.count()).toBe(0);
    expect(await page.getByText('Grace Hopper').first().isVisible()).toBe(true);
    await page.emulateMedia({ media: null });
  });
});

describe.runIf(chromiumPath)('a wrong address', () => {
  test.each(['/nope', '/people/does-not-exist', '/people/00000000-0000-4000-8000-000000000000'])(
    'gets a page with the navigation: %s',
    async (path) => {
      await go(path);
      await page.getByRole('heading', { level: 1, name: /not found/ }).waitFor();
      expect(await page.getByRole('navigation').first().isVisible()).toBe(true);
      expect(await page.locator('body').textContent()).not.toMatch(/"error"|UUID/);
    },
  );
});

describe.runIf(chromiumPath)('settings', () => {
  test("offer the browser's time zone once it differs", async () => {
    const { page: other } = await watchedPage(browser, { timezoneId: ZONE });
    await signInOn(other, service, ada);
    await other.goto(`${origin}/settings`);
    await other.getByRole('button', { name: `Use ${ZONE}` }).click();
    expect(await other.locator('[name=time_zone]').inputValue()).toBe(ZONE);
    await other.context().close();
  });

  test("name no setting of the server's administrator", async () => {
    for (const path of ['', '/accounts', '/messages', '/feed', '/devices', '/assistants', '/keys']) {
      await go(`/settings${path}`);
      expect([path, await page.locator('#main').textContent()]).not.toEqual([
        path,
        expect.stringMatching(/KITH_|docs\//),
      ]);
    }
  });
});
