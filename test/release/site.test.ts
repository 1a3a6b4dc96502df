import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { filesBelow } from '../../scripts/docs/files.ts';
import { buildSite } from '../../scripts/site/build.mjs';
import { temporaryFolder } from '../support/service.ts';

// The documentation as a website: scripts/site.mjs.

const folder = temporaryFolder();
const site = join(folder.path, 'site');
const read = (path: string) => readFileSync(join(site, path), 'utf8');
const pages = (): string[] => filesBelow(site, /\.html$/);
beforeAll(() => {
  buildSite(site);
});
afterAll(() => folder.remove());

test('links only to pages, headings, and pictures that exist', () => {
  const ids = new Map(
    pages().map((page) => [
      page,
      new Set([...readFileSync(page, 'utf8').matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!)),
    ]),
  );
  const broken: string[] = [];
  const links = pages().flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/ (?:href|src)="((?![a-z]+:)[^"]+)"/g)].map(([, href]) => ({ page, href })),
  );
  const indexed: [string, string, string, string][] = runInNewContext(`${read('search-index.js')}searchIndex`);
  for (const { page, href } of [...links, ...indexed.map(([, , href]) => ({ page: join(site, 'index.html'), href }))]) {
    const [path = '', heading] = href!.split('#', 2);
    const target = path === '' ? page : join(dirname(page), path);
    const isThere = existsSync(target) && (heading === undefined || ids.get(target)?.has(decodeURIComponent(heading)));
    if (!isThere) broken.push(`${page.slice(site.length + 1)}: ${href}`);
  }
  expect(pages().length).toBeGreaterThan(40);
  expect(broken).toEqual([]);
});

test('shows the four groups of docs/README.md on every page', () => {
  for (const page of pages()) {
    const groups = [...readFileSync(page, 'utf8').matchAll(/<li>([A-Z][\w\s-]+)<ul>/g)].map(([, title]) => title);
    expect(groups).toEqual(['Tutorials', 'How-to guides', 'Reference', 'Explanation']);
  }
});

test('finds a page by words, the best match first, without a network', async () => {
  expect((await found('self hosting'))[0]).toBe('./docs/self-hosting.html');
  expect(await found('KITH_RATE_LIMIT')).toContain('./docs/settings.html');
  expect(await found('app pässword')).not.toEqual([]);
  expect(await found('zzzz')).toEqual([]);
});

test('replaces an earlier website, and no other folder', () => {
  const other = join(folder.path, 'other');
  mkdirSync(other);
  writeFileSync(join(other, 'will.txt'), 'Everything to Ann\n');
  expect(() => buildSite(other)).toThrow('other files than a website');
  writeFileSync(join(site, 'gone.html'), '');
  buildSite(site);
  expect(existsSync(join(site, 'gone.html'))).toBe(false);
});

/** The links that search.js shows for a query, in a stand-in for a browser. */
async function found(query: string): Promise<string[]> {
  interface Node {
    children: Node[];
    href?: string;
    onload?: () => void;
    append(...nodes: Node[]): void;
    replaceChildren(...nodes: Node[]): void;
  }
  const newNode = (): Node => ({
    children: [],
    append(...nodes) {
      this.children = [...this.children, ...nodes];
    },
    replaceChildren(...nodes) {
      this.children = nodes;
    },
  });
  const context = {
    document: {
      currentScript: { dataset: { root: '.' } },
      addEventListener() {},
      createElement: newNode,
      head: {
        append(script: Node) {
          runInNewContext(read('search-index.js'), context);
          script.onload?.();
        },
      },
    },
    query,
    results: newNode(),
  };
  await runInNewContext(`${read('search.js')}search(query, results)`, context);
  return context.results.children.flatMap(({ children }) => children.flatMap(({ href }) => href ?? []));
}
