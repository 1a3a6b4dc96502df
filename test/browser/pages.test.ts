import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { originOf } from '../support/browser.ts';
import { chromiumPath, findings, openChromium, signInOn, watchedPage } from '../support/chromium.ts';
import { authorization, registered } from '../support/oauth-wire.ts';
import { dataOf, makeContact } from '../support/people.ts';
import { type RunningService, startService, type User } from '../support/service.ts';

// The web app as a person uses it, in a browser.

let service: RunningService;
let browser: Browser;
let origin: string;
let ada: User;
beforeAll(async () => {
  if (!chromiumPath) return;
  [service, browser] = await Promise.all([startService(), openChromium()]);
  origin = originOf(service);
  ada = await service.user();
  const grace = await makeContact(ada, {
    full_name: 'Grace Hopper',
    company: 'Navy',
    contact_emails: [{ email: 'grace@example.com' }],
  });
  await makeContact(ada, { full_name: 'محمد عبد الرحمن' });
  const links = [{ contact_id: grace.id }];
  dataOf(await ada.post('/v2/timeline/notes', { note: { note: 'Lunch on Friday', timeline_items_contacts: links } }));
  const reminder = { text: 'Call Grace', due_at_date: '2026-01-02', reminders_contacts: links };
  dataOf(await ada.post('/v2/reminders', { reminder }));
});
afterAll(async () => {
  if (!chromiumPath) return;
  await browser.close();
  await service.stop();
  expect(service.log()).not.toContain('unexpected fault');
});

/** A signed-in user's page. */
async function signedInPage(): Promise<{ page: Page; complaints: string[] }> {
  const watched = await watchedPage(browser);
  await signInOn(watched.page, service, ada);
  return watched;
}

describe.runIf(chromiumPath)('in a browser', () => {
  test('finds people as the user types, and opens a person with one click', async () => {
    const { page, complaints } = await signedInPage();
    await page.goto(`${origin}/people`);
    await page.getByLabel('Search names').pressSequentially('hop');
    await page.waitForURL('**/people?q=hop');
    await page.getByText('Results for “hop”').waitFor();
    expect(await page.locator('#found .who bdi').allTextContents()).toEqual(['Grace Hopper']);
    await page.locator('#rows').getByRole('link', { name: 'Grace Hopper' }).click();
    await page.waitForURL('**/people/*-*');
    expect(await page.locator('h1 bdi').textContent()).toBe('Grace Hopper');
    expect(complaints).toEqual([]);
  });

  test('saves a note once, however fast the button is pressed', async () => {
    const { page, complaints } = await signedInPage();
    await page.goto(`${origin}/people?q=hopper`);
    await page.locator('#rows').getByRole('link', { name: 'Grace Hopper' }).click();
    await page.getByLabel('What happened?').fill('Pressed twice');
    await page.getByRole('button', { name: 'Save note' }).dblclick();
    const written = page.locator('.timeline').getByText('Pressed twice');
    await written.waitFor();
    await page.reload();
    expect(await written.count()).toBe(1);
    expect(complaints).toEqual([]);
  });

  test('connects an app with one click, and returns to it', async () => {
    const { page, complaints } = await signedInPage();
    const program = createServer((_, answer) => answer.end('kith is connected')).listen(0, '127.0.0.1');
    await once(program, 'listening');
    const { port } = program.address() as AddressInfo;
    const host = await registered(origin, `http://127.0.0.1:${port}/callback`);
    await page.goto(authorization(host).url.href);
    expect(await page.locator('h1').textContent()).toContain('A host of the wire');
    expect(await findings(page)).toEqual([]);
    await page.getByLabel('Delete and merge').uncheck();
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await page.getByText('kith is connected').waitFor();
    expect(new URL(page.url()).searchParams.get('code')).not.toBeNull();
    program.close();
    program.closeAllConnections();
    await page.goto(`${origin}/settings/assistants`);
    expect(await page.locator('section[aria-labelledby=hosts]').textContent()).toContain('A host of the wire');
    expect(complaints).toEqual([]);
  });

  test('has no axe findings on any page, narrow and wide, light and dark', async () => {
    const { page } = await signedInPage();
    const { contacts } = dataOf(await ada.get('/v2/contacts'));
    for (const path of [
      '/today',
      '/people',
      '/people?q=nobody',
      ...contacts.map(({ id }: { id: string }) => `/people/${id}`),
    ]) {
      await page.goto(origin + path);
      expect([path, await findings(page)]).toEqual([path, []]);
    }
  });
});
