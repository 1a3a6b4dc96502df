// Takes the pictures for the README and the docs, and the terminal recordings: the built kith on the sample address
// book, at a fixed time.
//   node scripts/run.mjs scripts/pictures.ts
import { execFileSync, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Browser } from 'playwright-core';
import { openChromium } from '../test/support/chromium.ts';
import { BY_CLOCK } from './pictures/clock.ts';
import { takeRecordings } from './pictures/recordings.ts';
import { FOLDER, take } from './pictures/take.ts';
import { takeViews } from './pictures/views.ts';

const MAX_BYTES = 600_000;
const WIDE = { width: 900, height: 760 };
const TALL = { width: 900, height: 1500 };
const NARROW = { width: 390, height: 760 };
/** The person with the most sample data. */
const PERSON = 'Amara Okafor';

const env = { ...process.env, ...BY_CLOCK } as Record<string, string>;
execFileSync(process.execPath, ['scripts/build.mjs', '--if-changed'], { stdio: 'inherit' });
const demo = spawn(process.execPath, ['dist/cli.js', 'demo', '--page', '--no-browser'], {
  env,
  stdio: ['ignore', 'pipe', 'pipe'],
});
const link = signInLink();
const browser = await openChromium();
try {
  const pages = await takePages(browser, await link);
  const bytes = pages + (await takeViews(browser, env, PERSON)) + takeRecordings(BY_CLOCK);
  if (bytes > MAX_BYTES) throw new Error(`${FOLDER} has ${bytes} bytes, more than ${MAX_BYTES}`);
} finally {
  await browser.close();
  demo.kill('SIGTERM');
}

/** Output of `kith open` at a terminal. */
function signInLink(): Promise<string> {
  return new Promise((resolve, reject) => {
    for (const stream of [demo.stdout, demo.stderr])
      createInterface(stream).on('line', (line) => {
        const link = /http:\S+\/sign-in\/link\/\S+/.exec(line)?.[0];
        if (link) resolve(link);
      });
    demo.on('close', (code) => reject(new Error(`kith demo ended with ${code}`)));
  });
}

/** Takes pictures of the web app. Returns their total bytes. */
async function takePages(browser: Browser, link: string): Promise<number> {
  const page = await (await browser.newContext({ viewport: WIDE, locale: 'en-US' })).newPage();
  await page.goto(link);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/today');
  const { origin } = new URL(link);
  await page.goto(`${origin}/people?q=${encodeURIComponent(PERSON)}`);
  const person = await page.getByRole('link', { name: PERSON }).first().getAttribute('href');
  await page.goto(`${origin}/duplicates`);
  const pair = await page.locator('a[href^="/duplicates/pair"]').first().getAttribute('href');

  const pictures: [name: string, path: string, colorScheme?: 'light' | 'dark', size?: typeof WIDE][] = [
    ['today', '/today'],
    ['people', '/people'],
    ['person', person!, 'light', TALL],
    ['person-dark', person!, 'dark'],
    ['duplicates', pair!, 'light', TALL],
    ['settings', '/settings'],
    ['today-phone', '/today', 'light', NARROW],
    ['people-phone', '/people', 'dark', NARROW],
  ];
  let bytes = 0;
  for (const [name, path, colorScheme = 'light', size = WIDE] of pictures) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme });
    await page.goto(origin + path, { waitUntil: 'networkidle' });
    bytes += await take(page, name);
  }
  return bytes;
}
