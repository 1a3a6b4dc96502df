import { accessSync, constants, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, type CDPSession, chromium, type Frame, type Page } from 'playwright-core';
import { linkFor, originOf } from './browser.ts';
import type { RunningService, User } from './service.ts';

// Pages as a person has them: Chromium without a window.

const LONGEST_MS = 240_000;
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

/** The machine's Chromium; undefined where it has none. */
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
  /** Takes the device out of the machine. */
  remove(): Promise<void>;
}

/** A device with passkeys in the machine of a page, whose owner always agrees. */
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
 * What axe finds on a page in both color schemes, narrow and wide, and whether the page can be moved sideways where it is
 * narrow. Nothing, for a good one. In a frame of it, where one is given.
 */
export async function findings(page: Page, frame: Frame = page.mainFrame()): Promise<string[]> {
  const found: string[] = [];
  // The page's own policy lets in no script of others: this one comes by the debugger.
  await frame.evaluate(readFileSync(AXE, 'utf8'));
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // The scheme changes colors alone.
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

/** A browser of its own, which shares no cookie with another; with the script between pages and network where asked. */
export async function newVisitor(
  browser: Browser,
  { javaScript = true, serviceWorker = false } = {},
): Promise<BrowserContext> {
  const visitor = await browser.newContext({
    javaScriptEnabled: javaScript,
    serviceWorkers: serviceWorker ? 'allow' : 'block',
    locale: 'en-US',
  });
  // A busy machine may take its time. The test's own limit ends what hangs.
  visitor.setDefaultTimeout(LONGEST_MS);
  return visitor;
}

/** A page of a new visitor, in which nothing may be refused by the page's own policy or fail in its script. */
export async function watchedPage(
  browser: Browser,
  { javaScript = true } = {},
): Promise<{ page: Page; complaints: string[] }> {
  const page = await (await newVisitor(browser, { javaScript })).newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    // The browser itself notes each answer above 400.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return { page, complaints };
}

/** Signs a person in by a one-time link, up to the page that offers them a passkey. */
export async function signInOn(page: Page, service: RunningService, { email }: User): Promise<void> {
  await page.goto(originOf(service) + (await linkFor(service, email)));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/account/passkeys/new?**');
}
