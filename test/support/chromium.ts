import { accessSync, constants, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, type CDPSession, chromium, type Frame, type Page } from 'playwright-core';
import { linkFor, originOf } from './browser.ts';
import type { RunningService, User } from './service.ts';

// Pages as a person sees them, in headless Chromium.

const MAX_MS = 240_000;
const NAMES = ['chromium', 'chromium-headless-shell', 'google-chrome'];
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The installed Chromium, if any. */
export const chromiumPath: string | undefined = (process.env.PATH ?? '')
  .split(delimiter)
  .flatMap((folder) => NAMES.map((name) => join(folder, name)))
  .find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });

if (!chromiumPath) process.stderr.write('Left out: pages in a browser. This machine has no Chromium.\n');

export const openChromium = (): Promise<Browser> => chromium.launch({ executablePath: chromiumPath!, args: FLAGS });

interface Authenticator {
  /** Removes the device. */
  remove(): Promise<void>;
}

/** A passkey device attached to a page's browser, whose owner always consents. */
export async function withAuthenticator(page: Page): Promise<Authenticator> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  return addDevice(session);
}

async function addDevice(session: CDPSession): Promise<Authenticator> {
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    remove: async () => {
      await session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
    },
  };
}

const AXE = fileURLToPath(import.meta.resolve('axe-core/axe.min.js'));
const SIZES = [
  { width: 320, height: 640 },
  { width: 1280, height: 800 },
];

/**
 * axe findings on a page in both color schemes, narrow and wide, plus horizontal scrolling when narrow. Empty for a
 * good page. Checks a frame on it if given.
 */
export async function findings(page: Page, frame: Frame = page.mainFrame()): Promise<string[]> {
  const found: string[] = [];
  // The page's own policy blocks foreign scripts, so this one is injected with the debugger.
  await frame.evaluate(readFileSync(AXE, 'utf8'));
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // The scheme changes only colors.
    const rules = colorScheme === 'dark' ? '{ runOnly: ["color-contrast", "link-in-text-block"] }' : '';
    const run = `axe.run(${rules}).then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html).join(" ")))`;
    for (const size of SIZES) {
      await page.setViewportSize(size);
      const where = `${colorScheme}, ${size.width} px: `;
      found.push(...((await frame.evaluate(run)) as string[]).map((violation) => where + violation));
      const excess = await frame.evaluate('document.documentElement.scrollWidth - innerWidth');
      if (Number(excess) > 0) found.push(`${where}${excess} px too wide`);
    }
  }
  return found;
}

interface VisitorOptions {
  javaScript?: boolean;
  serviceWorker?: boolean;
  timezoneId?: string;
}

/** A separate browser, with its own cookies, and with the service worker if requested. */
export async function newVisitor(
  browser: Browser,
  { javaScript = true, serviceWorker = false, timezoneId }: VisitorOptions = {},
): Promise<BrowserContext> {
  const visitor = await browser.newContext({
    javaScriptEnabled: javaScript,
    serviceWorkers: serviceWorker ? 'allow' : 'block',
    locale: 'en-US',
    ...(timezoneId && { timezoneId }),
  });
  // A busy computer may be slow. The test's own timeout ends whatever hangs.
  visitor.setDefaultTimeout(MAX_MS);
  return visitor;
}

/** A new visitor's page, on which nothing may violate the page's policy or fail in its script. */
export async function watchedPage(
  browser: Browser,
  options: VisitorOptions = {},
): Promise<{ page: Page; complaints: string[] }> {
  const page = await (await newVisitor(browser, options)).newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    // The browser itself logs each response with a status of 400 or more.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return { page, complaints };
}

/** Signs a user in with a one-time link, up to the page that offers a passkey. */
export async function signInOn(page: Page, service: RunningService, { email }: User): Promise<void> {
  await page.goto(originOf(service) + (await linkFor(service, email)));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/account/passkeys/new?**');
}
