import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { filesBelow } from '../../scripts/docs/files.ts';
import { buildSite } from '../../scripts/site/build.ts';
import { chromiumPath, findings, openChromium, watchedPage } from '../support/chromium.ts';
import { temporaryFolder } from '../support/service.ts';

// The documents as a site of plain files: `npm run site`.

const folder = temporaryFolder();
const site = join(folder.path, 'site');
const pages = (): string[] => filesBelow(site, /\.html$/);
let browser: Browser | undefined;
beforeAll(async () => {
  buildSite(site);
  browser = chromiumPath ? await openChromium() : undefined;
});
afterAll(async () => {
  await browser?.close();
  folder.remove();
});

const idsOf = (page: string): Set<string> =>
  new Set([...readFileSync(page, 'utf8').matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!));

test('every link and picture of it is there, with its heading', () => {
  const ids = new Map(pages().map((page) => [page, idsOf(page)]));
  const lost: string[] = [];
  for (const page of pages()) {
    for (const [, address] of readFileSync(page, 'utf8').matchAll(/ (?:href|src)="((?![a-z]+:)[^"]+)"/g)) {
      const [path = '', heading] = address!.split('#', 2);
      const target = path === '' ? page : join(dirname(page), path);
      const isThere =
        existsSync(target) && (heading === undefined || ids.get(target)?.has(decodeURIComponent(heading)));
      if (!isThere) lost.push(`${page.slice(site.length + 1)}: ${address}`);
    }
  }
  expect(pages().length).toBeGreaterThan(30);
  expect(lost).toEqual([]);
});

test('no page of it runs a script', () => {
  const running = pages().filter((page) => /<script|<[^>]* on\w+=|="javascript:/i.test(readFileSync(page, 'utf8')));
  expect(running).toEqual([]);
});

test('it takes the place of a site, and of nothing else', () => {
  const kept = join(folder.path, 'kept');
  mkdirSync(kept);
  writeFileSync(join(kept, 'will.txt'), 'all of it to Ann\n');
  expect(() => buildSite(kept)).toThrow('other things than a site');
  expect(existsSync(join(kept, 'will.txt'))).toBe(true);
  writeFileSync(join(site, 'gone.html'), '');
  buildSite(site);
  expect(existsSync(join(site, 'gone.html'))).toBe(false);
});

test('a page is named by its title, not by its file', () => {
  const shell = readFileSync(join(site, 'docs/shell.html'), 'utf8');
  expect(shell).toContain('<a href="sign-in.html">Signing in</a>');
  const byFile = pages().filter((page) => /<a [^>]*>[\w-]+\.md<\/a>/.test(readFileSync(page, 'utf8')));
  expect(byFile).toEqual([]);
});

describe.runIf(chromiumPath)('in a browser', () => {
  test('pages are accessible in the dark and by day, wide and on a phone', async () => {
    const { page, complaints } = await watchedPage(browser!);
    await page.route('http://site.test/**', (route) =>
      route.fulfill({ path: join(site, new URL(route.request().url()).pathname) }),
    );
    for (const name of ['index', 'docs/phone', 'docs/scale', 'docs/client', 'docs/operations']) {
      await page.goto(`http://site.test/${name}.html`);
      expect([name, await findings(page)]).toEqual([name, []]);
    }
    expect(complaints).toEqual([]);
  });
});
