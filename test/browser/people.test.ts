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

/** Opens another page for the signed-in user. */
const freshPage = () => page.context().newPage();

const rows = (on = page) => on.locator('.people > li:has([name=id])');

describe.runIf(chromiumPath)('the list of people', () => {
  test('loads more by itself, and moves, selects, and opens with keys', async () => {
    await page.goto(`${origin}/people?sort=full_name`);
    expect(await rows().count()).toBeGreaterThanOrEqual(50);
    await expect
      .poll(async () => {
        await page.evaluate('scrollTo(0, document.body.scrollHeight)');
        return rows().count();
      })
      .toBe(130);
    expect(new Set(await rows().locator('a').allTextContents()).size).toBe(130);
    expect(await page.locator('.more').count()).toBe(0);
    for (const key of ['j', 'j', 'j', 'k', 'x']) await page.keyboard.press(key);
    expect(await page.getByText('(1 selected)').count()).toBe(1);
    expect(await page.locator('[name=id]').nth(1).isChecked()).toBe(true);
    await page.getByLabel('Select all shown').check();
    expect(await page.getByText('(130 selected)').count()).toBe(1);
    await rows().nth(1).locator('a').focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/people/*-*');
    expect(await page.locator('h1').textContent()).toContain('Person 001');
    expect(complaints).toEqual([]);
  });

  test('opens its filter form in place, and narrows by words', async () => {
    await page.goto(`${origin}/people`);
    await page.keyboard.press('f');
    // Counts appear once they are known.
    await page.locator('#hand').getByRole('link', { name: /3$/ }).waitFor();
    await page.getByLabel('Mark').selectOption('Starred');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.waitForURL('**/people?starred=yes');
    await page.getByLabel('Search by name').pressSequentially('person 004');
    await page.waitForURL((url) => url.searchParams.get('q') === 'person 004');
    await expect.poll(() => rows().count()).toBe(1);
    expect(await page.locator('#told').textContent()).toBe('1 person');
    expect(new URL(page.url()).searchParams.get('starred')).toBe('yes');
    await page.getByRole('link', { name: 'Remove this condition: Starred' }).click();
    await page.waitForURL((url) => url.search === '?q=person+004');
    expect(complaints).toEqual([]);
  });

  test.each([true, false])('changes many people after a dry run, and undoes it (scripts: %s)', async (javaScript) => {
    const { page, complaints } = javaScript ? { page: await freshPage(), complaints: [] } : await pageOf(false);
    const found: [string, string[]][] = [];
    const look = async (name: string) => javaScript && found.push([name, await findings(page)]);
    await page.goto(`${origin}/people?sort=full_name`);
    await page.getByRole('button', { name: 'Change…' }).click();
    await page.getByText('Nobody is selected.').waitFor();
    await page.goto(`${origin}/people?sort=full_name`);
    for (const index of [0, 1, 2]) await page.locator('[name=id]').nth(index).check();
    await look('selected');
    await page.getByRole('button', { name: 'Change…' }).click();
    await page.getByRole('heading', { level: 1, name: 'Change 3 people' }).waitFor();
    await look('choice');
    await page.getByLabel('Tag').fill(SHORT.slice(0, 60));
    await page.keyboard.press('Enter');
    await page.getByText('Nobody would change.').waitFor();
    await page.getByRole('button', { name: 'Choose another change' }).click();
    await page.getByLabel('Group').fill(CORPUS[5]!);
    await page.getByRole('button', { name: 'Add to the group' }).click();
    await page.getByText('3 people would be added to the group').waitFor();
    await look('dry run');
    await page.getByRole('button', { name: 'Do it' }).click();
    await page.getByText('Added to the group: 3 people.').waitFor();
    await look('done');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Taken out of the group: 3 people.').waitFor();
    await page.getByRole('link', { name: 'Back to the list' }).click();
    await page.waitForURL('**/people?sort=full_name');
    expect(found.filter(([, faults]) => faults.length > 0)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('completes a change in several parts by itself', async () => {
    await makeContacts(
      ada,
      Array.from({ length: 600 }, (_, index) => ({ full_name: `Guest ${index}`, company: 'Guests' })),
    );
    await page.goto(`${origin}/people?company=guests`);
    await page.getByLabel('All who are found').check();
    await page.getByRole('button', { name: 'Change…' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('600 people would be deleted').waitFor();
    await page.getByRole('button', { name: 'Do it' }).click();
    await page.getByText('Deleted: 600 people.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Taken back: 600 people').waitFor();
    expect(dataOf(await ada.get('/v2/contacts/count')).count).toBe(730);
    expect(complaints).toEqual([]);
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
    expect(found.filter(([, faults]) => faults.length > 0)).toEqual([]);
    expect(found).toHaveLength(7);
  });
});
