import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { originOf } from '../support/browser.ts';
import { chromiumPath, findings, openChromium, signInOn, watchedPage } from '../support/chromium.ts';
import { CORPUS, SHORT } from '../support/hostile.ts';
import { dataOf, makeContacts, makeTag } from '../support/people.ts';
import { type RunningService, startService, type User } from '../support/service.ts';

// The people list in a browser: rows that load by themselves, keyboard use, and axe findings.

let service: RunningService;
let browser: Browser;
let ada: User;
let origin: string;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  if (!chromiumPath) return;
  [service, browser] = await Promise.all([startService(), openChromium()]);
  origin = originOf(service);
  ada = await service.user(undefined, 'Europe/Berlin');
  const tag = await makeTag(ada, SHORT.slice(0, 60));
  await makeContacts(
    ada,
    Array.from({ length: 130 }, (_, index) => ({
      full_name: `Person ${String(index).padStart(3, '0')} ${index < 10 ? CORPUS[index] : ''}`,
      company: CORPUS[index % 10],
      starred: index % 2 === 0,
      last_seen_at: '2026-05-01T10:00:00Z',
      ...(index < 3 && { tags_contacts: [{ tag_id: tag.id }] }),
    })),
  );
  for (const name of CORPUS.slice(0, 3)) {
    dataOf(await ada.post('/v2/groups', { group: { name } }));
    dataOf(await ada.post('/v2/views', { view: { name, filters: { company: name, tags: { all: [tag.id] } } } }));
  }
  ({ page, complaints } = await pageOf(true));
});
afterAll(async () => {
  if (!chromiumPath) return;
  await browser.close();
  await service.stop();
  expect(service.log()).not.toContain('unexpected fault');
});

async function pageOf(javaScript: boolean): Promise<{ page: Page; complaints: string[] }> {
  const watched = await watchedPage(browser, { javaScript });
  await signInOn(watched.page, service, ada);
  return watched;
}

/** Scrolls down until all rows are there. */
async function loadAll(count: number): Promise<void> {
  await expect
    .poll(async () => {
      await page.evaluate('scrollTo(0, document.body.scrollHeight)');
      return rows().count();
    })
    .toBe(count);
}

const rows = (on = page) => on.locator('.people tr:has([name=id])');
const focused = () => page.evaluate('document.activeElement.id');
const selected = (on = page) => on.locator('.bulk strong');

