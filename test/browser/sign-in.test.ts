import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { linkFor, originOf } from '../support/browser.ts';
import { chromiumPath, findings, openChromium, watchedPage, withAuthenticator } from '../support/chromium.ts';
import { type RunningService, startService, type User } from '../support/service.ts';

// Sign-in as a person does it, in a browser with a device that supports passkeys.

let service: RunningService;
let browser: Browser;
let origin: string;
beforeAll(async () => {
  if (!chromiumPath) return;
  [service, browser] = await Promise.all([startService(), openChromium()]);
  origin = originOf(service);
});
afterAll(async () => {
  if (!chromiumPath) return;
  await browser.close();
  await service.stop();
  expect(service.log()).not.toContain('unexpected fault');
});

const linkOf = async ({ email }: User): Promise<string> => origin + (await linkFor(service, email));

const newPage = (options?: { javaScript?: boolean }) => watchedPage(browser, options);

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const heading = (page: Page) => page.locator('h1').textContent();

/** Signs in with a link, up to the offer to create a passkey. */
async function byLink(page: Page, user: User, to = ''): Promise<void> {
  await page.goto((await linkOf(user)) + to);
  await press(page, 'Sign in');
  await page.waitForURL('**/account/passkeys/new?**');
}

async function makePasskey(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name').fill(name);
  await press(page, 'Add passkey');
  await page
    .locator('#toast')
    .getByText(/passkey/i)
    .waitFor();
}

const passkeyNames = (page: Page) => page.locator('section[aria-labelledby=passkeys] li strong').allInnerTexts();

describe.runIf(chromiumPath)('in a browser', () => {
  test('creates a first passkey after a one-time link, and signs in with it from then on', async () => {
    const user = await service.user();
    const { page, complaints } = await newPage();
    await withAuthenticator(page);
    await page.goto(`${origin}/`);
    expect(await heading(page)).toBe('Sign in');
    await byLink(page, user);
    await makePasskey(page, 'My laptop');
    expect(await passkeyNames(page)).toEqual(['My laptop']);
    expect(await page.getByRole('status').textContent()).toContain('Passkey added');

    await press(page, 'Sign out');
    await page.waitForURL('**/sign-in');
    await page.goto(`${origin}/account`);
    expect(page.url()).toBe(`${origin}/sign-in?to=%2Faccount`);
    await press(page, 'Sign in with passkey');
    await page.waitForURL('**/account');
    expect(await page.getByText(`Signed in as ${user.email}`).count()).toBe(1);
    expect(complaints).toEqual([]);
  });

  test('returns to the requested page after a passkey sign-in', async () => {
    const user = await service.user();
    const { page } = await newPage();
    await withAuthenticator(page);
    await byLink(page, user);
    await makePasskey(page, 'Laptop');
    await press(page, 'Sign out');
    await page.goto(`${origin}/sign-in?${new URLSearchParams({ to: '/account/passkeys/new?to=/account' })}`);
    await press(page, 'Sign in with passkey');
    await page.waitForURL('**/account/passkeys/new?to=/account');
  });

  test('allows one passkey per device and account, another on a second device, and refuses a removed one', async () => {
    const user = await service.user();
    const { page, complaints } = await newPage();
    const first = await withAuthenticator(page);
    await byLink(page, user);
    await makePasskey(page, 'First');
    await page.getByRole('link', { name: 'Add passkey for this device' }).click();
    await press(page, 'Add passkey');
    await expect.poll(() => page.getByRole('alert').textContent()).toContain('already has a passkey for your account');

    await first.remove();
    await withAuthenticator(page);
    await makePasskey(page, 'Second <b>&"');
    expect(await passkeyNames(page)).toEqual(['First', 'Second <b>&"']);

    // The device that signs in now has only the second one.
    await press(page, 'Sign out');
    await page.goto(`${origin}/account`);
    await press(page, 'Sign in with passkey');
    await page.waitForURL('**/account');
    const second = page.locator('section[aria-labelledby=passkeys] li').nth(1);
    await second.getByText('Rename or remove').click();
    await second.getByLabel('Name').fill('Phone');
    await second.getByRole('button', { name: 'Rename' }).click();
    await page.locator('#toast').getByText(/name/i).waitFor();
    expect(await passkeyNames(page)).toEqual(['First', 'Phone']);
    await second.getByText('Rename or remove').click();
    await second.getByRole('button', { name: 'Remove' }).click();
    await page
      .locator('#toast')
      .getByText(/removed/i)
      .waitFor();
    await press(page, 'Sign out');
    await press(page, 'Sign in with passkey');
    await expect.poll(() => page.getByRole('alert').textContent()).toContain('Unknown passkey');
    expect(new URL(page.url()).pathname).toBe('/sign-in');
    expect(complaints).toEqual([]);
  });

  test('explains what to do without a device that supports passkeys', async () => {
    const { page } = await newPage();
    const session = await page.context().newCDPSession(page);
    await session.send('WebAuthn.enable');
    await page.addInitScript('delete window.PublicKeyCredential');
    await page.goto(`${origin}/sign-in`);
    expect(await page.getByRole('alert').textContent()).toContain('one-time link');
    expect(await page.getByRole('button', { name: 'Sign in with passkey' }).isDisabled()).toBe(true);
  });

  test('signs out other browsers from one', async () => {
    const user = await service.user();
    const [{ page: here }, { page: there }] = [await newPage(), await newPage()];
    for (const page of [here, there]) {
      await byLink(page, user);
      await page.getByRole('link', { name: 'Not now' }).click();
      await page.waitForURL('**/account');
    }
    await here.reload();
    await press(here, 'Sign out all other browsers');
    await here
      .locator('#toast')
      .getByText(/signed out/i)
      .waitFor();
    await there.reload();
    expect(await heading(there)).toBe('Sign in');
  });

  test('works without JavaScript for the link and the account', async () => {
    const user = await service.user();
    const { page } = await newPage({ javaScript: false });
    await page.goto(`${origin}/sign-in`);
    // biome-ignore lint/performance/useDomNodeTextContent: the visible text, because a script would hide some
    expect(await page.locator('form').innerText()).toContain('Passkeys require JavaScript');
    await page.goto(await linkOf(user));
    await press(page, 'Sign in');
    await page.getByRole('link', { name: 'Not now' }).click();
    expect(await heading(page)).toBe('Sign-in');
    await press(page, 'Sign out');
    expect(await heading(page)).toBe('Sign in');
  });

  test('has no axe findings on any page, narrow and wide, light and dark', async () => {
    const user = await service.user();
    const { page } = await newPage();
    await withAuthenticator(page);
    const found: [string, string[]][] = [];
    const look = async (name: string) => found.push([name, await findings(page)]);
    await page.goto(`${origin}/sign-in`);
    await page.getByText('No passkey?').click();
    await look('sign-in');
    await page.goto(await linkOf(user));
    await look('link');
    await byLink(page, user);
    await look('new passkey');
    await makePasskey(page, `Laptop ${'x'.repeat(70)}`);
    const other = (await newPage()).page;
    await byLink(other, user);
    await page.reload();
    await page.getByText('Rename or remove').click();
    await look('account');
    // A right-to-left layout.
    await page.evaluate("document.documentElement.dir = 'rtl'");
    await look('account from right to left');
    await page.goto(`${origin}/sign-in/link/x`);
    await look('trouble');
    await page.goto(`${origin}/sign-in/nowhere`);
    await look('nothing here');
    expect(found.filter(([, faults]) => faults.length > 0)).toEqual([]);
    expect(found).toHaveLength(7);
  });
});
