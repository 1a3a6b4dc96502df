import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { originOf } from '../support/browser.ts';
import { chromiumPath, findings, openChromium, signInOn, watchedPage, withAuthenticator } from '../support/chromium.ts';
import { openDatabase } from '../support/database.ts';
import { dataOf, makeContact } from '../support/people.ts';
import { type RunningService, startService, type User } from '../support/service.ts';

// The settings in a browser: script features and axe findings.

const LONG = `${'long'.repeat(12)} <b>&"`;
const MAX_BYTES = 14 * 1024;

let service: RunningService;
let browser: Browser;
let origin: string;
let ada: User;

beforeAll(async () => {
  if (!chromiumPath) return;
  [service, browser] = await Promise.all([startService(), openChromium()]);
  origin = originOf(service);
  ada = await service.user(undefined, 'Europe/Berlin');
});
afterAll(async () => {
  if (!chromiumPath) return;
  await browser.close();
  await service.stop();
  expect(service.log()).not.toContain('unexpected fault');
});

async function signedInPage(options?: { javaScript: boolean }): Promise<{ page: Page; complaints: string[] }> {
  const watched = await watchedPage(browser, options);
  await signInOn(watched.page, service, ada);
  return watched;
}

describe.runIf(chromiumPath)('the settings', () => {
  test('copy text to the clipboard, and download a file', async () => {
    const { page, complaints } = await signedInPage();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`${origin}/settings/assistants`);
    await page.locator('summary', { hasText: 'Claude Code' }).click();
    await page.getByRole('button', { name: 'Copy Claude Code' }).click();
    await page.getByRole('button', { name: 'Copied Claude Code' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
      `claude mcp add --transport http kith ${origin}/mcp`,
    );
    await page.getByRole('link', { name: 'Import and export', exact: true }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download Contacts (CSV)' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^kith-[\d-]{10}\.csv$/);
    expect(await file.failure()).toBeNull();
    expect(complaints).toEqual([]);
  });

  test('work without JavaScript, with selectable text in place of copy buttons', async () => {
    const { page } = await signedInPage({ javaScript: false });
    await page.goto(`${origin}/settings/keys`);
    await page.getByRole('textbox', { name: 'Name' }).fill('by hand');
    await page.getByRole('button', { name: 'Create key' }).click();
    expect(await page.locator('#new-secret').textContent()).toMatch(/^kith_/);
    expect(await page.getByRole('button', { name: /^Copy/ }).count()).toBe(0);
    await page.getByRole('link', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Revoke by hand' }).click();
    expect(await page.getByRole('status').textContent()).toContain('API key revoked');
  });

  test('require a passkey after an older sign-in, and then continue by themselves', async () => {
    const { page, complaints } = await signedInPage();
    await withAuthenticator(page);
    await page.getByRole('button', { name: 'Add passkey' }).click();
    await page
      .locator('#toast')
      .getByText(/passkey/i)
      .waitFor();
    await page.goto(`${origin}/settings/keys`);
    await page.getByRole('textbox', { name: 'Name' }).fill('of a while ago');
    const database = openDatabase(service.dataDir);
    database.all('update sessions set created_at = ? returning id', '2026-01-01T00:00:00.000Z');
    database.close();
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('heading', { name: 'Confirm it’s you' }).waitFor();
    await page.locator('summary').click();
    expect(await findings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Confirm with passkey' }).click();
    expect(await page.locator('#new-secret').textContent()).toMatch(/^kith_/);
    await page.getByRole('link', { name: 'Done' }).click();
    expect(await page.getByText('of a while ago').count()).toBe(2);
    expect(complaints).toEqual([]);
  });

  test('have no axe findings on any page, narrow and wide, light and dark, and no large page', async () => {
    const { page, complaints } = await signedInPage();
    const found: [string, string[]][] = [];
    const sizes: [string, number][] = [];
    async function look(name: string): Promise<void> {
      found.push([name, await findings(page)]);
      sizes.push([name, gzipSync(await page.content()).length]);
    }
    const { id } = await makeContact(ada, { full_name: LONG });
    dataOf(await ada.call('DELETE', `/v2/contacts/${id}`));
    await makeContact(ada, { full_name: LONG, image_url: 'file:///elsewhere' });

    await page.goto(`${origin}/settings`);
    await look('you');
    await page.getByRole('combobox', { name: 'Time zone' }).fill('Nowhere');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('#time_zone-error').waitFor();
    await look('you refused');
    await page.goto(`${origin}/account`);
    await look('sign-in');
    await page.goto(`${origin}/settings/assistants`);
    for (const summary of await page.locator('summary:visible').all()) {
      await summary.evaluate('element => element.parentElement.removeAttribute("name")');
      await summary.click();
    }
    await look('assistants');
    await page.evaluate("document.documentElement.dir = 'rtl'");
    await look('assistants from right to left');
    await page.goto(`${origin}/settings/keys`);
    await page.getByRole('textbox', { name: 'Name' }).fill(LONG);
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.locator('#new-secret').waitFor();
    await look('new key');
    await page.getByRole('link', { name: 'Done' }).click();
    await look('keys');
    await page.goto(`${origin}/settings/data`);
    await look('data');
    await page.getByRole('button', { name: 'Download Contacts (vCard)' }).click();
    await page.getByRole('heading', { name: 'Some data does not fit this format' }).waitFor();
    await look('an export that lacks something');
    await page.goto(`${origin}/trash`);
    await look('trash');
    await page.getByRole('link', { name: `Delete forever ${LONG}` }).click();
    await look('delete for good');
    await page.goto(`${origin}/settings/messages`);
    await look('messages');
    await page.goto(`${origin}/settings/log`);
    await look('log');
    expect(found.filter(([, faults]) => faults.length > 0)).toEqual([]);
    expect(found).toHaveLength(13);
    expect(sizes.filter(([, bytes]) => bytes > MAX_BYTES)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