describe.runIf(chromiumPath)('the list of people', () => {
  test('loads more by itself, and moves, selects, and opens with keys', async () => {
    await page.goto(`${origin}/people?sort=full_name`);
    expect(await page.locator('#told').textContent()).toBe('130 people');
    expect(await rows().count()).toBeGreaterThanOrEqual(50);
    await loadAll(130);
    expect(new Set(await rows().locator('.who a').allTextContents()).size).toBe(130);
    expect(await page.locator('.more').count()).toBe(0);
    for (const key of ['j', 'j', 'j', 'k', 'x']) await page.keyboard.press(key);
    expect(await selected().textContent()).toBe('1 selected');
    expect(await page.locator('[name=id]').nth(1).isChecked()).toBe(true);
    await page.getByLabel('Select all shown').check();
    expect(await selected().textContent()).toBe('130 selected');
    await rows().nth(1).locator('.who a').focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/people/*-*');
    expect(await page.locator('h1').textContent()).toContain('Person 001');
    expect(complaints).toEqual([]);
  });

  test('keeps its rows and its place when going back', async () => {
    await page.goto(`${origin}/people?sort=full_name`);
    await loadAll(130);
    await rows().nth(110).scrollIntoViewIfNeeded();
    const before = await page.evaluate('scrollY');
    await rows().nth(110).locator('.who a').click();
    await page.waitForURL('**/people/*-*');
    await page.goBack();
    await expect.poll(() => rows().count()).toBe(130);
    await expect.poll(async () => Math.abs(Number(await page.evaluate('scrollY')) - Number(before))).toBeLessThan(50);
    expect(complaints).toEqual([]);
  });

  test('opens its filters in place, keeps the focus, and narrows by words', async () => {
    await page.goto(`${origin}/people`);
    await page.keyboard.press('f');
    await page.locator('#short').waitFor();
    await expect.poll(focused).toBe('new-tag');
    await page.getByText('More filters').click();
    await page.getByLabel('Status').selectOption('Starred');
    await page.getByRole('button', { name: 'Apply filters' }).click();
    await page.waitForURL('**/people?starred=yes');
    await page.getByLabel('Search names').pressSequentially('person 004');
    await page.waitForURL((url) => url.searchParams.get('q') === 'person 004');
    await expect.poll(() => rows().count()).toBe(1);
    expect(await page.locator('#told').textContent()).toBe('1 person');
    expect(new URL(page.url()).searchParams.get('starred')).toBe('yes');
    await page.keyboard.press('Enter');
    await expect.poll(focused).toBe('q');
    await page.getByRole('link', { name: 'Remove filter: Starred' }).click();
    await page.waitForURL((url) => url.search === '?q=person+004');
    await expect.poll(focused).toBe('filter');
    expect(complaints).toEqual([]);
  });

  test('orders by its heads and its select, and goes back to the order before', async () => {
    await page.goto(`${origin}/people`);
    await page.getByRole('link', { name: 'Name', exact: true }).click();
    await page.waitForURL('**/people?sort=full_name');
    expect(await page.locator('th.who').getAttribute('aria-sort')).toBe('ascending');
    await page.locator('#sort').selectOption('Name Z–A');
    await page.waitForURL('**/people?sort=full_name.desc');
    await expect.poll(() => rows().first().textContent()).toContain('Person 129');
    await page.goBack();
    await page.waitForURL('**/people?sort=full_name');
    await expect.poll(() => rows().first().textContent()).toContain('Person 000');
    expect(complaints).toEqual([]);
  });

  test('finds notes by their words, and offers to add a name that it does not find', async () => {
    const { id } = dataOf(await ada.get('/v2/contacts?take=1')).contacts[0];
    const note = { note: 'Allergic to walnuts', timeline_items_contacts: [{ contact_id: id }] };
    dataOf(await ada.post('/v2/timeline/notes', { note }));
    await page.goto(`${origin}/people`);
    await page.locator('#q').pressSequentially('walnuts');
    await page.getByRole('heading', { name: 'In notes' }).waitFor();
    await page.locator('#found').getByText('Allergic to walnuts').waitFor();
    await page.locator('#q').fill('Nora Newcomer');
    await page.getByRole('button', { name: 'Add “Nora Newcomer” as a new person' }).click();
    await page.getByRole('heading', { level: 1, name: 'Nora Newcomer' }).waitFor();
    dataOf(await ada.call('DELETE', `/v2/contacts/${new URL(page.url()).pathname.split('/')[2]}`));
    expect(complaints).toEqual([]);
  });

  test('changes many people after a preview, goes back, and undoes it without scripts', async () => {
    const { page, complaints } = await pageOf(false);
    const list = `${origin}/people?sort=full_name&name=person`;
    await page.goto(list);
    for (const index of [0, 1, 2]) await page.locator('[name=id]').nth(index).check();
    await page.locator('#bulk-tag').click();
    await page.locator('#bulk-tag-field').fill(SHORT.slice(0, 60));
    await page.getByRole('button', { name: 'Add tag' }).click();
    await page.getByText('No one would change.').waitFor();
    await page.getByRole('button', { name: 'Choose another change' }).click();
    await page.getByRole('heading', { level: 1, name: 'Edit 3 people' }).waitFor();
    await page.getByLabel('Group').fill(CORPUS[5]!);
    await page.getByRole('button', { name: 'Add to group' }).click();
    await page.getByText('Add 3 people to group').waitFor();
    await page.getByRole('button', { name: 'Add 3 people to group' }).click();
    await page.getByText('Added 3 people to group').waitFor();
    // Each page on the way is an answer to GET.
    for (const name of ['Preview', 'Edit 3 people', 'Preview', 'People']) {
      await page.goBack();
      await page.getByRole('heading', { level: 1, name }).waitFor();
    }
    for (let times = 0; times < 4; times++) await page.goForward();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Removed 3 people from group').waitFor();
    await page.getByRole('link', { name: 'Back to people' }).click();
    await page.waitForURL(list.replace('sort=full_name&name=person', 'name=person&sort=full_name'));
    expect(complaints).toEqual([]);
  });

  test('completes a change in several parts by itself', async () => {
    await makeContacts(
      ada,
      Array.from({ length: 600 }, (_, index) => ({ full_name: `Guest ${index}`, company: 'Guests' })),
    );
    await page.goto(`${origin}/people?company=guests`);
    await page.getByLabel('Select all shown').check();
    await page.getByLabel('Select all 600 results').check();
    await page.getByRole('button', { name: 'More ▾' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('Delete 600 people, with').waitFor();
    await page.getByRole('button', { name: 'Delete 600 people' }).click();
    await page.locator('#toast').getByText('Moved 600 people to trash').waitFor();
    await page.getByText('No one matches these filters.').waitFor();
    await page.locator('#toast').getByRole('button', { name: 'Undo' }).click();
    await page.locator('#toast').getByText('Restored 600 people').waitFor();
    expect(complaints).toEqual([]);
  });

  test('starts near the top on a phone, and leaves room for rows in a short window', async () => {
    await page.goto(`${origin}/people`);
    const box = async (selector: string) => (await page.locator(selector).first().boundingBox())!;
    await page.setViewportSize({ width: 390, height: 844 });
    expect((await box('#rows .who a')).y).toBeLessThanOrEqual(160);
    await page.locator('#rows [name=id]').first().check();
    expect((await box('.bulk')).height).toBeLessThanOrEqual(64);
    await page.setViewportSize({ width: 720, height: 450 });
    await page.evaluate('scrollTo(0, 900)');
    const rows = `[...document.querySelectorAll('#rows tr')].filter((row) => {
      const { left, top, bottom } = row.getBoundingClientRect();
      return [top + 1, bottom - 1].every((y) => row.contains(document.elementFromPoint(left + 100, y)));
    }).length`;
    expect(await page.evaluate(rows)).toBeGreaterThanOrEqual(5);
    await page.goto(`${origin}/people?sort=full_name`);
    await page.setViewportSize({ width: 1024, height: 700 });
    expect((await box('.letters')).height).toBeLessThanOrEqual(40);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.locator('.letters').isVisible()).toBe(false);
  });

  test('has no axe findings on any page, narrow and wide, light and dark', async () => {
    const found: [string, string[]][] = [];
    for (const path of [
      '/people',
      '/people/filter?starred=yes&company=n&match=any',
      '/people?starred=yes&company=n&match=any&last_seen_at.lte-or-never=2026-06-01',
      '/people/views',
      '/people/tags',
      '/people/groups',
      '/people?new-time=created_at',
    ]) {
      await page.goto(origin + path);
      for (const more of await page.locator('summary').all()) await more.click();
      found.push([path, await findings(page)]);
    }
    await page.goto(`${origin}/people`);
    await page.locator('[name=id]').first().check();
    await page.locator('#bulk-tag').click();
    found.push(['bulk', await findings(page)]);
    expect(found.filter(([, faults]) => faults.length > 0)).toEqual([]);
    expect(found).toHaveLength(8);
  });
});
